"""Pages to look at: live while a pack is written (`serve`), and as a site to hand out (`site`).

Doors: `app.application` answers a browser on this machine, `studio.Studio` follows a pack and has
its pages made, `site.write_site` writes the site. What is shown is made by the rooms below.
"""

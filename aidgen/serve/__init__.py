"""Pages to look at, live while a pack is written.

Doors: `app.application` answers a browser on this machine, `studio.Studio` follows a pack and has
its pages made. What is shown is made by the rooms below.
"""

"""Pages in the browser: a live preview while you write (`serve`), and a website (`site`).

Doors: `server.serve` runs the preview, in which `session.Session` follows the files of a pack;
`site.write_site` writes the site. The rooms below make everything that is shown.
"""

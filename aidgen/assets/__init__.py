"""Assets that exist before a page does: papers, fonts, icons, and the geometry of places."""

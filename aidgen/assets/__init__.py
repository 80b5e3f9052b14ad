"""What is on the shelf before a page exists: papers, fonts, icons, and the arithmetic of places."""

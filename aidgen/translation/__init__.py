"""PO files: read, updated, and checked against the game."""

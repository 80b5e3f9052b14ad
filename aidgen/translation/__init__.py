"""PO files: read, updated, checked against the game, and exchanged with other tools."""

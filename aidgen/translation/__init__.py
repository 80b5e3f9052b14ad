"""What translators bring: PO files read, kept in step, and held against the game."""

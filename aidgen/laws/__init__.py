"""What must hold across the records of a game."""

"""Languages: how they write numbers and comparisons, and whether two texts agree."""

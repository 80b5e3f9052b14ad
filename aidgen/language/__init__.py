"""Languages: how they write numbers and comparisons, and whether two texts say the same."""

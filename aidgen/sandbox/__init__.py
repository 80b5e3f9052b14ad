"""Limits what a stranger's pack may do: which of its files are read, and how much of anything."""

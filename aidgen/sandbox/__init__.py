"""What a stranger's pack may: which of its files are read, and how much of anything there is."""

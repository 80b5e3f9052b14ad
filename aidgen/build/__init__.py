"""Which PDFs there are, and how they are made: the stages, one after the other."""

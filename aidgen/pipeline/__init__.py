"""The pipeline from a pack to its PDFs, stage by stage, and other queries about a pack."""

"""From a pack to its PDFs: the stages, one after the other; and what else is asked of a pack."""

"""Tagged PDFs: the structure tree, its tags, forms, and pieces put together."""

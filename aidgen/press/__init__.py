"""HTML made into a tagged PDF: the only room that knows the engine's boxes."""

"""Finished PDFs read again: every glyph, its place and its ink, and what a screen reader hears."""

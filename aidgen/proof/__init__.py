"""Finished PDFs read again: every glyph, its place and its ink, and what a screen reader hears.

Doors: `prove.prove` holds a PDF against what its page promised, `hear.hear` against its HTML,
`prove.read_back` says what it says, `strays.strays` finds words of no text, `pictures.thumbnail`
shows it. Nothing here is shared with what made the PDF.
"""

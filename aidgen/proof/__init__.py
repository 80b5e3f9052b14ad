"""Finished PDFs read again: each glyph, its place, its ink, and what a screen reader meets.

Doors: `pieces.check_pieces` compares a PDF with what its pieces promise, `document.check_document`
a finished document with its pieces, and `accessibility.check_tags` the tags with the HTML.
`readback.read_back` returns what a PDF says, `readback.unknown_words` finds words of no text, and
`pictures` shows pages. This room shares nothing with what made the PDF.
"""

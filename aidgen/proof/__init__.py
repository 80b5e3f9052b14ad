"""Reads finished PDFs again: each glyph, its place, its ink, and what a screen reader meets.

Entry points: `pieces.check_pieces` compares a PDF with what its pieces promise,
`document.check_document` a finished document with its pieces, and `accessibility.check_tags` the
tags with the HTML. `readback.read_back` returns the texts of a PDF, `readback.unknown_words` finds
words of no text, and `pictures` renders pages. This room shares nothing with what made the PDF.
"""

"""A document to a PDF: `type.lay_out` finds the type that fits, `writing.write` writes PDF/UA-1.

`joining` joins PDFs and places their pages, `stamps` draws edition marks. `engine` is the only
folder that knows WeasyPrint.
"""

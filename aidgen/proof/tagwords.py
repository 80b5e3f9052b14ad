"""The standard types of structure elements (ISO 32000-1, 14.8.4): where they stand, what they are.

Only those that our pages may have.
"""

from __future__ import annotations

CELLS = ("TH", "TD")
ROWS = ("Table", "THead", "TBody", "TFoot")
GROUPS = ("Document", "Part", "Art", "Sect", "Div", "BlockQuote")
WITHIN = {
    "Document": ("",),
    "TR": ROWS,
    "TH": ("TR",),
    "TD": ("TR",),
    "THead": ("Table",),
    "TBody": ("Table",),
    "TFoot": ("Table",),
    "LI": ("L",),
    "Lbl": ("LI", "TOCI"),
    "LBody": ("LI",),
    "TOCI": ("TOC",),
    "Reference": ("TOCI", "P"),
} | {f"H{level}": GROUPS for level in range(1, 7)}
"""In what an element of some type may stand."""
HOLDS = {
    "Table": ("Caption", "TR", "THead", "TBody", "TFoot"),
    "THead": ("TR",),
    "TBody": ("TR",),
    "TFoot": ("TR",),
    "TR": CELLS,
    "L": ("LI", "L", "Caption"),
    "LI": ("Lbl", "LBody"),
    "TOC": ("TOCI", "TOC", "Caption"),
}
"""All that may stand in an element of some type."""
NAMES = {
    "Document": "a document",
    "Part": "a part",
    "Art": "an article",
    "Sect": "a section",
    "Div": "a block",
    "BlockQuote": "a quotation",
    "P": "a paragraph",
    "Caption": "a caption",
    "Table": "a table",
    "THead": "the head of a table",
    "TBody": "the body of a table",
    "TFoot": "the foot of a table",
    "TR": "a row of a table",
    "TH": "a heading in a table",
    "TD": "a cell",
    "L": "a list",
    "LI": "an item of a list",
    "Lbl": "the mark of an item",
    "LBody": "the text of an item",
    "TOC": "a table of contents",
    "TOCI": "an entry of the contents",
    "Reference": "a reference",
    "NonStruct": "a wrapper",
    "Span": "a phrase",
    "Quote": "a quoted phrase",
    "Note": "a note",
    "Link": "a link",
    "Form": "a field",
    "Figure": "a picture",
    "Formula": "a formula",
} | {f"H{level}": f"a heading of level {level}" for level in range(1, 7)}
"""What each type is, in words of who writes a page."""
TYPES = frozenset(NAMES)


def tag_name(tag: str) -> str:
    """Return what an element of a type is; of a type that there is not, its name."""
    return NAMES.get(tag, f"“{tag}”")

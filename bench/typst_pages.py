"""Crude equivalents of our pages in Typst: the same words, headings, lists and tables."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

BLOCKS = (
    *("ul", "ol", "table", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6"),
    *("section", "article", "dl", "figure"),
)
UNREAD = ("svg", "style", "script", "")
BEGINNING = """#set page(width: 210mm, height: 297mm, margin: 12mm)
#set text(font: "Source Sans Pro", size: 8.5pt, lang: "{}", hyphenate: true)
#set par(leading: .4em)
"""


def typst_page(root: Element, locale: str) -> str:
    """Return the body of an HTML document as a page of Typst."""
    body = next(root.iter("body"))
    return BEGINNING.format(locale.partition("_")[0]) + _block(body)


def _escaped(text: str | None) -> str:
    flat = re.sub(r"\s+", " ", text or "")
    return re.sub(r"""([\\#$*_`<>@~\[\]/="'+\-])""", r"\\\1", flat)


def _tag(element: Element) -> str:
    tag: object = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _inline(element: Element) -> str:
    out = _escaped(element.text)
    for child in element:
        tag = _tag(child)
        if tag in ("em", "i"):
            out += f"#emph[{_inline(child)}]"
        elif tag in ("strong", "b"):
            out += f"#strong[{_inline(child)}]"
        elif tag in BLOCKS:
            out += _block(child)
        elif tag not in UNREAD:
            out += _inline(child)
        out += _escaped(child.tail)
    return out


def _block(element: Element) -> str:
    tag = _tag(element)
    if tag in UNREAD:
        return ""
    if re.fullmatch(r"h\d", tag):
        return f"\n#heading(level: {tag[1]})[{_inline(element)}]\n"
    if tag in ("ul", "ol"):
        items = ",".join(f"[{_inline(item)}]" for item in element if _tag(item) == "li")
        return f"\n#{'list' if tag == 'ul' else 'enum'}({items})\n"
    if tag == "table":
        return _table(element)
    if tag == "p":
        return f"\n#par[{_inline(element)}]\n"
    out = _escaped(element.text) if (element.text or "").strip() else ""
    for child in element:
        out += _block(child) + (_escaped(child.tail) if (child.tail or "").strip() else "")
    return out


def _table(table: Element) -> str:
    rows = [row for row in table.iter() if _tag(row) == "tr"]
    wide = max(sum(int(cell.get("colspan", 1)) for cell in row) for row in rows)
    cells = []
    for cell in (cell for row in rows for cell in row):
        spans = "".join(
            f"{name}: {cell.get(name)}," for name in ("colspan", "rowspan") if cell.get(name)
        )
        fill = "fill: luma(230)," if _tag(cell) == "th" else ""
        cells.append(f"table.cell({spans}{fill})[{_inline(cell)}]")
    return f"\n#table(columns: {wide}, inset: 3pt, stroke: .4pt,{','.join(cells)})\n"

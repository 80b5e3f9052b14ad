"""Pieces that look alike to the engine: what it works out of the style of one, it has of all.

It shares styles between elements that the same rules of a style sheet are for, and their parents
alike; never between those that have a style of their own, as each piece has.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree.ElementTree import Element

PIECE = "main"
STRONG = 4
"""How often a rule names its class, to count for more than those of templates."""


@contextmanager
def shared(root: Element, sheet: Element | None) -> Iterator[None]:
    """Let the pieces of a document have their styles from its style `sheet` for a while."""
    styled = [main for main in root.iter(PIECE) if "}" not in main.get("style", "}")]
    if sheet is None or not styled:
        yield
        return
    before = [(main, main.attrib["style"], main.get("class", "")) for main in styled]
    names = {style: f"styled-{i}" for i, style in enumerate(dict.fromkeys(s for _, s, _ in before))}
    rules = (f"{PIECE}{f'.{name}' * STRONG} {{ {style} }}\n" for style, name in names.items())
    text = sheet.text
    sheet.text = f"{text or ''}\n{''.join(rules)}"
    for main, style, classes in before:
        del main.attrib["style"]
        main.set("class", f"{classes} {names[style]}".strip())
    yield
    sheet.text = text
    for main, style, classes in before:
        main.set("style", style)
        main.set("class", classes)

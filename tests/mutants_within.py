"""Mutants within a run of text: its ends stay where they are, its glyphs do not."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pikepdf

from tests.opened import Document, NoPlace, Show, parsed, widths_of

MM = 96 / 25.4
"""The engine writes in px of 1/96 inch."""
Placed = list[tuple[int, float]]
"""The glyphs of a text, and where each begins, in thousandths of an em."""


def glyphs(document: Document, show: Show) -> Placed:
    """Return the glyphs of a text with their places."""
    widths, found, gone = widths_of(document.fonts[show.font]), [], 0.0
    for piece in document.code[show.show].operands[0]:
        if not isinstance(piece, pikepdf.String):
            gone -= float(piece)
            continue
        raw = bytes(piece)
        for high, low in zip(raw[::2], raw[1::2], strict=True):
            code = high << 8 | low
            found.append((code, gone))
            gone += widths.get(code, 500)
    return found


def place(document: Document, show: Show, placed: Placed) -> None:
    """Draw the glyphs of a text in other places; what follows it stays."""
    widths = widths_of(document.fonts[show.font])
    pieces: list[object] = []
    gone = 0.0
    for code, at in placed:
        pieces += [gone - at, pikepdf.String(code.to_bytes(2))]
        gone = at + widths.get(code, 500)
    document.set_operands(show.show, [pikepdf.Array(pieces)])
    document.write()


def chars(document: Document, show: Show, placed: Placed) -> list[str]:
    """Return what the glyphs of a text say."""
    return [document.says[show.font].get(code, "") for code, _ in placed]


def size_of(document: Document, show: Show) -> float:
    """Return the size of a text in px."""
    return float(document.code[show.tf].operands[1])


def _digits_exchanged(document: Document) -> None:
    """Let two digits that stand side by side take each other's place on paper."""
    show = document.pick(lambda show: re.search(r"(\d)(?!\1)\d", show.text))
    placed = glyphs(document, show)
    says = chars(document, show, placed)
    pairs = [
        i
        for i, (one, other) in enumerate(pairwise(says))
        if one.isdecimal() and other.isdecimal() and one != other
    ]
    if not pairs:
        raise NoPlace
    i = document.chance.choice(pairs)
    (one, here), (other, there) = placed[i], placed[i + 1]
    placed[i], placed[i + 1] = (one, there), (other, here)
    place(document, show, placed)


def _heaped(document: Document) -> None:
    """Draw all glyphs of a line at its start, the last in its place."""
    show = document.pick(lambda show: len(show.text.strip()) > 3)
    placed = glyphs(document, show)
    place(document, show, [*((code, placed[0][1]) for code, _ in placed[:-1]), placed[-1]])


def _words_exchanged(document: Document) -> None:
    """Let two words of a line take each other's place on paper."""
    show = document.pick(lambda show: len(show.text.split()) > 2)
    placed = glyphs(document, show)
    says = chars(document, show, placed)
    starts = [
        i for i, char in enumerate(says) if char.strip() and (not i or not says[i - 1].strip())
    ]
    spans = [
        (i, next((j for j in range(i, len(says)) if not says[j].strip()), len(says)))
        for i in starts
    ]
    words = {"".join(says[i:j]): (i, j) for i, j in spans}
    if len(words) < 2:
        raise NoPlace
    one, other = (words[word] for word in document.chance.sample(sorted(words), 2))
    for (i, j), (there, _) in ((one, other), (other, one)):
        start = placed[i][1]
        by = glyphs(document, show)[there][1] - start
        placed[i:j] = [(code, at + by) for code, at in placed[i:j]]
    place(document, show, placed)


def _slid(*moves: float) -> Callable[[Document], None]:
    """Move one digit of a number within its line by one of `moves`, in mm."""

    def act(document: Document) -> None:
        show = document.pick(
            lambda show: re.search(r"\d", show.text) and len(show.text.strip()) > 1
        )
        placed = glyphs(document, show)
        says = chars(document, show, placed)
        inner = [i for i, char in enumerate(says) if char.isdecimal() and i > 0]
        if not inner:
            raise NoPlace
        i = document.chance.choice(inner)
        code, at = placed[i]
        placed[i] = code, at + document.chance.choice(moves) * MM * 1000 / size_of(document, show)
        place(document, show, placed)

    return act


def _capital_made_small(document: Document) -> None:
    """Draw the small letter where a capital belongs."""
    show = document.pick(lambda show: re.search(r"[A-Z]", show.text))
    codes = {char: code for code, char in document.says[show.font].items()}
    placed = glyphs(document, show)
    says = chars(document, show, placed)
    capitals = [i for i, char in enumerate(says) if char.isupper() and char.lower() in codes]
    if not capitals:
        raise NoPlace
    i = document.chance.choice(capitals)
    placed[i] = codes[says[i].lower()], placed[i][1]
    place(document, show, placed)


def _over_its_neighbour(document: Document) -> None:
    """Draw a letter over the one after it."""
    show = document.pick(lambda show: re.search(r"\w\w", show.text))
    placed = glyphs(document, show)
    says = chars(document, show, placed)
    pairs = [i for i, (one, other) in enumerate(pairwise(says)) if (one + other).isalnum()]
    if not pairs:
        raise NoPlace
    i = document.chance.choice(pairs)
    placed[i] = placed[i][0], placed[i + 1][1]
    place(document, show, placed)


def _words_merged(document: Document) -> None:
    """Draw the words after a space where the space begins."""
    show = document.pick(lambda show: re.search(r"\w \w", show.text))
    placed = glyphs(document, show)
    says = chars(document, show, placed)
    spaces = [i for i, char in enumerate(says[:-1]) if char == " " and i]
    if not spaces:
        raise NoPlace
    i = document.chance.choice(spaces)
    by = placed[i + 1][1] - placed[i][1]
    place(document, show, [*placed[:i], *((code, at - by) for code, at in placed[i + 1 :])])


def _drawn_otherwise(before: str, after: str) -> Callable[[Document], None]:
    """Draw one digit between two operators; `{}` is the name of its font, then its size in px."""

    def act(document: Document) -> None:
        show = document.pick(lambda show: re.search(r"\w\d|\d\w", show.text))
        placed = glyphs(document, show)
        says = chars(document, show, placed)
        digits = [i for i, char in enumerate(says) if char.isdecimal()]
        if not digits:
            raise NoPlace
        i = document.chance.choice(digits)
        size = size_of(document, show)
        widths = widths_of(document.fonts[show.font])
        written = []
        gone = 0.0
        for number, (code, at) in enumerate(placed):
            name = {"font": show.font, "size": size, "small": 0.4 * size, "rise": 0.35 * size}
            shown = f"[{gone - at:.3f}] TJ {{}} [<{code:04x}>] TJ"
            inner = before.format(**name) if number == i else ""
            written.append(shown.format(inner))
            gone = at + widths.get(code, 500)
            if number == i:
                written.append(after.format(**name))
                if "small" in before:
                    gone -= 0.6 * widths.get(code, 500)
        document.code[show.show : show.show + 1] = parsed(" ".join(written), document.pdf)
        document.write()

    return act


def _slanted(document: Document) -> None:
    show = document.pick()
    *_, x, y = document.code[show.tm].operands
    document.set_operands(show.tm, [1, 0, document.chance.choice((-0.3, 0.3)), -1, x, y])
    document.write()


WITHIN: dict[str, Callable[[Document], None]] = {
    "digits exchanged on paper": _digits_exchanged,
    "letters in a heap": _heaped,
    "words exchanged on paper": _words_exchanged,
    "digit slid 2 mm": _slid(-2, 2),
    "digit slid half a millimetre": _slid(-0.5, 0.5),
    "digit shrunk": _drawn_otherwise("{font} {small} Tf", "{font} {size} Tf"),
    "digit raised": _drawn_otherwise("{rise} Ts", "0 Ts"),
    "digit squeezed": _drawn_otherwise("50 Tz", "100 Tz"),
    "letters slanted": _slanted,
    "capital made small": _capital_made_small,
    "letter over its neighbour": _over_its_neighbour,
    "words merged": _words_merged,
}
"""What is done within a run."""

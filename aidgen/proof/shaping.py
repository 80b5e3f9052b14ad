"""Texts in scripts whose letters are drawn by what stands beside them, and from right to left.

There a glyph alone does not say which letters it stands for, nor in which order they are read. So
the text that the layout set in a place is shaped anew, with our own font file and HarfBuzz: if that
gives the very glyphs that are drawn, in their order, they say this text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import icu
import uharfbuzz
from fontTools import unicodedata

from aidgen.assets.faces import FontFace
from aidgen.game.texts import COMBINING_MARKS, text_letters
from aidgen.page.faults import Fault, Kind
from aidgen.page.layout import Run, Sheet
from aidgen.proof.glyphs import Drawn, Finding, Glyph

NEAR = 1.0
"""How far in pt a text may begin from where it was laid out."""
FEATURES: tuple[Mapping[str, bool], ...] = ({}, {"lnum": True}, {"lnum": True, "tnum": True})
"""What our style sheets ask of figures."""
MARK = re.compile(rf"\s*([{COMBINING_MARKS}])")
"""What is written on a letter, at the beginning of a text."""
SHARED = ("Zyyy", "Zinh", "Zzzz")
"""The scripts of characters that belong to all."""


def spoken(
    runs: Sequence[Drawn], sheets: Sequence[Sheet]
) -> tuple[tuple[Drawn, ...], tuple[Finding, ...]]:
    """Return `runs`, each that is shaped with the text it says, and those that say nothing."""
    read: list[Drawn] = []
    findings: list[Finding] = []
    for run in runs:
        said: str | None = None
        if run.claimed is not None or any(glyph.face.shaped for glyph in run.glyphs):
            laid = sheets[run.page].runs if run.page < len(sheets) else ()
            texts = (one.text for one in laid if _is_there(run, one))
            said = next((text for text in texts if says(run, text)), None)
            if said is None:
                found = "is not drawn as its font shapes any text that was laid out there"
                findings.append(_finding("glyph", found, run))
            elif mark := MARK.match(said):
                found = f"begins with “{mark[1]}”, apart from the letter it is written on"
                findings.append(_finding("glyph", found, run))
        if run.claimed is not None and text_letters(run.claimed) != text_letters(said or ""):
            found = f"says “{run.claimed}” in place of a text"
            findings.append(_finding("tags", found, run))
        read.append(run if said is None else replace(run, said=said))
    return tuple(read), tuple(findings)


def _finding(kind: Kind, found: str, run: Drawn) -> Finding:
    fault = Fault(kind=kind, found=found, words=run.text.strip(), page=run.page + 1)
    return Finding(run, fault)


def _is_there(run: Drawn, laid: Run) -> bool:
    """Tell whether a run begins, and stands on the line, where a text was laid out."""
    steady = [glyph for glyph in run.glyphs if glyph.face.advance(glyph.code)]
    if not steady:
        return False
    *_, x, y = steady[0].matrix
    return abs(laid.x - x) < NEAR and abs(laid.y - y) < NEAR


def says(run: Drawn, text: str) -> bool:
    """Tell whether a text, shaped by our fonts, gives the glyphs of a run in their order."""
    inked = tuple(glyph for glyph in run.glyphs if glyph.bounds is not None)
    own = dict.fromkeys(unicodedata.script(char) for char in text)
    scripts = [script for script in own if script not in SHARED]
    return any(
        _follows(inked, text, rtl=rtl, way=_Way(rtl, features, script))
        for rtl in (True, False)
        for features in range(len(FEATURES))
        for script in (*scripts, "")
    )


def _follows(inked: Sequence[Glyph], text: str, *, rtl: bool, way: _Way) -> bool:
    at: int | None = 0
    for part, backwards in visual(text, rtl=rtl):
        at = _taken(inked, at, part, way._replace(backwards=backwards))
        if at is None:
            return False
    return at == len(inked)


class _Way(NamedTuple):
    """How a text is shaped."""

    backwards: bool
    """Whether it is read from right to left."""
    features: int
    """Which of FEATURES are asked for."""
    script: str
    """The script that figures and signs are taken to be of, which have none of their own."""


def visual(text: str, *, rtl: bool) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a line from left to right, each with whether it is read backwards.

    By Unicode's bidirectional algorithm, in a paragraph that is read from right to left or not.
    """
    bidi = icu.Bidi()
    # What is not on the first plane counts twice, as in UTF-16.
    units = text.encode("utf-16-le")
    bidi.setPara(icu.UnicodeString(text), int(rtl))
    for number in range(bidi.countRuns()):
        start, length, direction = bidi.getVisualRun(number)
        yield units[2 * start : 2 * (start + length)].decode("utf-16-le"), bool(direction)


def _taken(inked: Sequence[Glyph], at: int | None, text: str, way: _Way) -> int | None:
    """Return where in the glyphs a part of a line ends that begins at `at`; None if it does not."""
    while text and at is not None:
        if at == len(inked):
            return at if not _inked_of(text) else None
        face = inked[at].face
        known = _known(face, text, way.backwards)
        for length in range(known, 0, -1):
            part = text[-length:] if way.backwards else text[:length]
            codes = shaped(face, part, way)
            here = inked[at : at + len(codes)]
            if all(one.face is face for one in here) and tuple(one.code for one in here) == codes:
                at += len(codes)
                text = text[:-length] if way.backwards else text[length:]
                break
        else:
            return None
    return at


def _inked_of(text: str) -> str:
    return "".join(char for char in text if unicodedata.category(char) not in BLANK)


BLANK = ("Cc", "Cf", "Zl", "Zp", "Zs")
"""The categories of characters that leave no ink."""


def _known(face: FontFace, text: str, backwards: bool) -> int:
    """Return how many characters, from the left end on, a face has that are of one script."""
    letters = text[::-1] if backwards else text
    seen = ""
    for number, char in enumerate(letters):
        script = unicodedata.script(char)
        own = "" if script in SHARED else script
        strange = char not in face.characters and unicodedata.category(char) not in BLANK
        if strange or (own and seen and own != seen):
            return number
        seen = own or seen
    return len(letters)


@cache
def shaped(face: FontFace, text: str, way: _Way) -> tuple[int, ...]:
    """Return the numbers of the glyphs that leave ink, from left to right."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    if way.script and all(unicodedata.script(char) in SHARED for char in text):
        buffer.script = way.script
    buffer.direction = "rtl" if way.backwards else "ltr"
    uharfbuzz.shape(_font(face), buffer, dict(FEATURES[way.features]))
    codes = (info.codepoint for info in buffer.glyph_infos)
    return tuple(code for code in codes if face.bounds(code) is not None)


@cache
def _font(face: FontFace) -> uharfbuzz.Font:
    blob = uharfbuzz.Blob.from_file_path(str(face.path))
    return uharfbuzz.Font(uharfbuzz.Face(blob, face.index))

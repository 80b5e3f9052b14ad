"""PO files: the texts they hold, reading and writing them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import ne
from pathlib import Path, PurePosixPath

import polib

from aidgen.game.context import UI, Context, locale_code
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits
from aidgen.translation.words import LANGUAGE_WORDS, SEARCH_WORDS


def texts_of(game_data: GameData, domain: str) -> Iterator[tuple[Context, Text]]:
    """Yield context and text of all that catalog `domain` (a game or `ui`) holds."""
    if domain == UI:
        yield from ((Context(UI, (name,)), word) for name, word in game_data.words.items())
    else:
        yield from (text for text in game_data.texts() if text[0] not in game_data.shared)


def is_word_list(context: Context) -> bool:
    """Tell whether a text is a language's own list of words, not a translation of its source."""
    return context.is_ui and context.name in LANGUAGE_WORDS | SEARCH_WORDS


def read_po(
    path: Path, name: str, *, root: Path | None = None, limits: Limits = STANDARD
) -> tuple[polib.POFile, list[int]]:
    """Return the PO file at `path`, called `name` in problems, and the line of each msgstr.

    It must be in the pack `root`. Raises InputError if it is not a PO file, if an entry appears
    twice (possible without contexts), or if the header names another language than the folder.
    """
    po, text, lines = parse_po(path, name, root or path.parent, limits)
    if problems := [*_header_problems(po, text, name), *_entry_problems(po, name, lines)]:
        raise InputError(problems)
    return po, lines


def parse_po(
    path: Path, name: str, root: Path, limits: Limits
) -> tuple[polib.POFile, str, list[int]]:
    """Return any PO file, its text and the line of each msgstr; raises InputError."""
    if kind := OTHER_FILES.get(files.read_file(path, root, name, limits)[:2]):
        hint = "save the texts as PO (gettext) in UTF-8, with a PO editor"
        raise InputError.at(Where(name), f"is {kind}, expected a PO file", hint)
    text = files.read_text(path, root, name, limits)
    lines = list(_msgstr_lines(text, name))
    try:
        # Without a line end, polib may take it for a file name.
        return polib.pofile(text + "\n"), text, lines
    except (OSError, ValueError, IndexError) as error:
        # polib says: Syntax error in po file (line 12): unescaped double quote found
        number, _, message = str(error).partition("(line ")[2].partition(")")
        where = Where(name, int(number or 0))
        message = f"broken entry: {message.strip(': ') or 'unexpected line'}"
        raise InputError.at(where, message) from None


def _msgstr_lines(text: str, name: str) -> Iterator[int]:
    """Yield the line of each msgstr; raises InputError at a line that no PO file can have."""
    for number, line in enumerate(text.splitlines(), start=1):
        # polib silently drops a character where a quote is missing.
        matched = PO_LINE.fullmatch(line)
        if matched is None:
            message = "not a line of a PO file: expected a comment, or a keyword and a quoted text"
            hint = 'put texts in quotes; write a quote inside one as \\"'
            if line[:7] in CONFLICT_MARKS:
                message = "a conflict of git: two people changed the same text"
                hint = "keep one version, and delete the other and the lines of < = >"
            raise InputError.at(Where(name, number), message, hint)
        if str(matched[1]).startswith("msgstr"):
            yield number


def _header_problems(po: polib.POFile, text: str, name: str) -> Iterator[Problem]:
    folder = PurePosixPath(name).parent.name
    header = po.metadata.get("Language", "").strip()
    # fr_FR.UTF-8 may be in the folder fr.
    named, expected = (
        locale_code(locale.partition(".")[0].partition("@")[0]).split("_")
        for locale in (header, folder)
    )
    if header and folder and any(map(ne, named, expected)):
        where = Where(name, text.count("\n", 0, text.find("Language:")) + 1)
        hint = f"`Language: {folder}`, or move the file to locales/{header}/"
        yield Problem(where, f"the header's language is `{header}`, expected `{folder}`", hint)


def _entry_problems(po: polib.POFile, name: str, lines: list[int]) -> Iterator[Problem]:
    used = [entry for entry in po if not entry.obsolete]
    if used and not any(entry.msgctxt for entry in used):
        message = "its texts have no contexts (msgctxt), so that aidgen cannot tell them apart"
        hint = "take its texts over by their sources, with `msgmerge --compendium`"
        yield Problem(Where(name), message, hint)
        return
    first: dict[tuple[str | None, ...], int] = {}
    for entry in po:
        key = (entry.msgctxt, entry.msgid) if entry.obsolete else (entry.msgctxt,)
        line = line_of(entry, lines)
        if key in first:
            message = f"`{entry.msgctxt or ''}` appears twice, first at line {first[key]}"
            yield Problem(Where(name, line, 1), message, "keep one")
        first.setdefault(key, line)


def line_of(entry: polib.POEntry, lines: Sequence[int]) -> int:
    """Return the line of the first msgstr of `entry`, among those of all."""
    start = entry.linenum or 0
    after = bisect_right(lines, start)
    return lines[after] if after < len(lines) else start


# What a file is, by its first bytes: Excel's “Unicode text” is UTF-16.
OTHER_FILES = {
    b"PK": "a workbook (XLSX, ODS)",
    b"\xd0\xcf": "a workbook (XLS)",
    b"\xff\xfe": "in UTF-16",
    b"\xfe\xff": "in UTF-16",
}

# A line of a PO file: a comment, a keyword with a text, a further line of a text, or nothing.
PO_LINE = re.compile(
    r"\s*(?:#.*|"
    r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?'
)

# A line with which git marks two versions of the same lines.
CONFLICT_MARKS = ("<" * 7, "=" * 7, ">" * 7, "|" * 7)

# The width at which lines of a PO file are wrapped: gettext's, so that most tools agree.
PO_WIDTH = 78


def po_text(po: polib.POFile) -> str:
    """Return a PO file as text, its lines wrapped at PO_WIDTH whatever tool wrote it before."""
    po.wrapwidth = PO_WIDTH
    return str(po).rstrip("\n") + "\n"


def replace_translation(text: str, where: Where, context: Context, forms: Sequence[str]) -> str:
    """Return the text of a PO file with the translation at a context replaced, in all its `forms`.

    A fuzzy entry is no longer fuzzy. Raises InputError if the file has no such entry, or if it has
    another number of forms.
    """
    po = polib.pofile(text + "\n")
    used = (entry for entry in po if not entry.obsolete)
    entry = next((entry for entry in used if entry.msgctxt == str(context)), None)
    if entry is None:
        message = f"no entry `{context}`"
        raise InputError.at(where, message, "run `aidgen i18n sync` to update the file")
    expected = len(entry.msgstr_plural or [""])
    if len(forms) != expected:
        message = f"found {len(forms)} forms of `{context}`, expected {expected}"
        raise InputError.at(where, message)
    if entry.msgstr_plural:
        entry.msgstr_plural = dict(zip(sorted(entry.msgstr_plural), forms, strict=True))
    else:
        entry.msgstr = forms[0]
    entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
    entry.previous_msgctxt = entry.previous_msgid = entry.previous_msgid_plural = None
    return po_text(po)

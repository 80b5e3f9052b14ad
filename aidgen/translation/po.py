"""PO files: the texts they hold, reading them, and writing them with the layout they had.

Poedit, Weblate and polib wrap lines at other places, end them differently and order headers
differently. The layout of the program that wrote a file last is kept: an unchanged entry stays the
same, byte for byte, and only changed entries are wrapped again.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path, PurePosixPath

import polib

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.language.grammar import GENDERS, with_variants
from aidgen.language.language import LANGUAGE_WORDS, SEARCH_WORDS
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit


def texts_of(
    game_data: GameData, domain: str, genders: Sequence[str] = ()
) -> Iterator[tuple[Context, Text]]:
    """Yield context and text of all that catalog `domain` (a game or `ui`) holds.

    For a language with `genders`, texts that depend on them have variants.
    """
    texts = [text for text in game_data.texts() if text[0] not in game_data.shared]
    if domain == UI:
        texts = [(Context(UI, (name,)), word) for name, word in game_data.words.items()]
    yield from with_variants(game_data, domain, texts, genders)


def is_word_list(context: Context) -> bool:
    """Tell whether a text is a language's own list of words, not a translation of its source."""
    listed = context.name in LANGUAGE_WORDS | SEARCH_WORDS or context == GENDERS
    return context.is_ui and listed


def read_po(
    path: Path,
    name: str,
    *,
    root: Path | None = None,
    limits: Limits = STANDARD,
    foreign: bool = False,
) -> tuple[polib.POFile, list[int]]:
    """Return the PO file at `path`, called `name` in problems, and the line of each msgstr.

    It must be in the pack `root`. Raises InputError if it is not a PO file, and, unless it is a
    `foreign` file of another tool, if an entry appears twice (possible without contexts) or the
    header names another language than the folder.
    """
    most = "brought_bytes" if foreign else "file_bytes"
    text = files.read_text(path, root or path.parent, name, limits, most=most)
    lines = list(_msgstr_lines(text, name))
    if len(lines) > limits.entries:
        raise InputError([over_limit(Where(name), "entries", len(lines), limits)])
    try:
        po = polib.pofile(text + "\n")  # without a line end, polib may take it for a file name
    except (OSError, ValueError, IndexError) as error:
        at = re.search(r"line (\d+)\)?:? ?(.*)", str(error))
        message = (at[2] if at else "") or "unexpected line"
        raise InputError(
            [Problem(Where(name, int(at[1]) if at else 0), f"broken entry: {message}")]
        ) from None
    if not foreign and (
        problems := [*_header_problems(po, text, name), *_entry_problems(po, name, lines)]
    ):
        raise InputError(problems)
    return po, lines


def _msgstr_lines(text: str, name: str) -> Iterator[int]:
    """Yield the line of each msgstr; raises InputError at a line that no PO file can have."""
    for number, line in enumerate(text.splitlines(), start=1):
        # polib silently drops a character where a quote is missing.
        line_match = PO_LINE.fullmatch(line)
        if line_match is None:
            message = "not a line of a PO file: expected a comment, or a keyword and a quoted text"
            hint = 'put texts in quotes; write a quote inside one as \\"'
            if CONFLICT_MARK.match(line):
                message = "a conflict of git: two people changed the same text"
                hint = "keep one version, and delete the other and the lines of < = >"
            raise InputError([Problem(Where(name, number), message, hint)])
        if str(line_match[1]).startswith("msgstr"):
            yield number


def _header_problems(po: polib.POFile, text: str, name: str) -> Iterator[Problem]:
    """Yield where the header contradicts the file: another language, another charset."""
    folder = PurePosixPath(name).parent.name
    said = po.metadata.get("Language", "").strip()
    # fr_FR may be in the folder fr
    both = zip(_language_parts(said), _language_parts(folder), strict=False)
    if said and folder and any(one != other for one, other in both):
        where = Where(name, _header_line(text, "Language:"))
        hint = f"`Language: {folder}`, or move the file to locales/{said}/"
        yield Problem(where, f"the header's language is `{said}`, expected `{folder}`", hint)
    charset = re.search(r"charset=([\w.:-]+)", po.metadata.get("Content-Type", ""))
    if charset and charset[1] != "CHARSET" and not _is_utf_8(charset[1]):
        where = Where(name, _header_line(text, "charset="))
        yield Problem(where, f"the header's charset is {charset[1]}, expected UTF-8")


def _language_parts(locale: str) -> list[str]:
    """Return language, script and region of a locale in any notation: pt-BR, pt_BR.UTF-8."""
    return re.split("[-_]", re.split("[.@]", locale)[0].lower())


def _is_utf_8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name in ("utf-8", "ascii")
    except LookupError:
        return False


def _header_line(text: str, words: str) -> int:
    return text.count("\n", 0, text.find(words)) + 1


def _entry_problems(po: polib.POFile, name: str, lines: list[int]) -> Iterator[Problem]:
    """Yield the entries that appear again, or one problem if no entry has a context."""
    used = [entry for entry in po if not entry.obsolete]
    if used and not any(entry.msgctxt for entry in used):
        message = "its texts have no contexts (msgctxt), so that aidgen cannot tell them apart"
        hint = "move it elsewhere and read it with `aidgen i18n import`, which goes by the sources"
        yield Problem(Where(name), message, hint)
    else:
        yield from _duplicates(po, name, lines)


def _duplicates(po: polib.POFile, name: str, lines: list[int]) -> Iterator[Problem]:
    """Yield the entries that appear again; a context may be in use only once."""
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


PO_LINE = re.compile(
    r"\s*(?:#.*|"
    r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?'
)
"""A line of a PO file: a comment, a keyword with a text, a further line of a text, or nothing."""

CONFLICT_MARK = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")
"""A line with which git marks two versions of the same lines."""

PO_WIDTH = 88
"""The width at which lines of a PO file are wrapped."""


EntryContent = tuple[object, ...]


@dataclass(frozen=True)
class _Block:
    """An entry in a file: its content, and the lines with it."""

    said: EntryContent
    remarked: EntryContent
    message: str
    remarks: str


def keep_layout(new: polib.POFile, old: str) -> str:
    """Return a PO file as text, with the lines of its former text `old` where the content is
    unchanged.

    Changed entries are wrapped as wide as the rest; line ends stay.
    """
    former = old.replace("\r\n", "\n").strip("\n")
    new.wrapwidth = line_width(former, new.wrapwidth)
    texts = BLANK_LINES.split(str(new).strip("\n"))
    texts[0] = _reorder_header(texts[0], former)
    before = BLANK_LINES.split(former)
    same = {*texts} & {*before}  # most of a file, and slow to parse
    known: dict[EntryContent, _Block] = {}
    for written in before:
        block = _read_block(written) if written not in same else None
        if block is not None:
            known.setdefault(block.said, block)
    text = "\n\n".join(one if one in same else _reuse(one, known) for one in texts) + "\n"
    return text.replace("\n", "\r\n") if "\r\n" in old else text


def line_width(text: str, usual: int) -> int:
    """Return the width at which a PO file wraps lines, 0 if it does not wrap.

    If too few of its texts are longer than a line, that is `usual`.
    """
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    broken = sorted(
        len(line)
        for line, after in pairwise(lines)
        if after.startswith('"') and not line.endswith(('""', '\\n"'))
    )
    if len(broken) < ENOUGH_LINES:
        return 0 if max(map(len, lines), default=0) > UNWRAPPED_WIDTH else usual
    return broken[-ENOUGH_LINES]  # one or two may have a longer word


def _reuse(text: str, known: Mapping[EntryContent, _Block]) -> str:
    block = _read_block(text) if known else None
    before = known.get(block.said) if block else None
    if block is None or before is None:
        return text
    remarks = before.remarks if before.remarked == block.remarked else block.remarks
    return remarks + before.message


def _parse(text: str) -> polib.POFile | None:
    """Return a part of a PO file; None if it is broken."""
    try:
        return polib.pofile(text + "\n")
    except (OSError, ValueError, IndexError):
        return None


def _read_block(text: str) -> _Block | None:
    """Read the text of an entry; None unless it is exactly one."""
    po = _parse(text)
    if po is None:
        return None
    entries = [*po]
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if MESSAGE_START.match(line)), len(lines))
    remarks, message = "".join(f"{line}\n" for line in lines[:first]), "\n".join(lines[first:])
    if not entries and po.metadata:  # the header
        said = ("", *sorted(po.metadata.items()))
        return _Block(said, (po.header, po.metadata_is_fuzzy), message, remarks)
    if len(entries) != 1 or po.metadata:
        return None
    (one,) = entries
    forms = tuple(sorted(one.msgstr_plural.items()))
    said = (one.obsolete, one.msgctxt, one.msgid, one.msgid_plural or "", one.msgstr, *forms)
    before = (one.previous_msgctxt, one.previous_msgid, one.previous_msgid_plural)
    comment = " ".join(one.comment.split())  # may be wrapped
    # polib takes a translator's comment above the first entry for the file's header.
    says = (po.header, one.tcomment)
    remarked = (says, comment, tuple(one.occurrences), frozenset(one.flags), before)
    return _Block(said, remarked, message, remarks)


# The header --------------------------------------------------------------------------------------


def _reorder_header(new: str, former: str) -> str:
    """Return the header `new` with fields in the order, and on the lines, of the former text.

    polib has its own order; new fields come last.
    """
    begin, fields = _header_fields(new)
    _, before = _header_fields(BLANK_LINES.split(former)[0])
    order = {name: at for at, name in enumerate(before)}
    names = sorted(fields, key=lambda name: order.get(name, len(order)))
    lines = [
        before[name] if name in before and _unwrap(before[name]) == _unwrap(fields[name]) else text
        for name, text in ((name, fields[name]) for name in names)
    ]
    return "\n".join([begin, *lines])


def _header_fields(text: str) -> tuple[str, dict[str, str]]:
    """Return what precedes the fields of a header, and the lines of each field by its name.

    Anything but a header has no fields.
    """
    begin, divided, rest = text.partition('msgid ""\nmsgstr ""\n')
    fields: dict[str, str] = {}
    gathered: list[str] = []
    for line in rest.split("\n"):
        gathered.append(line)
        if line.endswith('\\n"'):
            fields[gathered[0][1:].partition(":")[0]] = "\n".join(gathered)
            gathered = []
    return (begin + divided.rstrip("\n"), fields) if fields and not gathered else (text, {})


def _unwrap(lines: str) -> str:
    return lines.replace('"\n"', "")


# One or more blank lines.
BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+(?=\S)")
# The first line of an entry's content, obsolete or not; comments with the former source precede it.
MESSAGE_START = re.compile(r'(?:#~ ?)?(?:msg|")')

UNWRAPPED_WIDTH = 120
"""A line this long shows that a file does not wrap: gettext's width is 79, ours 88."""
ENOUGH_LINES = 3
"""How many wrapped texts show at which width a file wraps."""


# The line with the first translation of an entry.
TRANSLATION_START = re.compile(r"^msgstr", re.MULTILINE)
# A line of flags.
FLAGS_LINE = re.compile(r"^#,(.*)$\n?", re.MULTILINE)
# The lines with the former source.
FORMER_LINES = re.compile(r"^#\|.*$\n?", re.MULTILINE)


def replace_translation(text: str, where: Where, context: Context, forms: Sequence[str]) -> str:
    """Return the text of a PO file with the translation at a context replaced, in all its `forms`.

    A fuzzy entry is no longer fuzzy. All other comments, wrapping and order stay. Raises InputError
    if the file has no such entry, or if it has another number of forms.
    """
    start, end, entry = _find_entry(text, where, context)
    expected = len(entry.msgstr_plural or [""])
    if len(forms) != expected:
        message = f"found {len(forms)} forms of `{context}`, expected {expected}"
        raise InputError([Problem(where, message)])
    if entry.msgstr_plural:
        entry.msgstr_plural = dict(zip(sorted(entry.msgstr_plural), forms, strict=True))
    else:
        entry.msgstr = forms[0]
    written = entry.__unicode__(wrapwidth=PO_WIDTH).rstrip("\n")
    said = TRANSLATION_START.search(written)
    block = text[start:end]
    before = TRANSLATION_START.search(block)
    assert said is not None
    assert before is not None
    remarks = FORMER_LINES.sub("", FLAGS_LINE.sub(_remove_fuzzy, block[: before.start()]))
    return text[:start] + remarks + written[said.start() :] + text[end:]


def _remove_fuzzy(line: re.Match[str]) -> str:
    flags = [flag.strip() for flag in line[1].split(",")]
    left = [flag for flag in flags if flag and flag != "fuzzy"]
    if len(left) == len(flags):
        return line[0]
    return f"#, {', '.join(left)}\n" if left else ""


def _find_entry(text: str, where: Where, context: Context) -> tuple[int, int, polib.POEntry]:
    """Return the start and end of the entry in use at a context, and the entry."""
    begin = 0
    ends = [*BLANK_LINES.finditer(text), None]
    for gap in ends:
        end = gap.start() if gap else len(text.rstrip("\n"))
        entry = _entry_in(text[begin:end], context)
        if entry is not None:
            return begin, end, entry
        begin = gap.end() if gap else end
    message = f"no entry `{context}`"
    raise InputError([Problem(where, message, "run `aidgen i18n sync` to update the file")])


def _entry_in(block: str, context: Context) -> polib.POEntry | None:
    for entry in (_parse(block) or ()) if context.name in block else ():
        if entry.msgctxt == str(context) and not entry.obsolete:
            return entry
    return None

"""Translators' PO files: read, kept in step with the canon, and held against it.

The only home of polib; msgctxt is the path of ids, so a translation survives any reordering.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import polib

from aidgen.canon import ICON, LINK, PLACEHOLDER, Canon, Model, Text, forms
from aidgen.problems import Problem, Unusable, Where


@dataclass(frozen=True)
class Entry:
    """One text of a PO file."""

    where: Where
    source: str
    text: Text


@dataclass(frozen=True)
class Catalog:
    """The translation of one game, or of the templates' words, into one language."""

    file: str
    entries: Mapping[str, Entry]


def catalog(path: Path, name: str) -> Catalog:
    """Read the PO file at `path`, called `name` in problems; no file is an empty catalogue.

    Raises Unusable with the place of what keeps it from being read.
    """
    if not path.is_file():
        return Catalog(name, {})
    po, lines = _read(path, name)
    entries: dict[str, Entry] = {}
    problems = []
    for entry in po:
        if entry.obsolete:
            continue
        first_line = entry.linenum or 0
        where = Where(name, next((line for line in lines if line > first_line), first_line), 1)
        context = entry.msgctxt or ""
        if context in entries:
            first = entries[context].where.line
            problems.append(Problem(where, f"`{context}` is here twice, first at line {first}"))
        if entry.msgid_plural:
            problems.append(Problem(where, f"`{context}` has a plural, expected a single msgstr"))
        words = Text(entry.msgid, "missing")
        if entry.msgstr.strip():
            words = Text(entry.msgstr.strip(), "fuzzy" if entry.fuzzy else "translated")
        entries[context] = Entry(where, entry.msgid, words)
    if problems:
        raise Unusable(problems)
    return Catalog(name, entries)


def _read(path: Path, name: str) -> tuple[polib.POFile, list[int]]:
    """Return the PO file at `path`, and the line of each msgstr; raises Unusable at the fault."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        number = path.read_bytes()[: error.start].count(b"\n") + 1
        raise Unusable([Problem(Where(name, number), "is not UTF-8")]) from None
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        # polib drops a character where a quote is missing, and says nothing.
        found = _LINE.fullmatch(line)
        if found is None:
            message = "found no line of a PO file, expected a comment, or a keyword and a text"
            hint = 'texts stand in quotes; a quote within one is written \\"'
            raise Unusable([Problem(Where(name, number), message, hint)])
        if str(found[1]).startswith("msgstr"):
            lines.append(number)
    try:
        return polib.pofile(text + "\n"), lines  # a text without line end may name a file
    except (OSError, ValueError, IndexError) as error:
        at = re.search(r"line (\d+)\)?:? ?(.*)", str(error))
        message = (at[2] if at else "") or "this line is not expected here"
        raise Unusable(
            [Problem(Where(name, int(at[1]) if at else 0), f"broken entry: {message}")]
        ) from None


def translation(catalogs: Iterable[Catalog]) -> dict[str, Text]:
    """Return every translated or fuzzy text of `catalogs` by its context."""
    return {
        context: entry.text
        for found in catalogs
        for context, entry in found.entries.items()
        if entry.text.state != "missing"
    }


def dated(canon: Canon, domain: str, found: Catalog) -> Catalog:
    """Return `found` with those texts fuzzy that were made for another text than the canon's."""
    entries = dict(found.entries)
    for context, _, text in wanted(canon, domain):
        entry = entries.get(context)
        if entry is not None and entry.source != text and entry.text.state == "translated":
            entries[context] = replace(entry, text=Text(entry.text, "fuzzy"))
    return Catalog(found.file, entries)


def wanted(canon: Canon, domain: str) -> Iterator[tuple[str, tuple[str, ...], Text]]:
    """Yield context, path and text of all that catalogue `domain` (a game or `ui`) holds."""
    if domain == "ui":
        for name, word in canon.words.items():
            yield f"ui.{name}", ("words", name), word
        return
    for path, text in canon.texts():
        yield canon.context(path), path, text


def sync(canon: Canon, domain: str, locale: str, path: Path) -> str:
    """Return the PO file at `path` brought into step with the canon, as text.

    Merged by context first: what stayed is kept, what changed is fuzzy with its previous msgid,
    what is gone is kept as obsolete; headers and translators' comments stay.
    """
    name = f"locales/{locale}/{domain}.po"
    old = _read(path, name)[0] if path.is_file() else polib.POFile()
    # Of two entries of one context, the one in use comes last and is kept.
    known = {entry.msgctxt: entry for entry in sorted(old, key=lambda entry: not entry.obsolete)}
    new = polib.POFile(wrapwidth=88)
    new.header = old.header
    new.metadata = _headers(canon, domain, locale) | old.metadata
    for context, steps, text in wanted(canon, domain):
        where = canon.where(steps)
        entry = known.pop(context, None) or polib.POEntry(msgctxt=context, msgid=str(text))
        if entry.msgid != text:
            if entry.msgstr and "fuzzy" not in entry.flags:
                entry.flags.append("fuzzy")
                entry.previous_msgid = entry.msgid
            entry.msgid = str(text)
        if "fuzzy" not in entry.flags:
            entry.previous_msgid = None
        entry.obsolete = False
        entry.occurrences = [(where.file, str(where.line))] if domain != "ui" else []
        entry.comment = _role(canon, steps)
        formatted = "python-brace-format"
        entry.flags = [flag for flag in entry.flags if flag != formatted]
        if PLACEHOLDER.search(text):
            entry.flags.append(formatted)
        new.append(entry)
    for entry in known.values():
        if entry.msgstr:
            entry.obsolete = True
            entry.occurrences = []
            new.append(entry)
    return str(new) + "\n"


def _headers(canon: Canon, domain: str, locale: str) -> dict[str, str]:
    return {
        "Project-Id-Version": f"aidgen {domain}",
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Source-Language": "en" if domain == "ui" else canon.game.language,
    }


def _role(canon: Canon, path: tuple[str, ...]) -> str:
    """Return what a text is, in words for its translator: the description of its field."""
    node: object = canon
    role = ""
    for step in path:
        if isinstance(node, Model) and step in type(node).model_fields:
            role = type(node).model_fields[step].description or ""
            node = getattr(node, step)
        elif isinstance(node, Mapping):
            node = node.get(step)
    return role


# What is wrong with a translation ---------------------------------------------------------------


def faults(
    canon: Canon,
    domain: str,
    found: Catalog,
    source: Mapping[str, Text],
    language: Mapping[str, Text],
) -> list[Problem]:
    """Return what is wrong with the translation `found` of the texts of `domain`.

    `source` and `language` hold the words of the templates in the language of the texts and of
    their translation, among them the number words, dice letters and comparisons by which the two
    are held against each other; where they lack one, the English word is taken.
    """
    english = {f"ui.{name}": word for name, word in canon.words.items()}
    here, there = _Language.of({**english, **source}), _Language.of({**english, **language})
    terms = list(_terms(canon, found)) if domain != "ui" else []
    problems: list[Problem] = []
    contexts = set()
    for context, path, text in wanted(canon, domain):
        contexts.add(context)
        entry = found.entries.get(context)
        if entry is None or entry.text.state == "missing":
            where = entry.where if entry else Where(found.file)
            message, hint = f"`{context}` is not translated", f"“{_short(text)}”"
            problems.append(Problem(where, message, hint, "warning"))
            continue
        if entry.text.state == "fuzzy" or entry.source != text:
            hint = "read the source again, then remove the flag `fuzzy`"
            message = f"`{context}` was made for another text"
            problems.append(Problem(entry.where, message, hint, "warning"))
            continue  # what it says of the other text is not held against it
        if domain == "ui" and path[-1] in LANGUAGE_WORDS:
            continue
        problems += _compare(entry.where, text, entry.text, here, there)
        if path[0] != "terms" or path[-1] == "definition":
            problems += _terms_kept(entry, text, terms)
    problems += [
        Problem(entry.where, f"`{context}` is no text of the canon", "run `aidgen i18n sync`")
        for context, entry in found.entries.items()
        if context not in contexts
    ]
    return problems


def _short(text: str) -> str:
    first = " ".join(text.split())
    return first if len(first) <= 50 else first[:49] + "…"


@dataclass(frozen=True)
class _Language:
    """By which words a language says numbers and comparisons."""

    numbers: Mapping[str, Fraction]
    comparisons: tuple[tuple[re.Pattern[str], str], ...]
    idioms: tuple[re.Pattern[str], ...]
    """Phrases with such a word in them that compare nothing, as in "above all"."""
    dice: str
    """The letters of a die, as a pattern."""

    @classmethod
    def of(cls, words: Mapping[str, Text]) -> _Language:
        """Read the language from its words; groups are divided by spaces, synonyms by |."""
        numbers: dict[str, Fraction] = {}
        for value, group in enumerate(str(words["ui.number-words"]).split()):
            numbers |= dict.fromkeys(group.lower().split("|"), Fraction(value))
        for name, fraction in FRACTION_WORDS.items():
            numbers |= dict.fromkeys(forms(str(words[f"ui.{name}"]).lower()), fraction)
        signs = [
            (form, sign)
            for name, sign in COMPARISONS.items()
            for form in forms(words[f"ui.{name}"])
        ]
        signs.sort(key=lambda pair: -len(pair[0]))
        comparisons = tuple((_any_of([form]), sign) for form, sign in signs)
        letters = {"d", "D", *forms(words["ui.dice-letter"])}
        idioms = tuple(_any_of([form]) for form in forms(words["ui.idioms"]))
        return cls(numbers, comparisons, idioms, "|".join(sorted(map(re.escape, letters))))

    def read(self, text: str) -> dict[str, Counter[str]]:
        """Return what must be the same in every language: figures, dice, comparisons."""
        plain = LINK.sub(r"\1", PLACEHOLDER.sub(" ", ICON.sub(" ", text)))
        plain = re.sub(r"[\u00a0\u202f\u2009]", " ", plain).replace("−", "-").replace("–", "-")
        dice = re.compile(rf"(?<!\w)(\d*)(?:{self.dice})(\d+)(?!\w)")
        found_dice = Counter(f"{count or ''}d{faces}" for count, faces in dice.findall(plain))
        plain = dice.sub(" ", plain)
        for idiom in self.idioms:
            plain = idiom.sub(" ", plain)
        signs: Counter[str] = Counter()
        for pattern, sign in self.comparisons:
            plain, times = pattern.subn(" ", plain)
            signs[sign] += times
        return {"dice": found_dice, "comparison": +signs, "number": self._numbers(plain)}

    def _numbers(self, text: str) -> Counter[str]:
        """Return the numbers of a text; the word "one" is left out, it may be an article."""
        found: Counter[str] = Counter()
        for sign, digits in re.findall(r"((?<!\w)[-+])?(\d+(?:[.,]\d+)?)", text):
            found[f"{sign}{Fraction(digits.replace(',', '.'))}"] += 1
        for word in re.findall(r"[^\W\d_]+", text.lower()):
            if word in self.numbers and self.numbers[word] != 1:
                found[str(self.numbers[word])] += 1
        return found


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of `words`, the longest first."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile("|".join(map(_word, longest_first)), re.IGNORECASE)


def _word(form: str) -> str:
    """Return a pattern for a word or phrase, or for a sign, which has no word borders."""
    escaped = re.escape(form).replace(r"\ ", r"\s+")
    return rf"(?<!\w){escaped}(?!\w)" if form[0].isalnum() else escaped


def _compare(
    where: Where, source: str, text: str, here: _Language, there: _Language
) -> Iterator[Problem]:
    pairs = {
        "placeholder": (Counter(PLACEHOLDER.findall(source)), Counter(PLACEHOLDER.findall(text))),
        "icon": (Counter(ICON.findall(source)), Counter(ICON.findall(text))),
        "link": (_targets(source), _targets(text)),
    }
    one, other = here.read(source), there.read(text)
    pairs |= {name: (one[name], other[name]) for name in one}
    for name, (expected, found) in pairs.items():
        lost, extra = expected - found, found - expected
        if name == "number" and _only_one(lost, extra):
            continue
        if lost or extra:
            yield Problem(where, _difference(name, lost, extra), f"source: “{_short(source)}”")
    if emphasis(source) != emphasis(text):
        message = f"found {emphasis(text)} emphases (*…*, **…**), expected {emphasis(source)}"
        yield Problem(where, message, f"source: “{_short(source)}”")


def emphasis(text: str) -> int:
    """Return how many emphasised passages a text has; a translation has as many."""
    return len(re.findall(r"(?<![\w*])\*{1,2}(?=[^\s*])", LINK.sub(r"\1", text)))


def _targets(text: str) -> Counter[str]:
    return Counter(target for _, target in LINK.findall(text))


def _only_one(lost: Counter[str], extra: Counter[str]) -> bool:
    """Tell whether two texts differ by a 1 alone, which the other language says as an article."""
    return set(lost) | set(extra) <= {"1"}


def _difference(name: str, lost: Counter[str], extra: Counter[str]) -> str:
    def show(counter: Counter[str]) -> str:
        shown = (f"{{{item}}}" if name == "placeholder" else item for item in counter.elements())
        return ", ".join(f"`{item}`" for item in shown)

    if lost and extra:
        return f"{name}: found {show(extra)}, expected {show(lost)}"
    return f"{name}: {show(lost)} is missing" if lost else f"{name}: {show(extra)} is too much"


@dataclass(frozen=True)
class _Term:
    """A glossary term in both languages: its first forms, and what finds it in a text."""

    source: str
    target: str
    asked: re.Pattern[str]
    answered: re.Pattern[str]


def _terms(canon: Canon, found: Catalog) -> Iterator[_Term]:
    """Yield each glossary term that is translated, those of several words before their parts."""
    pairs: list[tuple[list[str], list[str]]] = []
    for name, term in canon.terms.items():
        source, target = [], []
        for field in ("one", "many"):
            word = getattr(term, field)
            entry = found.entries.get(canon.context(("terms", name, field)))
            if word is not None and entry is not None and entry.text.state != "missing":
                source += forms(word)
                target += forms(entry.text)
        if source:
            pairs.append((source, target))
    for source, target in sorted(pairs, key=lambda pair: -max(map(len, pair[0]))):
        plain = [form.replace("’", "'") for form in target]
        yield _Term(source[0], target[0], _any_of(source), _any_of(plain))


def _terms_kept(entry: Entry, text: str, terms: Sequence[_Term]) -> Iterator[Problem]:
    """Yield a problem for each glossary term of the source that the translation does not use."""
    rest = LINK.sub(r"\1", text)
    plain = re.sub(r"[\u00a0\u202f]", " ", LINK.sub(r"\1", entry.text)).replace("’", "'")
    for term in terms:
        rest, asked = term.asked.subn(" ", rest)
        if asked and not term.answered.search(plain):
            message = f"term: `{term.source}` is not said as in the glossary"
            hint = "add an inflected form to the glossary after | if it is one"
            yield Problem(entry.where, f"{message}, expected `{term.target}`", hint)


_LINE = re.compile(
    r'\s*(?:#.*|(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?'
)
"""A line of a PO file: a comment, a keyword with a text, a further line of a text, or nothing."""

COMPARISONS = {"at-least": "≥", "at-most": "≤", "more-than": ">", "less-than": "<"}
"""The words (in `ui`) that say a comparison, and its sign."""

FRACTION_WORDS = {"half": Fraction(1, 2), "twice": Fraction(2)}
"""Words (in `ui`) for numbers that counting does not reach."""

LANGUAGE_WORDS = frozenset({*COMPARISONS, *FRACTION_WORDS, "idioms", "number-words", "dice-letter"})
"""Words (in `ui`) by which languages are compared; they are not compared themselves."""

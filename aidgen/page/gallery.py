"""The gallery: pictures of all aids to choose from, by language, game, reader, kind, paper and ink.

It is one HTML file. Its style sheet hides what is not chosen, without a script.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from aidgen import BUNDLED_PACK
from aidgen.assets.icons import icon_names, own_icon_names, unprintable_icons
from aidgen.assets.papers import SHARES, WHOLE
from aidgen.page.markdown import draw_icon
from aidgen.problems import InputError

# Up to which part of a page in per cent covered with ink it takes little of it: text alone.
LITTLE_INK = 8
_SCRIPTS = ("edition_script", "mark.js"), ("front_script", "front.js")


@dataclass(frozen=True, kw_only=True)
class GalleryEntry:
    """A PDF as the gallery shows it."""

    href: str
    picture: str
    title: str
    pages: int
    kilobytes: int
    paper: str
    """The paper it is printed on."""
    card: str = ""
    """The size of its cards; "" if it has none."""
    two_sided: bool = False
    for_each: bool = False
    """Whether each player needs one."""
    kind: str = ""
    reader: str = ""
    """Who uses it in play: gm, player, both, or "" for nobody in particular."""
    ink: float | None = None
    """How much of its paper is covered, in per cent; None if unknown."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Its PDFs on other paper, folded or cut otherwise: their addresses by their names."""
    offered: str = ""
    """The command that builds it."""


@dataclass(frozen=True)
class GallerySection:
    """The PDFs of one game in one language."""

    title: str
    locale: str
    language: str
    words: Mapping[str, str]
    entries: Sequence[GalleryEntry]
    game: str = ""
    href: str = ""
    """Where more of it is to be found; "" if nowhere."""
    mark: str = ""
    """The current mark of its sheets: the edition, and the digest of its figures."""


# The templates of our own pages, which no pack can replace.
PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("html")),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
PAGES.filters["json"] = partial(json.dumps, ensure_ascii=False)
for _name, _file in (("look", "front.css"), *_SCRIPTS):
    PAGES.globals[_name] = Markup(  # a file of ours
        Path(__file__).with_name(_file).read_text(encoding="utf-8")
    )


def _content_policy() -> str:
    # Opened from its folder, too, where some browsers do not count files as `'self'`.
    digests = (sha256(str(PAGES.globals[name]).encode()).digest() for name, _ in _SCRIPTS)
    ours = " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'none'; script-src 'self' file: {ours}; "
        "style-src 'unsafe-inline'; img-src 'self' file: data:; font-src 'self' file:; "
        "manifest-src 'self'; worker-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )


PAGES.globals["policy"] = _content_policy()

# HTML of ours, which is not escaped again.
Html = Markup


def render_page(name: str, **variables: object) -> str:
    """Return the HTML of a page of ours; `lang` is a locale if it is given."""
    if "lang" in variables:
        variables["lang"] = str(variables["lang"]).replace("_", "-")
    return PAGES.get_template(name).render(variables)


def front(title: str, sections: Sequence[GallerySection]) -> str:
    """Return the page of all play aids, by game and language, with a title or without."""
    words = sections[0].words if sections else {}
    lang = sections[0].locale if sections else "en"
    marks = dict.fromkeys((section.title, section.mark) for section in sections if section.mark)
    return render_page(
        "front.html",
        lang=lang,
        title=words.get("site-aids", title or "aidgen"),
        heading=title or words.get("site-aids", "aidgen"),
        sections=[
            (section, [_entry(section, entry) for entry in section.entries]) for section in sections
        ],
        choices=list(_choices(sections)),
        marks=tuple(marks),
        words=words,
    )


def _choices(
    sections: Sequence[GallerySection],
) -> Iterator[tuple[str, str, list[str], str, list[str]]]:
    """Yield each choice: its name, legend and labels, what it hides, and the values it keeps.

    The first one keeps all.
    """
    if not sections:
        return
    words = sections[0].words
    entries = [entry for section in sections for entry in section.entries]
    readers = {"gm": words["site-gm"], "player": words["site-player"]}
    used = {entry.reader for entry in entries}
    uses_ink = any(entry.ink is not None for entry in entries)
    kinds = {entry.kind: words.get(f"site-{entry.kind}", entry.kind) for entry in entries}
    asked = {
        "language": (".game", {section.locale: section.language for section in sections}),
        "game": (".game", {section.game: section.title for section in sections}),
        "reader": (".aid", {name: readers[name] for name in readers if name in used}),
        "kind": (".aid", dict(sorted(kinds.items(), key=lambda item: item[1]))),
        "paper": (".aid", {paper: paper for entry in entries for paper in _papers(entry)}),
        "ink": (".aid", {"little": words["site-little"]} if uses_ink else {}),
    }
    for name, (what, values) in asked.items():
        if len(values) > 1 or (values and name == "ink"):
            labels = [words["site-all"], *values.values()]
            yield name, words[f"site-{name}"], labels, what, ["", *map(_word, values)]


def variant_links(entry: GalleryEntry, words: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the address and the name of each variant of a PDF that has been built."""
    return [
        (href, SHARES[name][WHOLE] if name in SHARES else words.get(f"site-{name}", name))
        for name, href in entry.variants.items()
    ]


def one_page(words: Mapping[str, str]) -> str:
    """Return the word for a page within a line: capitalized in languages such as German."""
    return words["page"].lower() if words["pages"][:1].islower() else words["page"]


def _papers(entry: GalleryEntry) -> tuple[str, ...]:
    return (entry.paper, *(SHARES[name][WHOLE] for name in entry.variants if name in SHARES))


def _word(value: str) -> str:
    return value.replace(" ", "_")


def _entry(
    section: GallerySection, entry: GalleryEntry
) -> tuple[GalleryEntry, str, str, str, list[tuple[str, str]]]:
    words = section.words
    papers = " ".join(map(_word, _papers(entry)))
    facts = " · ".join(entry_facts(entry, words))
    sparing = "low-ink" in entry.variants or (entry.ink is not None and entry.ink <= LITTLE_INK)
    ink = "little" if sparing else "much"
    return entry, papers, ink, facts, variant_links(entry, words)


def entry_facts(entry: GalleryEntry, words: Mapping[str, str]) -> Iterator[str]:
    """Yield what to know of a PDF before it is printed: for whom, how many, on what, how large."""
    yield f"{words['site-reader']} {words['site-' + (entry.reader or 'anyone')]}"
    if entry.for_each:
        yield words["site-each"]
    if entry.card:
        yield f"{words['site-card']} {entry.card}"
    yield entry.paper
    if entry.two_sided:
        yield words["site-two-sided"]
    yield f"{entry.pages} {one_page(words) if entry.pages == 1 else words['pages']}"
    yield f"{entry.kilobytes} kB"


def icon_sheet(root: Path) -> str:
    """Return the HTML of a page of all icons: those of the pack `root`, ours, those of the set.

    Raises InputError if some of the pack cannot be printed.
    """
    if broken := [each for each in unprintable_icons(root) if each.severity == "error"]:
        raise InputError(broken)
    ours = own_icon_names([BUNDLED_PACK])
    theirs = own_icon_names([root]) if root != BUNDLED_PACK else frozenset()
    parts = (
        ("Of this pack", theirs),
        ("Dice and suits", ours - theirs),
        ("Phosphor, fill", icon_names() - theirs - ours),
    )
    roots = (root, BUNDLED_PACK)
    # d4 comes before d10.
    by_number = partial(sorted, key=lambda name: (name.rstrip("0123456789"), len(name)))
    sections = [
        (title, [(name, draw_icon(name, roots=roots)) for name in by_number(names)])
        for title, names in parts
    ]
    return render_page("icons.html", sections=sections)

"""`docs/reference/templates.md` lists what templates get; its examples print what it says."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path
from unittest.mock import patch

import pytest

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.game.data import GameData
from aidgen.game.fields import Record
from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language.localize import localize
from aidgen.page import environment, filters, templates, views
from aidgen.page.kinds import KINDS
from aidgen.page.render import render
from aidgen.page.render_state import RenderState
from aidgen.page.sheets import FOLIO
from aidgen.sandbox.limits import STANDARD
from tests.mini import MINI, WIDE

REFERENCE = BUNDLED_PACK / "docs" / "reference"
PAGE = (REFERENCE / "templates.md").read_text(encoding="utf-8")
GAME_PAGES = "".join(path.read_text(encoding="utf-8") for path in sorted(REFERENCE.glob("*.md")))


def listed(heading: str) -> dict[str, set[str]]:
    """Return the rows of a table of the page: names in the first cell, and those in the second."""
    part = PAGE.split(f"\n### {heading}\n", 1)[1].split("\n### ", 1)[0]
    found: dict[str, set[str]] = {}
    for names, rest in re.findall(r"^\| (`[^|]+`[^|]*) \| ([^|]*) \|$", part, re.M):
        for name in re.findall(r"`([^`]+)`", names):
            found[name] = set(re.findall(r"`([^`]+)`", rest))
    return found


@cache
def poured() -> Mapping[tuple[str, str], Mapping[str, object]]:
    """Return what each template is given, by its name and kind: one aid of each."""
    given: dict[tuple[str, str], Mapping[str, object]] = {}

    def spy(
        name: str, variables: Mapping[str, object], roots: tuple[Path, ...], what: RenderState
    ) -> str:
        given.setdefault((name, str(variables.get("kind", ""))), variables)
        return environment.render_template(name, variables, roots, what)

    with patch.object(templates, "render_template", spy):
        for pack, name in ((MINI, "mini"), (WIDE, "wide")):
            game_data = localize(load(pack, name), {}, "en")
            for aid in game_data.aids:
                for options in (NO_OPTIONS, PrintOptions(bleed=3.0, ink="low", large=True)):
                    render(game_data, aid, (BUNDLED_PACK,), options)
    return given


def test_the_variables_of_each_template_are_documented() -> None:
    reported = listed("Variables")
    named = {entry for entry, _ in poured()} | {*KINDS, "all", "every piece"}
    assert set(reported) <= named
    for (entry, kind), variables in poured().items():
        common = reported["all"] | reported[kind] if kind else set()
        whole = ("head.html",)
        size = set() if entry in whole else {"size"}
        assert set(variables) == common | size | reported.get(entry, set()), entry


def test_the_fields_of_records_are_documented() -> None:
    reported = listed("Records")
    record = set(views.RECORD.split())
    assert reported.pop("every record") == record
    for kind, names in views.FIELDS.items():
        extra = record if issubclass(kind, Record) else set()
        name = NAMED.get(kind.__name__, kind.__name__.lower())
        assert reported.pop(name) | extra == set(names.split()), kind
    shown = [set(views.view_fields(kind)) for kind in views.Shown.__subclasses__()]
    assert [row for row in reported.values() if row and row not in shown] == []
    assert [fields for fields in shown if fields not in reported.values()] == []


def test_each_field_that_an_author_writes_stands_in_an_example_that_is_tried() -> None:
    """In a page of the documents, whose examples are checked, or in a game of `examples`."""
    docs = BUNDLED_PACK / "docs"
    text = "".join(
        path.read_text("utf-8") for name in WITH_EXAMPLES for path in docs.glob(f"{name}.md")
    )
    tried = [example for _, example in GAME.findall(text)]
    tried += re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    tried += [
        path.read_text("utf-8") for path in (BUNDLED_PACK / "examples").rglob("content/**/*.yaml")
    ]
    written = set(re.findall(r"(?:^\s*|[{,]\s*)([a-z_]+):", "\n".join(tried), re.MULTILINE))
    for kind, names in views.FIELDS.items():
        typed = set(names.split()) & set(getattr(kind, "model_fields", ()))
        assert typed - written <= FOUND_OUT | TRIED_WITH_TEMPLATES, kind


WITH_EXAMPLES = ("reference/*", "how-to/cookbook", "tutorial/first-game")
NAMED = {"GameData": "canon"}
"""What templates call a class that has another name in the code."""
FOUND_OUT = {"words", "edition"}
"""What a record has that nobody writes into it."""
TRIED_WITH_TEMPLATES = {"layout"}
"""What the page says beside the templates that need it, which are poured below."""


def test_the_filters_and_functions_are_documented() -> None:
    assert set(listed("Filters")) == set(filters.FILTERS)
    assert set(listed("Functions")) == set(environment.environment((BUNDLED_PACK,)).globals)


def test_the_macros_are_documented() -> None:
    source = (BUNDLED_PACK / "templates" / "records.html").read_text(encoding="utf-8")
    reported = set(listed("Macros"))
    assert len(reported) > 5
    assert reported <= set(re.findall(r"\{% macro (\w+\([^)]*\))", source))


def test_the_limits_are_documented() -> None:
    assert "20 seconds of processor time" in PAGE
    assert STANDARD.template_seconds == 20
    assert "20 000 000 characters of HTML" in PAGE
    assert STANDARD.html == 20_000_000


# Whole templates


EXAMPLES = re.compile(r"```jinja\n\{# (templates/\S+) #\}\n(.*?)```", re.S)
GAME = re.compile(r"```yaml\n# ([a-z0-9-]+\.yaml)\n(.*?)```", re.S)


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a pack of the game that the page has."""
    pack = tmp_path_factory.mktemp("ferry")
    folder = pack / "content" / "night-ferry"
    folder.mkdir(parents=True)
    for name, example in GAME.findall(GAME_PAGES):
        (folder / name).write_text(example, "utf-8")
    return pack


def game(pack: Path) -> GameData:
    """Read the game that the page has, in the language that it is written in."""
    game_data = load(pack, "night-ferry")
    return localize(game_data, {}, game_data.locale)


def test_the_examples_of_templates_are_poured(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "night-ferry"
    folder.mkdir(parents=True)
    for name, example in GAME.findall(GAME_PAGES):
        laid = example.replace("sort: title", "layout: everything").replace("    radius: 3\n", "")
        (folder / name).write_text(laid, "utf-8")  # on one sheet with the other cards
    examples = EXAMPLES.findall(PAGE)
    assert len(examples) == 2
    for name, example in examples:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(example, "utf-8")
    game_data = game(tmp_path)
    cards = render(game_data, "cards", (tmp_path, BUNDLED_PACK)).decks[0]
    assert any("so it is" in card.front.face.inner for card in cards.cards)
    sheet = render(game_data, "summary", (tmp_path, BUNDLED_PACK)).decks[0]
    assert '<p class="ag-again" aria-hidden="true">1/1</p>' in sheet.cards[0].front.face.inner


def test_the_examples_of_templates_use_all_that_is_listed() -> None:
    used = " ".join(example for _, example in EXAMPLES.findall(PAGE))
    tables = [listed("Filters"), listed("Functions")]
    names = {name for table in tables for name in table} - {"css", "page_of"}
    names |= {name.partition("(")[0] for name in listed("Macros")}
    names |= listed("Variables")["all"]
    assert sorted(name for name in names if not re.search(rf"\b{name}\b", used)) == []
    ours = "".join(path.read_text("utf-8") for path in (BUNDLED_PACK / "templates").rglob("*.html"))
    assert "css(" in ours
    assert "page_of(" in ours
    blocks = set(re.findall(r"{% block (\w+)", ours))
    assert blocks == set(re.findall(r"^\| `sheet/page.html`[^|]*\| `(\w+)` \|", PAGE, re.M))


# Line by line


@dataclass(frozen=True)
class Lines:
    """Lines of one template, and what they are tried with: an aid and its options, or the like."""

    template: str
    of: str
    lines: tuple[tuple[str, str], ...]
    """Each line, and what the page says that it prints; "" if it says nothing."""

    @property
    def used(self) -> set[str]:
        """The names in those lines of which is said what they print."""
        tried = (line for line, prints in self.lines if prints)
        said = " ".join(part for line in tried for part in JINJA.findall(line))
        return set(re.findall(r"\w+", re.sub(r'"[^"]*"', "", said)))


# What is Jinja in a line: {{ number }} or {% if number %}
JINJA = re.compile(r"\{[{%](.*?)[%}]\}")
# A template, and what it is of, in a line of its own: {# templates/book/body.html, of rulebook #}
OF = re.compile(r"^\{# templates/(\S+), of (.+) #\}$", re.M)
# A line of a template, and behind it what it prints: {{ number }} {# 1 #}
PRINTS = re.compile(r"(.*\S)\s+\{# (.*) #\}")
OPTIONS = {
    "": NO_OPTIONS,
    " --bleed 3": PrintOptions(bleed=3),
    " --large": PrintOptions(large=True),
}
CUT = "¦"
"""Stands behind what a line prints, of which the page says what that is."""
LATER = "…"
"""How the page writes what stands for the number of a page."""


def line_by_line() -> Iterator[Lines]:
    """Yield what the page says of lines of templates."""
    for block in re.findall(r"```jinja\n(.*?)```", PAGE, re.S):
        parts = OF.split(block)
        for template, of, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            lines = [(line, PRINTS.fullmatch(line)) for line in body.strip().splitlines()]
            reported = ((found[1], found[2]) if found else (line, "") for line, found in lines)
            yield Lines(template, of, tuple(reported))


TOLD = tuple(line_by_line())
Given = Mapping[tuple[str, str], tuple[Mapping[str, object], RenderState]]


@pytest.fixture(scope="module")
def given(ferry: Path) -> Given:
    """Return what each template is given that the page has lines of, by what these are of."""
    found: dict[tuple[str, str], tuple[Mapping[str, object], RenderState]] = {}
    of = ""

    def spy(
        name: str, variables: Mapping[str, object], roots: tuple[Path, ...], what: RenderState
    ) -> str:
        own = getattr(variables.get("side"), "name", None) or variables.get("ref")
        found.setdefault((name, of), (variables, what))
        found.setdefault((name, str(own)), (variables, what))
        return environment.render_template(name, variables, roots, what)

    game_data = game(ferry)
    with ExitStack() as patched:
        patched.enter_context(patch.object(templates, "render_template", spy))
        for aid in game_data.aids:
            for options, choices in OPTIONS.items():
                of = f"{aid}{options}"
                if not options or of in {one.of for one in TOLD}:
                    assert render(game_data, aid, (BUNDLED_PACK,), choices) is not None
    return found


@pytest.mark.parametrize("one", TOLD, ids=lambda one: f"{one.template}, of {one.of}")
def test_each_line_prints_what_the_page_says(one: Lines, given: Given, tmp_path: Path) -> None:
    variables, what = given[one.template, one.of]
    path = tmp_path / "templates" / one.template
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(f"{line}{CUT}" if prints else line for line, prints in one.lines))
    made = environment.render_template(
        one.template, variables, (tmp_path, BUNDLED_PACK), RenderState(what.texts)
    )
    printed = [" ".join(part.split()) for part in made.replace(FOLIO, LATER).split(CUT)[:-1]]
    assert [unescape(part) for part in printed] == [prints for _, prints in one.lines if prints]


def test_each_variable_has_a_line_of_which_the_page_says_what_it_prints(given: Given) -> None:
    """Of each template and kind by itself, but for what all are given."""
    used: dict[str, set[str]] = defaultdict(set)
    for one in TOLD:
        kind = given[one.template, one.of][0].get("kind")
        for whose in ("all", "every piece", one.template, str(kind)):
            used[whose] |= one.used
    lacking = {name: known - used[name] for name, known in listed("Variables").items()}
    lacking["every piece"] -= {"head.html"}  # which is no variable
    assert {name: left for name, left in lacking.items() if left} == {}


def test_each_field_of_what_is_made_for_templates_has_such_a_line() -> None:
    used = {word for one in TOLD for word in one.used}
    for kind in views.Shown.__subclasses__():
        assert views.view_fields(kind) - used == set(), kind

"""`docs/reference/templates.md` lists what templates get; its examples print what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import Rect, Size
from aidgen.game.data import GameData
from aidgen.game.fields import Model, Record
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page import filters, templates, views
from aidgen.page.filters import RenderState
from aidgen.page.kinds import KINDS
from aidgen.page.render import render
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
        return original(name, variables, roots, what)

    original = templates.render_template
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


def models() -> Mapping[str, type]:
    """Return the classes of the records that the page lists, by their names there."""
    kinds = [Size, Rect, Model]
    for kind in kinds:
        kinds += kind.__subclasses__()
    names = {NAMED.get(kind.__name__, kind.__name__.lower()): kind for kind in kinds}
    return {name: names[name] for name in listed("Records").keys() & names.keys() - {"theme"}}


def given_records() -> Iterator[views.Record]:
    """Yield the records that templates are given."""
    values: list[object] = [*poured().values()]
    for value in values:
        if isinstance(value, views.Record):
            yield value
        values += [*value.values()] if isinstance(value, dict) else []
        values += value if isinstance(value, tuple) else ()


def test_the_fields_of_records_are_documented() -> None:
    reported = listed("Records")
    record = reported.pop("every record")
    assert record == set(views.view_fields(Record))
    others = {"words", *(kind.__name__.lower() for kind in views.Shown.__subclasses__())}
    assert {each.kind for each in given_records()} - others <= {*reported}
    for name, kind in models().items():
        extra = record if issubclass(kind, Record) else set()
        assert reported.pop(name) | extra == set(views.view_fields(kind)), kind
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
    for kind in models().values():
        typed = views.view_fields(kind) & set(getattr(kind, "model_fields", ()))
        assert typed - written <= FOUND_OUT | TRIED_WITH_TEMPLATES, kind


WITH_EXAMPLES = ("reference/*", "how-to/cookbook", "tutorial/first-game")
NAMED = {"GameData": "canon"}
"""What templates call a class that has another name in the code."""
FOUND_OUT = {"words", "edition"}
"""What a record has that nobody writes into it."""
TRIED_WITH_TEMPLATES = {"layout", "full"}
"""What the page says beside the templates that need it, which are poured below."""


def test_the_filters_and_functions_are_documented() -> None:
    assert set(listed("Filters")) == set(filters.FILTERS)
    assert set(listed("Functions")) == set(templates.environment((BUNDLED_PACK,)).globals)


def test_the_macros_are_documented() -> None:
    source = (BUNDLED_PACK / "templates" / "records.html").read_text(encoding="utf-8")
    reported = set(listed("Macros"))
    assert len(reported) > 5
    assert reported <= set(re.findall(r"\{% macro (\w+\([^)]*\))", source))


def test_the_limits_are_documented() -> None:
    assert "20 seconds of processor time" in PAGE
    assert STANDARD.template_seconds == 20


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
    assert any("so it is" in card.front.inner for card in cards.cards)
    (sheet,) = render(game_data, "summary", (tmp_path, BUNDLED_PACK)).documents
    assert '<p class="ag-again" aria-hidden="true">1/1</p>' in sheet.html


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

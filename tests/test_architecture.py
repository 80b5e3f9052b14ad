"""The shape of the house: who may import whom, where each library lives, what is explained."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "aidgen"
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

LAYERS = {
    0: ("__main__",),
    1: ("cli",),
    2: ("build", "gallery", "pack", "press", "translating", "whereabouts"),
    3: (
        *("load", "check", "localize", "catalog", "sync", "render"),
        *("typeset", "tags", "prove", "hear", "shelf", "manifest", "strays", "collate"),
    ),
    4: ("kinds",),
    5: (
        *("agreement", "canon", "copyfit", "paper", "icons", "measure", "chart"),
        *("glyphs", "ink", "language", "layout", "leftovers", "po", "pseudo", "quantities"),
        *("structure", "manuscript", "grids", "statements"),
    ),
    6: (
        *("source", "figures", "fonts", "likeness", "numerals", "plurals", "promises", "reading"),
        "typography",
    ),
    7: ("problems",),
}
"""A module imports only from lines with a higher number; those of line 3 never each other."""

WITHIN = {
    ("agreement", "canon"),
    ("agreement", "language"),
    ("build", "whereabouts"),
    ("build", "gallery"),
    ("build", "pack"),
    ("whereabouts", "pack"),
    ("build", "press"),
    ("translating", "build"),
    ("translating", "pack"),
    ("copyfit", "layout"),
    ("grids", "canon"),
    ("grids", "language"),
    ("grids", "manuscript"),
    ("grids", "quantities"),
    ("ink", "glyphs"),
    ("language", "canon"),
    ("layout", "glyphs"),
    ("leftovers", "agreement"),
    ("leftovers", "canon"),
    ("leftovers", "language"),
    ("measure", "paper"),
    ("po", "canon"),
    ("pseudo", "canon"),
    ("statements", "canon"),
    ("statements", "grids"),
    ("statements", "language"),
    ("statements", "manuscript"),
}
"""Imports between two modules of one line."""

HOMES = {
    "babel": {"localize", "plurals"},
    "click": {"cli"},
    "PIL": {"ink"},
    "fontTools": {"glyphs", "measure"},
    "jinja2": {"render", "gallery"},
    "markdown_it": {"manuscript", "render"},
    "markupsafe": {"render"},
    "pikepdf": {"glyphs", "hear", "ink", "prove", "strays", "tags"},
    "polib": {"po", "sync"},
    "pydantic": {"canon", "figures", "load"},
    "pydantic_core": {"canon", "figures", "load"},
    "pypdfium2": {"ink"},
    "rich": {"cli"},
    "weasyprint": {"typeset"},
    "yaml": {"source"},
}
"""Each library, and the modules that may know it."""

LATE = {
    ("cli", "aidgen.press.typeset"),
    ("cli", "aidgen.assets.icons"),
    ("cli", "aidgen.assets.fonts"),
    ("build", "aidgen.build.worker"),
    ("translating", "aidgen.proof.strays"),
}
"""Imports within a function, so that a command that typesets nothing does not pay for them."""


def part(module: str) -> str:
    """Return what a module is called in LAYERS: `kinds.cards` is a part of `kinds`."""
    return module.split(".")[0]


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the full name of every module that the file imports, and whether it does so late."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) in late
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                known = inner.removeprefix("aidgen.") in MODULES
                yield (inner if known else str(node.module)), id(node) in late


OURS = [
    (module, name.removeprefix("aidgen."))
    for module, path in MODULES.items()
    for name, _ in imports(path)
    if name.startswith("aidgen.")
]


def layer(module: str) -> int:
    (found,) = (number for number, names in LAYERS.items() if part(module) in names)
    return found


def test_every_module_has_its_line() -> None:
    listed = [name for names in LAYERS.values() for name in names]
    assert sorted(listed) == sorted({part(name) for name in MODULES} - {"__init__"})


@pytest.mark.parametrize(("module", "imported"), sorted(set(OURS)))
def test_a_module_imports_only_what_lies_below_it(module: str, imported: str) -> None:
    if part(module) == part(imported) == "kinds":
        return
    below = layer(imported) > layer(module)
    assert below or (part(module), part(imported)) in WITHIN


@pytest.mark.parametrize("module", MODULES)
def test_a_library_is_known_at_its_home_alone(module: str) -> None:
    standard = sys.stdlib_module_names | {"aidgen"}
    libraries = {name.split(".")[0] for name, _ in imports(MODULES[module])} - standard
    assert {name for name in libraries if module not in HOMES[name]} == set()


def test_every_home_is_lived_in() -> None:
    used = {
        (name.split(".")[0], module)
        for module, path in MODULES.items()
        for name, _ in imports(path)
    }
    listed = {(name, module) for name, homes in HOMES.items() for module in homes}
    assert listed - used == set()


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"typeset"}))
def test_nothing_is_imported_late_but_the_engine(module: str) -> None:
    late = {(module, name) for name, within in imports(MODULES[module]) if within}
    assert late <= LATE


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"cli", "__main__"}))
def test_only_the_command_line_prints_and_exits(module: str) -> None:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert called & {"print", "exit", "sys.exit", "input", "quit"} == set()


@pytest.mark.parametrize("module", MODULES)
def test_public_names_are_explained(module: str) -> None:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module has no docstring"
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{node.name} has no docstring"


def test_no_module_is_called_by_what_says_nothing() -> None:
    assert {"utils", "helpers", "common", "manager"} & set(MODULES) == set()


def test_the_cli_and_everything_up_to_the_page_stay_clear_of_the_engine() -> None:
    """Follow the imports that are not late: none of them leads to WeasyPrint."""
    reached, queue = set(), ["cli"]
    while queue:
        module = queue.pop()
        if module in reached or module not in MODULES:
            continue
        reached.add(module)
        found = [name for name, late in imports(MODULES[module]) if not late]
        assert not [name for name in found if name.startswith(("weasyprint", "pikepdf"))]
        queue += [name.removeprefix("aidgen.") for name in found if name.startswith("aidgen.")]
    assert {"build", "render", "canon"} <= reached

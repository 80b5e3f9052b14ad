"""Records on the shelf: the same as they were filed, under a digest of what they are made of."""

from __future__ import annotations

import ast
import functools
import re
import shutil
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aidgen.assets.papers import Size
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Counts, PrintedText
from aidgen.page.composed import Facts, Placed, Side
from aidgen.page.layout import NO_NAVIGATION, Anchor, Fit, Heading, Navigation
from aidgen.page.measures import (
    UNMEASURED,
    BlockMeasure,
    PageMeasure,
    PieceMeasures,
    Room,
    RowMeasure,
)
from aidgen.page.pieces import Choice, Piece, Style
from aidgen.pipeline import cache
from aidgen.pipeline.cache import (
    Cache,
    CachedDocument,
    CachedSize,
    PlannedDocument,
    document_key,
    piece_key,
)
from aidgen.pipeline.worker import CachedPiece
from aidgen.press.pdf.structure import Area, FontUse, PieceTag, SetPage, SetPiece
from aidgen.press.pdf.structure import RecordPlace as SetAnchor
from aidgen.proof.stacking import Patch
from aidgen.store import fingerprints
from aidgen.store.cache import write_entry
from aidgen.store.fingerprints import code_digest

DIGEST = "ab" * 32
FAULTS = (
    Fault(kind="overflow", found="1.5 mm below does not fit", box="cards.a", page=3),
    Fault(kind="pale", found="cannot be seen", words="One", colours=("#ffffff", "#ffff66")),
)
FOUND: dict[str, Any] = {
    "faults": FAULTS,
    "fits": (Fit("cards.a", 3, 9.5, -1.5), Fit("cards.b", 3, 9.5, None)),
    "texts": (PrintedText("game.rules.a.text", 3, "cards.a", 40),),
    "promised": Counts(texts=4, cells=0, cards=2),
    "proved": Counts(texts=4, cells=0, cards=2, glyphs=99),
}
LINK = PieceTag("Link", ((0, 1),), leads="rules.a", areas=(Area(0, (1.0, 2.0, 3.0, 4.5)),))
CELL = PieceTag("TH", ((0, 2), (1, 0)), facts={"O": "/Table", "RowSpan": 2, "Headers": ("a", 1.5)})
SET_PIECE = SetPiece(
    pages=(
        SetPage(
            width=100.0,
            height=50.5,
            segments=(b"q\x00", b"Q"),
            tags=(b"/P <</MCID 0>> BDC",),
            fonts={"/F1": FontUse("Source Sans Pro", {3: "a", 70000: "ffi"})},
            resources=(("/ExtGState", "/a1"),),
        ),
    ),
    resources=b"%PDF\xff",
    tree=(PieceTag("H1", (LINK, CELL, (0, 3)), lang="fr", alt="é", id="x", listed=False),),
    anchors=(SetAnchor("rules.a", 0, 12.25, first=True),),
)
LEADS = (
    Navigation((Heading("A", 1, 2.5, 9.0),), (), (Anchor("rules.a", 1.0, 2.0),)),
    NO_NAVIGATION,
)
PATCHES = ((Patch((1.0, 2.0, 3.5, 4.0), 240), Patch((1.0, 2.0, 3.0, 4.0), None)), ())
INKED = (((1.0, 2.0, 3.0, 4.0),), ())
PIECE = CachedPiece(set_piece=SET_PIECE, inked=INKED, patches=PATCHES, leads=LEADS, **FOUND)
DOCUMENT = CachedDocument(pdf=b"%PDF whole\xff", thumbnail=b"PNG", pages=3, **FOUND)
PAGE = PageMeasure(1.5, (RowMeasure(20.0, (BlockMeasure(0.5, 18.25, 1.0),)),))
RECORDS = (
    CachedSize(9.25, (Style(3, "--air:1mm", "open"),)),
    CachedSize(9.25, measures=PieceMeasures((Room(3, -1.5),), PAGE)),
    CachedSize(9.25, measures=UNMEASURED),
    PIECE,
    DOCUMENT,
    replace(DOCUMENT, faults=()),
)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_what_is_put_can_be_got(
    tmp_path: Path, record: CachedSize | CachedPiece | CachedDocument
) -> None:
    opened = Cache(tmp_path)
    assert opened.get(DIGEST, type(record)) is None
    opened.put(DIGEST, record)
    assert opened.get(DIGEST, type(record)) == record
    assert Cache(tmp_path).get("cd" * 32, type(record)) is None


def test_a_record_of_another_kind_counts_as_nothing(tmp_path: Path) -> None:
    opened = Cache(tmp_path)
    opened.put(DIGEST, CachedSize(9.0))
    assert opened.get(DIGEST, CachedPiece) is None
    assert opened.get(DIGEST, CachedDocument) is None


DAMAGES = [
    lambda facts: facts.update(pages="3"),
    lambda facts: facts.pop("faults"),
    lambda facts: facts["faults"][0].update(kind="nothing"),
    lambda facts: facts["proved"].update(glyphs=[98]),
    lambda facts: facts.update(fits={}),
    lambda facts: facts.update(pdf=7),
]


@pytest.mark.parametrize("damage", range(len(DAMAGES)))
def test_a_record_that_is_none_counts_as_nothing_and_heals(tmp_path: Path, damage: int) -> None:
    """The seal of such an entry is whole: another program has filed it."""
    opened = Cache(tmp_path)
    facts = msgspec.msgpack.decode(msgspec.msgpack.encode(DOCUMENT))
    DAMAGES[damage](facts)
    write_entry(tmp_path, DIGEST, msgspec.msgpack.encode(facts))
    assert opened.get(DIGEST, CachedDocument) is None
    opened.put(DIGEST, DOCUMENT)
    assert opened.get(DIGEST, CachedDocument) == DOCUMENT


@pytest.mark.parametrize("content", [b"", b"\xc1", b"\x91" * 100_000, b"\xc0", b"[]"])
def test_what_is_no_record_at_all_counts_as_nothing(tmp_path: Path, content: bytes) -> None:
    write_entry(tmp_path, DIGEST, content)
    assert Cache(tmp_path).get(DIGEST, CachedDocument) is None


def test_a_damaged_verdict_counts_as_nothing(tmp_path: Path) -> None:
    opened = Cache(tmp_path)
    opened.put(DIGEST, DOCUMENT)
    path = tmp_path / DIGEST[:2] / DIGEST
    content = path.read_bytes()
    for at in range(0, len(content), 7):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert opened.get(DIGEST, CachedDocument) is None, at


# Keys

ONE = Piece(
    head='<html lang="en">',
    inner="<p>One</p>",
    size=Size(63.0, 88.0),
    margin="0",
    smallest=7.0,
    classes="aid-deck",
    choice=Choice(7.4, 13.0),
)
OTHERS: dict[str, Any] = {
    "head": '<html lang="fr">',
    "inner": "<p>Two</p>",
    "size": Size(63.0, 88.5),
    "margin": "1mm",
    "smallest": 7.5,
    "classes": "aid-cards",
    "choice": Choice(7.4, 12.0),
    "type_size": 9.0,
    "styles": (Style(3, "--air:1mm", "open"),),
    "long": True,
}


def test_the_key_of_a_piece_changes_with_all_that_it_is_made_of() -> None:
    assert {*OTHERS, "even", "footed"} == set(Piece.__dataclass_fields__), (
        "of which the HTML makes nothing"
    )
    assert piece_key(ONE) == piece_key(replace(ONE))
    changed = {piece_key(replace(ONE, **{name: other})) for name, other in OTHERS.items()}
    assert len(changed | {piece_key(ONE), piece_key(ONE, "fit")}) == 2 + len(OTHERS)


PLACED = Placed("ab" * 32, left=10.0, top=20.0)
PLANNED = PlannedDocument(
    facts=Facts("A title", "en", "An author", "A page"),
    sides=(Side(Size(210.0, 297.0), (PLACED,)),),
    pages=(1, None),
)


def plans() -> Iterator[PlannedDocument]:
    changed: dict[str, Any] = dict.fromkeys(("title", "language", "author", "description"), "other")
    for name, value in {**changed, "backwards": True}.items():
        yield replace(PLANNED, facts=replace(PLANNED.facts, **{name: value}))
    for new in ({"piece": "cd" * 32}, {"page": 2}, {"left": 10.5}, {"top": 20.5}, {"again": True}):
        placed = replace(PLACED, **new)
        yield replace(PLANNED, sides=(Side(Size(210.0, 297.0), (placed,)),))
    yield replace(PLANNED, sides=(Side(Size(211.0, 297.0), (PLACED,)),))
    yield replace(PLANNED, sides=(Side(Size(210.0, 298.0), (PLACED,)),))
    yield replace(PLANNED, sides=PLANNED.sides * 2)
    yield replace(PLANNED, pages=(1, 1))


def test_the_key_of_a_document_changes_with_all_that_it_is_made_of() -> None:
    changed = [document_key(plan) for plan in plans()]
    assert document_key(PLANNED) == document_key(replace(PLANNED))
    assert len({document_key(PLANNED), *changed}) == 1 + len(changed)


STEPS = ("typesetting", "segments", "verification", "documents")
SOURCES = {
    "proof/ink.py": {"verification", "documents"},
    "press/engine/document.py": {*STEPS},
    "assets/papers.py": {*STEPS},
    "page/pieces.py": {*STEPS},
    "pipeline/documents.py": {"documents"},
    "page/gallery.py": set(),
    "cli/program.py": set(),
}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Have the keys of a test be its own."""
    yield
    cache.engine_versions.cache_clear()
    cache.step_program.cache_clear()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of this program, to which all keys go by."""
    copy = tmp_path / "aidgen"
    shutil.copytree(fingerprints.PROGRAM, copy, ignore=shutil.ignore_patterns("__pycache__"))
    digest = fingerprints.code_digest
    monkeypatch.setattr(fingerprints, "code_digest", lambda modules: digest(modules, copy))
    return copy


def programs() -> dict[str, str]:
    """Return what makes the result of each step, read again."""
    cache.engine_versions.cache_clear()
    cache.step_program.cache_clear()
    return {step: cache.step_program(step) for step in STEPS}


@pytest.mark.parametrize("source", SOURCES)
def test_a_changed_line_of_our_code_changes_the_keys_of_what_it_makes(
    program: Path, source: str
) -> None:
    before = programs()
    with (program / source).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    after = programs()
    assert {step for step in STEPS if before[step] != after[step]} == SOURCES[source]


def test_code_has_the_same_digest_wherever_it_is_installed(program: Path) -> None:
    assert program != fingerprints.PROGRAM
    assert fingerprints.code_digest(["aidgen.press"]) == code_digest(["aidgen.press"])


def test_code_that_is_not_there_is_no_code(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"aidgen\.nothing is not in "):
        fingerprints.code_digest(["aidgen.nothing"], tmp_path)


@pytest.mark.parametrize("library", ["pango", "harfbuzz", "fontconfig"])
def test_keys_go_by_the_versions_of_system_libraries(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = programs()
    assert re.fullmatch(r"\d+\.\d+\.\d+", cache.engine_versions()[library])
    other = {**fingerprints.library_versions(), library: "9.9.9"}
    monkeypatch.setattr(fingerprints, "library_versions", lambda: other)
    after = programs()
    assert all(before[step] != after[step] for step in STEPS)


def test_keys_go_by_the_versions_of_distributions(monkeypatch: pytest.MonkeyPatch) -> None:
    before = programs()
    monkeypatch.setattr(fingerprints, "installed_versions", lambda: {"pyphen": "9.9"})
    after = programs()
    assert all(before[step] != after[step] for step in STEPS)


def test_what_changes_the_bytes_of_a_pdf_is_certified_with_its_version() -> None:
    names = set(cache.engine_versions())
    assert {"weasyprint", "pikepdf", "pango", "harfbuzz", "fontconfig", "fontpkg-hind"} <= names
    assert all(cache.engine_versions().values())


ENTRIES = {"aidgen.pipeline.pagination", "aidgen.store"}
"""What decides how long an entry is or how it is written, and not what is typeset or verified."""


@pytest.mark.parametrize(
    ("step", "starts"),
    [
        ("typesetting", ["aidgen.press"]),
        ("verification", ["aidgen.proof", "aidgen.pipeline.worker"]),
        ("documents", ["aidgen.pipeline.documents"]),
    ],
)
def test_all_that_a_step_imports_is_in_its_keys(step: str, starts: list[str]) -> None:
    listed = {*cache.STEP_CODE["typesetting"], *cache.STEP_CODE[step], *ENTRIES}
    seen: set[str] = set()
    todo = [name for name in imports() if within(name, starts)]
    while todo:
        name = todo.pop()
        if name not in seen and not within(name, ENTRIES):
            seen.add(name)
            todo += imports()[name]
    assert {name for name in seen if not within(name, listed)} == set()


def within(name: str, packages: Collection[str]) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


@functools.cache
def imports() -> dict[str, set[str]]:
    """Return which modules of ours each of them imports."""
    modules = {
        ".".join(("aidgen", *path.relative_to(fingerprints.PROGRAM).with_suffix("").parts)): path
        for path in fingerprints.PROGRAM.rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for name, path in modules.items():
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
        froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
        inner = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
        found[name] = ({str(node.module) for node in froms} | inner) & {*modules}
    return found


def stores(path: Path) -> bool:
    """Tell whether a module writes what a later run reads."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            cache_put = node.func.attr == "put" and re.search(r"[Cc]ache|shelf", owner)
            if cache_put or (node.func.attr == "store" and "CommandFingerprint" in owner):
                return True
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "write_entry":
            return True
    return False


def test_what_is_kept_on_disk_has_three_layers() -> None:
    listed = [module for modules in cache.CACHE_LAYERS.values() for module in modules]
    paths = fingerprints.PROGRAM.rglob("*.py")
    found = {
        ".".join(("aidgen", *path.relative_to(fingerprints.PROGRAM).with_suffix("").parts))
        for path in paths
        if path.parent.name != "store" and stores(path)
    }
    assert sorted(listed) == sorted(found - {"aidgen.pipeline.cache"})
    assert len(cache.CACHE_LAYERS) == 3

"""Templates are rendered in a worker process, within the limits of their pack."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.page.pieces import Portion
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError
from aidgen.sandbox.limits import Limits
from tests.mini import MINI, WIDE

FOOT = "templates/cards/foot.html"
RUN: list[str] = []
"""The files of templates whose code this process has compiled while it was watched."""
WATCHED: list[bool] = []
ROOTS = (BUNDLED_PACK,)


def _hook(event: str, args: tuple[object, ...]) -> None:
    if WATCHED and event == "compile":
        RUN.append(str(args[1]))


sys.addaudithook(_hook)


@contextmanager
def watched() -> Iterator[list[str]]:
    """Give the files that this process compiles meanwhile."""
    RUN.clear()
    WATCHED.append(True)
    try:
        yield RUN
    finally:
        WATCHED.clear()


def pack(folder: Path, source: str) -> Path:
    """Return a pack with a template of its own for the feet of cards."""
    root = shutil.copytree(MINI, folder / "pack")
    (root / FOOT).parent.mkdir(parents=True)
    (root / FOOT).write_text(source, encoding="utf-8")
    return root


def test_a_template_of_a_pack_never_runs_in_the_main_process(tmp_path: Path) -> None:
    root = pack(tmp_path, "<p>Own</p>")
    mini = Pack(root).localized("mini", "en")
    with watched() as files, Renderer() as renderer:
        deck = renderer.render(mini, "deck", (root, BUNDLED_PACK))
    assert deck.section.foot
    assert deck.section.foot.piece.inner == "<p>Own</p>"
    assert [file for file in files if "templates" in file] == []
    with watched() as files:
        render(mini, "deck", (root, BUNDLED_PACK))
    assert str(root / FOOT) in files


def test_an_endless_template_is_named_with_its_limit(tmp_path: Path) -> None:
    many = "{% for a in range(1000000000) %}"
    root = pack(tmp_path, f"<p>\n{many}{many}{{% endfor %}}{{% endfor %}}</p>")
    mini = Pack(root).localized("mini", "en")
    with Renderer(Limits(template_seconds=1)) as renderer, pytest.raises(InputError) as raised:
        renderer.render(mini, "deck", (root, BUNDLED_PACK))
    assert str(raised.value) == (
        "templates/cards/foot.html:2: error: template: runs for more than 1 seconds of processor "
        "time (if the pack is your own: `--limits template_seconds=…`)"
    )


def test_a_rendered_aid_is_the_same_in_both_processes(mini: GameData) -> None:
    with Renderer() as renderer:
        for aid in mini.aids:
            assert renderer.render(mini, aid, ROOTS).pieces == render(mini, aid, ROOTS).pieces


def test_cards_continue_in_the_worker() -> None:
    wide = Pack(WIDE).localized("wide", "en")
    whole = Portion(0, 1, 1, 2)
    with Renderer() as renderer:
        for aid in wide.aids:
            there, here = renderer.render(wide, aid, ROOTS), render(wide, aid, ROOTS)
            for section, same in zip(there.sections, here.sections, strict=True):
                for leaf, same_leaf in zip(section.leaves, same.leaves, strict=True):
                    if leaf.further and same_leaf.further:
                        assert leaf.further.face(whole) == same_leaf.further.face(whole)

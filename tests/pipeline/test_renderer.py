"""Templates are rendered in a worker process, within the limits of their pack."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest
from aidgen.page.pieces import Document, Portion

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError
from aidgen.sandbox.limits import Limits
from tests.mini import MINI, WIDE, change

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
    many = "{% for a in range(100000) %}"
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


DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h{}v9z"/></svg>'
ICON = DRAWN.replace("0 0 9 9", "0 0 256 256")


@pytest.mark.parametrize(
    ("file", "contents"),
    [
        ("assets/back.svg", [DRAWN.format(wide) for wide in "1234"]),
        ("assets/icons/den.svg", [ICON.format(wide) for wide in "1234"]),
        (FOOT, ["<p>1</p>", "<p>2</p>", "", "<p>3</p>", "<p>1</p>", ""]),
        ("templates/cards/style.css", ["p {color: #111}", "p {color: #222}", "", "p {top: 0}"]),
        ("assets/mine.ttf", [f"fontpkg_{name}" for name in ("marcellus", "lilita_one")] * 2),
    ],
)
def test_a_file_that_the_data_of_a_game_only_names_is_read_again(
    tmp_path: Path, file: str, contents: list[str]
) -> None:
    root = Path(shutil.copytree(MINI, tmp_path / "pack"))
    fonts = "fonts: {title: {files: [mine.ttf], licence: OFL-1.1}}" if "ttf" in file else ""
    theme = f"  theme: {{back: back.svg{', ' if fonts else ''}{fonts}}}\n  notice:"
    change(root, "content/mini/game.yaml", "  notice:", theme)
    if "icons" in file:
        change(
            root,
            "content/mini/aids.yaml",
            "title: Fight, icon: sword, contents",
            "title: Fight, icon: den, contents",
        )
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    rendered: dict[str, Document] = {}
    known = Pack(root)
    with Renderer() as renderer:
        for content in contents:
            if not content:
                (root / file).unlink()
            elif content.startswith("fontpkg"):
                found = [one for one in (files(content) / "files").iterdir() if ".ttf" in one.name]
                (root / file).write_bytes(found[0].read_bytes())
            else:
                (root / file).write_text(content, encoding="utf-8")
            known = known.after([file])
            deck = renderer.render(known.localized("mini", "en"), "deck", known.roots)
            assert rendered.setdefault(content, deck).pieces == deck.pieces
    assert len({deck.pieces for deck in rendered.values()}) == len(rendered)


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


def test_templates_that_fail_have_one_time_limit(tmp_path: Path) -> None:
    many = "{% for a in range(100000) %}"
    root = pack(tmp_path, f"{many}{many}{{% endfor %}}{{% endfor %}}")
    mini = Pack(root).localized("mini", "en")
    limits = Limits(template_seconds=1, cpu_seconds=1)
    reported = []
    with Renderer(limits, gives_up=True) as renderer:
        for _ in range(3):
            with pytest.raises(InputError) as raised:
                renderer.render(mini, "deck", (root, BUNDLED_PACK))
            reported.append(str(raised.value))
    assert "runs for more than 1 seconds" in reported[0]
    given_up = (
        "templates: error: cannot be rendered: what could not be rendered took more than 1 sec"
    )
    assert reported[1].startswith(given_up)
    assert reported[1] == reported[2], "all that is not rendered is one line"

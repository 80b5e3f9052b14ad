"""Our templates are compiled once for all packs; those of a pack are its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page import compiling
from aidgen.page.compiling import COMPILED, Compiling, keep
from aidgen.page.environment import environment
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.store.cache import read_entry, write_entry
from tests.mini import MINI

OWN = "<p>Own {{ words.unofficial }}</p>"


def foot(pack: Path) -> str:
    """Return the foot of the cards of a pack."""
    deck = render(Pack(pack).localized("mini", "en"), "deck", (pack, BUNDLED_PACK)).section
    assert deck.foot
    return deck.foot.piece.inner


def test_ours_are_compiled_once_for_all_packs_and_those_of_a_pack_are_its_own(
    tmp_path: Path,
) -> None:
    one, other = (shutil.copytree(MINI, tmp_path / name) for name in ("one", "other"))
    ours = foot(one)
    compiled = set(COMPILED)
    own = other / "templates" / "cards" / "foot.html"
    own.parent.mkdir(parents=True)
    own.write_text(OWN, encoding="utf-8")
    assert foot(other) == '<p>Own <span data-context="ui.unofficial">Unofficial play aid</span></p>'
    assert set(COMPILED) == compiled
    own.unlink()
    assert foot(shutil.copytree(other, tmp_path / "third")) == ours


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which our templates are kept, as of a process that knows none yet."""
    monkeypatch.setattr(compiling, "_KEPT", [])
    monkeypatch.setattr(compiling, "COMPILED", {})
    environment.cache_clear()
    yield tmp_path / "kept"
    environment.cache_clear()


def compiled(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what a new process of a program compiles that keeps templates in a folder."""
    asked: list[str] = []
    ours = Compiling._compiled

    def noted(self: Compiling, source: str, name: str, file: str) -> object:
        asked.append(name)
        return ours(self, source, name, file)

    monkeypatch.setattr(compiling, "COMPILED", {})
    environment.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(Compiling, "_compiled", noted)
        keep(partial(read_entry, folder), partial(write_entry, folder), program)
        sandbox = environment((BUNDLED_PACK,))
        template = sandbox.loader.load(sandbox, "cards/foot.html")  # type: ignore[union-attr]
    assert template.name == "cards/foot.html"
    return asked


def test_ours_are_compiled_once_for_all_processes_of_a_program(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled(kept, "one", monkeypatch) == ["cards/foot.html"]
    assert compiled(kept, "one", monkeypatch) == []
    assert compiled(kept, "another", monkeypatch) == ["cards/foot.html"]


def cut(content: bytes) -> bytes:
    return content[:-40]


def bent(content: bytes) -> bytes:
    """Return what Python would run, and break at."""
    at = len(content) // 2
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize("damaged", [cut, bent])
def test_what_is_kept_and_damaged_is_made_again(
    kept: Path, monkeypatch: pytest.MonkeyPatch, damaged: Callable[[bytes], bytes]
) -> None:
    compiled(kept, "one", monkeypatch)
    (file,) = (path for path in kept.rglob("*") if path.is_file())
    file.write_bytes(damaged(file.read_bytes()))
    assert compiled(kept, "one", monkeypatch) == ["cards/foot.html"]
    assert compiled(kept, "one", monkeypatch) == []


def test_a_folder_that_cannot_be_had_is_done_without(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write_text("no folder", encoding="utf-8")
    assert compiled(kept, "one", monkeypatch) == ["cards/foot.html"]

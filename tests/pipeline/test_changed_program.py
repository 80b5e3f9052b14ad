"""A program that was changed builds again what the change concerns, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.worker import CachedPiece, CachedSetting
from aidgen.store.cache import CACHE_FOLDER
from tests.commands import command

Build = Callable[[], subprocess.CompletedProcess[str]]
AID = ("--aid", "plan", "--locale", "en", "--jobs", "1")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a checkout with a package that may be changed."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("aidgen", "templates", "assets", "locales"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(BUNDLED_PACK / name, folder / name, ignore=ignored)
    (folder / "docs").mkdir()
    return folder


@pytest.fixture
def build(program: Path, pack: Path) -> Build:
    """Return what builds one aid of a pack with that program."""
    words = command("build", "--pack", pack, "--out", pack.parent / "out", *AID)
    environment = {**os.environ, "PYTHONPATH": str(program), "NO_COLOR": "1"}
    environment["XDG_CACHE_HOME"] = str(pack.parent / "cache")
    return lambda: subprocess.run(
        words, capture_output=True, text=True, env=environment, check=False
    )


def entries(pack: Path, kind: type[Any]) -> set[str]:
    """Return the names of the entries of a kind in the cache."""
    folder = pack.parent / "out" / CACHE_FOLDER
    names = {path.name for path in folder.glob("??/*")}
    return {name for name in names if Cache(folder).get(name, kind) is not None}


def test_a_changed_proof_proves_again_and_a_changed_press_sets_again(
    program: Path, pack: Path, build: Build
) -> None:
    def change(file: str, text: str) -> subprocess.CompletedProcess[str]:
        path = program / file
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + text, encoding="utf-8")
        return build()

    first = build()
    assert first.returncode == 0
    typeset, verified = entries(pack, CachedSetting), entries(pack, CachedPiece)
    assert len(typeset) == len(verified) >= 1

    done = change("docs/page.md", "A page.\n")
    assert (done.returncode, done.stderr) == (0, first.stderr)
    assert entries(pack, CachedSetting) | entries(pack, CachedPiece) == typeset | verified

    refusing = (
        "\n\ndef check_tags(pdf, html):\n    return (Fault(kind='tags', found='is refused'),)\n"
    )
    done = change("aidgen/proof/accessibility.py", refusing)
    assert (done.returncode, "is refused" in done.stderr) == (1, True), done.stderr
    assert entries(pack, CachedSetting) == typeset
    assert len(entries(pack, CachedPiece)) == 2 * len(verified)

    (program / "aidgen/proof/accessibility.py").write_bytes(
        (BUNDLED_PACK / "aidgen/proof/accessibility.py").read_bytes()
    )
    done = change("aidgen/press/engine/document.py", "\n# changed\n")
    assert done.returncode == 0
    assert len(entries(pack, CachedSetting)) == 2 * len(typeset)
    assert len(entries(pack, CachedPiece)) == 3 * len(verified)

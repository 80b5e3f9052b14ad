"""A fault that was mended is not reported again: nothing in `build/` or the cache stops a build."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from aidgen.assets.fonts import font_files
from tests.commands import here
from tests.trial import GAME, write_pack

THEME = "  theme: {fonts: {title: {files: [own.ttf], licence: OFL-1.1}}}\n"
CARDS = """
cards:
  a: {front: {title: A, text: A card., image: {file: a.png, alt: A wave, height: 12}}}
aids: {deck: {title: Cards, kind: cards, paper: poker, contents: [cards]}}
"""
OWN = next(path for path in font_files() if path.name == "SourceSansPro-Bold.ttf").read_bytes()
LAYOUT = '{% include "ours/cards/face.html" %}'
WITHOUT_TEXT = (
    '<article class="ag-card" data-box="{{ side.name }}">'
    '<h2 style="--title-size:{{ side.title.size }}pt">{{ side.face.title|line }}</h2></article>'
)


def png(mode: str, colour: int) -> bytes:
    """Return a picture of one colour."""
    out = io.BytesIO()
    Image.new(mode, (400, 200), colour).save(out, "PNG")
    return out.getvalue()


GREY = png("L", 90)
FAULTS: dict[str, tuple[str, bytes, bytes]] = {
    "a picture cut short": ("assets/a.png", GREY[: len(GREY) // 2], GREY),
    "a picture of the same length": ("assets/a.png", GREY[:40] + b"\0" * (len(GREY) - 40), GREY),
    "a font that is damaged": ("assets/own.ttf", OWN[:5000], OWN),
    "a template that leaves out the text": (
        "templates/cards/own.html",
        WITHOUT_TEXT.encode(),
        LAYOUT.encode(),
    ),
    "a style sheet that is not allowed": (
        "content/g/theme.css",
        b"@import 'x.css';",
        b"h2 { letter-spacing: .02em }",
    ),
}
"""For each fault its file, damaged and mended."""


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a pack with a picture, a font, a template and a style sheet of its own."""
    folder = write_pack(tmp_path_factory.mktemp("mended"), CARDS)
    (folder / "content" / "g" / "game.yaml").write_text(GAME + THEME, encoding="utf-8")
    for file, _, right in FAULTS.values():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(right)
    records = CARDS + "decks: {d: {layout: own}}\n"
    (folder / "content" / "g" / "a.yaml").write_text(
        records.replace("{front", "{deck: d, front"), encoding="utf-8"
    )
    return folder


def build(folder: Path) -> tuple[int, str]:
    """Build the pack into the same folder as ever; return its exit code and what it prints."""
    done = here("build", "--pack", folder, "--out", folder / "build")
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_was_mended_is_not_reported_again(
    trial: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However old the mended file is, and whatever the build before left."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(trial / "cache"))
    name, wrong, right = FAULTS[fault]
    file = trial / name
    file.write_bytes(wrong)
    before = file.stat()
    code, reported = build(trial)
    is_named = Path(name).name in reported or (name.endswith("ttf") and "game.yaml:7" in reported)
    replace_file(file, lambda path: path.write_bytes(right))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (code, is_named) == (1, True), reported
    code, reported = build(trial)
    assert (code, "error" in reported) == (0, False), reported
    assert (trial / "build" / "g" / "en" / "g-deck-en.pdf").is_file()


def replace_file(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file as an editor does that renames a new one over it."""
    part = file.with_name(f"{file.name}.part")
    write(part)
    part.replace(file)

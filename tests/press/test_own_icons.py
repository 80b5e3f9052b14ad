"""Icons of a pack on its pages."""

from __future__ import annotations

import shutil
from pathlib import Path

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from tests.mini import MINI, change
from tests.sheets import pieces_of, set_all, smallest

GRADIENT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="blend">
<stop stop-color="#8a1111"/><stop offset="1" stop-color="#113388"/></linearGradient>
<rect width="9" height="9" fill="url(#blend)"/></svg>"""


def test_an_icon_with_a_gradient_stands_on_a_page_twice(tmp_path: Path) -> None:
    root = shutil.copytree(MINI, tmp_path / "pack")
    icons = root / "assets" / "icons"
    icons.mkdir(parents=True, exist_ok=True)
    (icons / "blended.svg").write_text(GRADIENT, encoding="utf-8")
    text = "Every hero has {health}"
    change(root, "content/mini/rules.yaml", text, f":blended: {text} :blended::blended:")
    rendered = render(Pack(root).localized("mini", "en"), "book", (root, BUNDLED_PACK))
    pieces = smallest(pieces_of(rendered))
    assert sum(piece.inner.count("url(#blend)") for piece in pieces) == 3
    assert set_all(pieces).faults == ()

"""A kind of aid is a module and a line: one is added to a copy of the package, and built."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import aidgen
from tests.mini import MINI

ROOT = Path(aidgen.__file__).parents[1]
MODULE = '''
"""A poster: the sections of a game on one page."""

from aidgen.assets.papers import Size
from aidgen.page.kinds.base import Kind
from aidgen.page.sheets import Rendered, paged
from aidgen.page.templates import Templates


def poster(templates: Templates, paper: Size) -> Rendered:
    page = templates.face("poster/page.html", paper, margin="12mm", type_size=12.0)
    return Rendered((paged([page]),), paper=paper)


POSTER = Kind("poster", papers=("A4",), holds="contents", parts=poster, lists=("sections",))
'''
TEMPLATE = """
<h1>{{ canon.game.title|line }} – {{ aid.title|line }}</h1>
<p>{{ canon.game.notice|line }}</p>
"""


def test_a_new_kind_is_a_module_a_line_a_template_and_a_style_sheet(tmp_path: Path) -> None:
    for name in ("aidgen", "templates", "assets", "locales"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "aidgen/page/kinds/poster.py").write_text(MODULE, "utf-8")
    table = tmp_path / "aidgen/page/kinds/__init__.py"
    listed = table.read_text("utf-8").replace("= {", '= {"poster": POSTER,', 1)
    imported = "from aidgen.page.kinds.poster import POSTER\n"
    table.write_text(listed.replace("from aidgen", f"{imported}from aidgen", 1), "utf-8")
    pack = tmp_path / "pack"
    shutil.copytree(MINI, pack)
    (pack / "templates/poster").mkdir(parents=True)
    (pack / "templates/poster/page.html").write_text(TEMPLATE, "utf-8")
    (pack / "templates/poster/style.css").write_text("h1 { font-weight: bold }\n", "utf-8")
    with (pack / "content/mini/aids.yaml").open("a", encoding="utf-8") as aids:
        aids.write("  wall: {title: Book, kind: poster, paper: A4, contents: [sections]}\n")
    words = ["build", "mini", "--pack", pack, "--out", tmp_path / "out", "--aid", "wall"]
    result = subprocess.run(
        [sys.executable, "-m", "aidgen", *map(str, words), "--locale", "en", "--jobs", "1"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert (tmp_path / "out/mini/en/mini-wall-en.pdf").read_bytes().startswith(b"%PDF")

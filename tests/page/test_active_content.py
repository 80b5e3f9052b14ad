"""HTML that would run or load something is refused in templates, at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.active_content import ActiveContentError, refuse_active_content
from aidgen.page.environment import render_template
from aidgen.page.render_state import RenderState
from aidgen.problems import InputError


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<p onclick='alert(1)'>",
        "<svg/onload=alert(1)>",
        "<p title='>' onmouseover=alert(1)>",
        '<a href="javascript:alert(1)">x</a>',
        '<a href="&#106;avascript:alert(1)">x</a>',
        '<a href=" java&#9;script:alert(1)">x</a>',
        '<a href="data:text/html,<b>">x</a>',
        '<a href="file:///etc/passwd">x</a>',
        '<img src="http://x.test/a.png">',
        '<img src="//x.test/a.png">',
        '<img src="\\\\x.test\\a.png">',
        '<iframe src="x.html"></iframe>',
        '<object data="x"></object>',
        '<link rel="stylesheet" href="x.css">',
        '<meta http-equiv="refresh" content="0">',
        '<base href="http://x.test/">',
        '<form action="x"></form>',
        '<td colspan="1e9">',
        '<div data-fill="-1">',
    ],
)
def test_what_runs_or_loads_is_refused(html: str) -> None:
    with pytest.raises(ActiveContentError):
        refuse_active_content(f"<p>before</p>{html}")


@pytest.mark.parametrize(
    "html",
    [
        "<p class='a' data-x>a &lt; b &amp; c > d</p> javascript: a word",
        '<table><tr><td colspan=2 headers="a b">x</td></tr></table><ol start="-1">',
        '<a href="#x">x</a><a href="mini/en/a.pdf">x</a><a href="https://x.test">x</a>',
        '<img src="data:image/png;base64,AAAA" alt="x"><img src="thumbnails/a.png">',
        "<!-- <script> --><input type=checkbox><details><summary>x</summary></details>",
        '<p style="width:3mm;--height:2mm" data-row="">x</p>',
    ],
)
def test_what_only_shows_passes(html: str) -> None:
    refuse_active_content(html)


def test_it_is_reported_at_the_line_of_the_template_that_writes_it(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text("<p>x</p>\n{% include 'b.html' %}")
    (tmp_path / "templates" / "b.html").write_text("<p>\n\n<p onclick='alert(1)'>x</p>")
    with pytest.raises(InputError) as refused:
        render_template("a.html", {}, (tmp_path, BUNDLED_PACK), RenderState())
    assert str(refused.value) == (
        "templates/b.html:3: error: template: `onclick` has no place in a page: nothing in it runs"
    )

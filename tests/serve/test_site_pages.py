"""Pages of the site as they are written, of records alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen.page.gallery import one_page
from aidgen.page.lookups import lookups
from aidgen.page.theme import theme_styling
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.publication import write_gallery
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError
from aidgen.serve.site_pages import SiteGame, game_page, rule_page
from tests.commands import aidgen
from tests.mini import change


def shelf(pack: Path) -> SiteGame:
    """Return the game Mini with nothing printed of it."""
    game_data = Pack(pack).localized("mini", "en")
    return SiteGame(
        game_data, "Mini", (), (), "mini-en.zip", "1 · 123456", theme_styling(game_data).logo
    )


def test_a_page_names_who_made_the_game_and_the_licence(pack: Path) -> None:
    mine = '  attribution: "Pictures: A. Nobody, CC BY 4.0"\n  notice:'
    change(pack, "content/mini/game.yaml", "  notice:", mine)
    page = game_page(shelf(pack))
    for words in ("Unofficial, and no game at all.", "Made by nobody.", "A. Nobody, CC BY 4.0"):
        assert f"<p>{words}</p>" in page or f"<p>Pictures: {words}</p>" in page


def test_every_page_of_a_record_has_one_heading_of_the_first_rank(pack: Path) -> None:
    found = Pack(pack).localized("mini", "en")
    for record in lookups(found):
        assert rule_page(shelf(pack), record, ()).count("<h1") == 1, record.ref


def test_a_page_has_the_ink_and_the_logo_of_its_game(pack: Path) -> None:
    assert "--accent: light-dark(#335577, " in game_page(shelf(pack))
    themed = '  theme: {colours: {ink: "#773311"}, logo: {file: back.svg, alt: A den}}\n  notice:'
    change(pack, "content/mini/game.yaml", "  notice:", themed)
    page = game_page(shelf(pack))
    assert "--accent: light-dark(#773311, " in page
    assert 'alt="A den"' in page


def test_a_page_is_called_within_a_line_as_its_language_has_it() -> None:
    assert one_page({"page": "Page", "pages": "pages"}) == "page"
    assert one_page({"page": "Seite", "pages": "Seiten"}) == "Seite"


def test_a_picture_for_a_page_of_a_book_is_shown_below_its_record(pack: Path) -> None:
    image = "image: {file: back.svg, alt: A den, place: page}"
    change(pack, "content/mini/rules.yaml", "guess: {title", f"guess: {{{image}, title")
    records = {one.ref: one.html for one in lookups(Pack(pack).localized("mini", "en"))}
    assert 'alt="A den"' in records["rules.guess"]


# What a stranger's pack can do to the site

TEMPLATES = {
    "site/record.html": "{{ 'x' }}<p data-leads='javascript:alert(1)//'>THEIRS</p>",
    "records.html": "{% macro record(ref, rank=1) %}<p>THEIRS</p>{% endmacro %}",
    "gallery.html": "<p>THEIRS</p>",
}


def test_no_template_of_a_pack_writes_a_page_of_the_site(pack: Path) -> None:
    for name, source in TEMPLATES.items():
        path = pack / "templates" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    found = Pack(pack)
    with Renderer(found.limits) as renderer:
        records = renderer.lookups(found.localized("mini", "en"))
    assert records
    for record in records:
        assert "THEIRS" not in rule_page(shelf(pack), record, ())
    write_gallery(found, pack / "build")
    assert "THEIRS" not in (pack / "build" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "rewritten",
    [
        '<a href="javascript:alert(1)//.html">x</a>',
        "<img src='x' class='' onerror=alert(2) x=''>",
        '<img src="x" onerror="alert(3)">',
        "<script>alert(4)</script>",
    ],
)
def test_the_html_of_a_record_runs_nothing(
    pack: Path, rewritten: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aidgen.page.lookups.render_template", lambda *_: rewritten)
    with pytest.raises(InputError, match=r"templates/site/record\.html: error: "):
        next(lookups(Pack(pack).localized("mini", "en")))


def test_words_of_a_text_that_look_like_our_attributes_stay(pack: Path) -> None:
    words = 'Mind data-box and data-title="no" and data-leads="javascript:alert(1)" of the den.'
    change(pack, "content/mini/rules.yaml", "text: The den is dark.", f"text: '{words}'")
    record = next(
        one for one in lookups(Pack(pack).localized("mini", "en")) if one.ref == "rules.guess"
    )
    for word in ("Mind data-box and", "data-title=", "data-leads=", "of the den."):
        assert word in record.html
    assert "href" not in record.html


def test_an_aid_called_index_is_beside_the_page_of_its_game(pack: Path, tmp_path: Path) -> None:
    (pack / "content" / "mini" / "zz.yaml").write_text(
        "aids:\n"
        "  index: {title: Same, kind: grid, paper: A5, grid: {cell: 1 in}}\n"
        "  grid: {title: Same, kind: grid, paper: A5, grid: {cell: 9 mm}}\n",
        encoding="utf-8",
    )
    site, aids = tmp_path / "site", ("--aid", "index", "--aid", "grid", "--locale", "en")
    result = aidgen("site", site, *aids, "--pack", pack, "--out", tmp_path / "out")
    assert result.exit_code == 0
    folder = site / "mini" / "en"
    assert "<h1>Mini</h1>" in (folder / "index.html").read_text(encoding="utf-8")
    assert "<h1>Same</h1>" in (folder / "index.aid.html").read_text(encoding="utf-8")
    front = (site / "index.html").read_text(encoding="utf-8")
    assert {'"mini/en/index.aid.html"', '"mini/en/grid.html"'} <= {
        found for found in re.findall(r'href=("[^"]*")', front)
    }

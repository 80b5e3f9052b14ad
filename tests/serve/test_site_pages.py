"""Pages of the site as they are written, of records alone."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from aidgen.page.lookups import lookups
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pool import WorkerPool, rendered
from aidgen.pipeline.publication import write_gallery
from aidgen.pipeline.tasks import LOOKUPS_TASK
from aidgen.serve.site_pages import SiteGame, game_page, rule_page
from tests.commands import aidgen
from tests.mini import change


def shelf(pack: Path) -> SiteGame:
    """Return the game Mini with nothing printed of it."""
    game_data = Pack(pack).localized("mini", "en")
    return SiteGame(game_data, "Mini", (), (), "mini-en.zip", "1 · 123456")


def test_a_page_has_colour_logo_makers_and_licence_of_its_game(pack: Path) -> None:
    assert "--accent: light-dark(#335577, " in game_page(shelf(pack))
    facts = (
        '  theme: {colours: {ink: "#773311"}, logo: {file: back.svg, alt: A den}}\n'
        '  attribution: "Pictures: A. Nobody, CC BY 4.0"\n  notice:'
    )
    change(pack, "content/mini/game.yaml", "  notice:", facts)
    page = game_page(shelf(pack))
    assert "--accent: light-dark(#773311, " in page
    assert 'alt="A den"' in page
    for words in ("Unofficial, and no game at all.", "Made by nobody.", "Pictures: A. Nobody"):
        assert f"<p>{words}" in page


def test_records_are_complete_pages(pack: Path) -> None:
    words = 'Mind data-box and data-title="no" and data-leads="javascript:alert(1)" of the den.'
    change(pack, "content/mini/rules.yaml", "text: The den is dark.", f"text: '{words}'")
    image = "image: {file: back.svg, alt: A den, place: page}"  # fills a page of a book
    change(pack, "content/mini/rules.yaml", "guess: {title", f"guess: {{{image}, title")
    records = {one.ref: one for one in lookups(Pack(pack).localized("mini", "en"))}
    for record in records.values():
        assert rule_page(shelf(pack), record, ()).count("<h1") == 1, record.ref
    html = records["rules.guess"].html
    assert 'alt="A den"' in html
    for word in ("Mind data-box and", "data-title=", "data-leads=", "of the\xa0den."):
        assert word in html
    assert "href" not in html


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
    opened = Pack(pack)
    with WorkerPool(1, opened.limits) as workers:
        records = rendered(workers, LOOKUPS_TASK, opened.pickled("mini", "en"), opened.limits)
    assert records
    for record in records:
        assert "THEIRS" not in rule_page(shelf(pack), record, ())
    write_gallery(opened, pack / "build")
    assert "THEIRS" not in (pack / "build" / "index.html").read_text(encoding="utf-8")


def test_an_aid_called_index_is_beside_the_page_of_its_game(pack: Path, tmp_path: Path) -> None:
    (pack / "content" / "mini" / "zz.yaml").write_text(
        "aids:\n  index: {title: Same, kind: grid, paper: A5, grid: {cell: 1 in}}\n",
        encoding="utf-8",
    )
    site, aids = tmp_path / "site", ("--aid", "index", "--locale", "en")
    result = aidgen("site", site, *aids, "--pack", pack, "--out", tmp_path / "out")
    assert result.exit_code == 0
    folder = site / "mini" / "en"
    assert "<h1>Mini</h1>" in (folder / "index.html").read_text(encoding="utf-8")
    assert "<h1>Same</h1>" in (folder / "index.aid.html").read_text(encoding="utf-8")
    front = (site / "index.html").read_text(encoding="utf-8")
    assert '"mini/en/index.aid.html"' in re.findall(r'href=("[^"]*")', front)


EVIL = "<img src=x onerror=run()><script>run()</script> [x](javascript:run()) <svg onload=run()>"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="run()">'
    '<script>run()</script><a href="javascript:run()">'
    '<path d="M0 0L9 9" style="x\\20 onclick:run()" onclick="run()"/></a></svg>'
)


class Runs(HTMLParser):
    """Collects what a browser would run, or load from elsewhere."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.parts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.parts += [tag] * (tag in ("script", "iframe", "object", "embed"))
        for name, value in attrs:
            address = "".join((value or "").split()).lower()
            is_loaded = address.startswith(("javascript:", "http", "//")) and name != "xmlns"
            if name.startswith("on") or is_loaded:
                self.parts.append(f"{name}={value}")


def test_the_html_of_a_record_runs_nothing_that_a_pack_brings(pack: Path) -> None:
    icons = pack / "assets" / "icons"
    icons.mkdir(parents=True)
    (icons / "evil.svg").write_text(DRAWING, encoding="utf-8")
    quoted = json.dumps(f"{EVIL} :evil:")
    change(pack, "content/mini/rules.yaml", "title: Fight", f"title: {quoted}")
    change(pack, "content/mini/rules.yaml", "text: The den is dark.", f"text: {quoted}")
    change(pack, "content/mini/tables.yaml", "[a crown]", f"[{quoted}]")
    records = {each.ref: each for each in lookups(Pack(pack).localized("mini", "en"))}
    for ref in ("rules.fight", "rules.guess", "tables.prizes"):
        ours = Runs(rule_page(shelf(pack), replace(records[ref], title="", html=""), ()))
        page = Runs(rule_page(shelf(pack), records[ref], ()))
        assert "svg" in page.tags, ref
        assert page.parts == ours.parts, ref
        assert "run()" in records[ref].html  # printed as typed

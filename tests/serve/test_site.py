"""The site: files alone, in which one finds aids, rules and answers."""

from __future__ import annotations

import io
import re
import shutil
import time
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from aidgen.page.lookups import lookups
from aidgen.page.theme import webfonts
from aidgen.pipeline.pack import Pack
from aidgen.serve.site_pages import SiteGame, rule_page
from tests.browser import complaints, luminous, pictured, schemed, until
from tests.commands import aidgen
from tests.mini import change

# What a page leads to, or loads.
ADDRESS = re.compile(r"""(?:href|src)=["']([^"']*)["']""")
WIDTHS = (360, 768, 1280)


def test_all_that_a_page_leads_to_is_there_and_nothing_is_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        text = page.read_text(encoding="utf-8")
        ids = set(re.findall(r"""\bid=["']([^"']*)["']""", text))
        for found in set(ADDRESS.findall(text)) - {"data:,"}:
            parts = urlsplit(found)
            assert not parts.scheme, f"{page}: {found}"
            assert not parts.netloc, f"{page}: {found}"
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.is_file(), f"{page}: {found}"
            assert target.is_relative_to(site.resolve())
            if target == page and parts.fragment:
                assert parts.fragment in ids


def test_an_aid_has_its_pages_its_pdf_and_a_zip_has_them_all(site: Path) -> None:
    folder = site / "mini" / "en"
    page = (folder / "deck.html").read_text(encoding="utf-8")
    assert 'href="mini-deck-en.pdf"' in page
    assert "Print at 100% (actual size)" in page
    assert "flip on the long edge" in page
    assert len(list(folder.glob("pages/deck-*.webp"))) == page.count('class="page"')
    with zipfile.ZipFile(io.BytesIO((folder / "mini-en.zip").read_bytes())) as archive:
        assert set(archive.namelist()) == {path.name for path in folder.glob("*.pdf")}
        pdf = (folder / "mini-deck-en.pdf").read_bytes()
        assert archive.read("mini-deck-en.pdf") == pdf


def test_variants_are_offered_and_found_by_paper_and_ink(built: Path, tmp_path: Path) -> None:
    words = ("--pack", built / "pack", "--out", built / "out", "--aid", "board", "--locale", "en")
    site, offered = tmp_path / "site", ("--variant", "letter", "--variant", "low-ink")
    assert aidgen("site", site, *words, *offered, "--variant", "booklet").exit_code == 0
    front, page = (
        (site / name).read_text(encoding="utf-8") for name in ("index.html", "mini/en/board.html")
    )
    for name, said in (("letter", "Letter"), ("low-ink", "little ink")):
        file = f"{name}/mini-board-en-{name}.pdf"
        assert (site / "mini" / "en" / file).is_file()
        assert f'href="{file}">{said}</a>' in page
        assert f'href="mini/en/{file}">{said}</a>' in front
    assert 'data-paper="A4 Letter" data-ink="little"' in front
    assert "booklet" not in page  # a sheet is none
    assert "aidgen build" not in front
    assert aidgen("verify", site).exit_code == 0
    assert aidgen("site", site, *words).exit_code == 0
    assert "low-ink" not in (site / "index.html").read_text(encoding="utf-8")


def test_a_rule_has_a_page_of_its_own_with_its_links_and_where_it_is_printed(site: Path) -> None:
    page = (site / "mini" / "en" / "rules" / "rules.fight.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in page
    assert 'href="rules.start.html"' in page
    assert "book.html#rules.fight-3" in page
    assert "book.html#rules.fight-2" not in page  # there are the contents
    assert "data-context" not in page


def test_certificates_stand_beside_the_pdfs(site: Path) -> None:
    assert aidgen("verify", site).exit_code == 0


def test_written_again_nothing_changes_and_what_has_gone_goes(site: Path, built: Path) -> None:
    gone = site / "mini" / "en" / "rules" / "rules.gone.html"
    gone.write_text("gone", encoding="utf-8")
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    done = aidgen("site", site, "--pack", built / "pack", "--out", built / "out")
    assert done.exit_code == 0
    after = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    assert after == {path: when for path, when in before.items() if path != gone}


# In a browser -------------------------------------------------------------------------------------


def asked(driver: Any, question: str) -> list[str]:
    """Return what is reported of a question, then the titles of what was found and the answer."""
    script = """
    const box = document.getElementById("asked");
    box.value = arguments[0];
    box.dispatchEvent(new Event("input"));
    return [document.getElementById("summary").textContent.trim(),
      ...[...document.querySelectorAll("#results h2")].map((one) => one.textContent)];
    """
    found: list[str] = driver.execute_script(script, question)
    return found


QUESTIONS = [
    ("en", "How does a fight work?", "Fight"),
    ("en", "what does tired do", "Tired"),
    ("en", "when does tired end?", "Tired"),
    ("en", "start with a sword", "Start"),
    ("en", "the turn", "Turn"),
    ("fr", "points de vie d'un héros", "Start"),
    ("en", "how much is a crown worth", "Prizes"),
    ("fr", "épée", "Start"),
    ("en", "what is a den?", "den"),
    ("fr", "la phase Turn se termine", "Turn"),
]


def test_questions_find_their_rule(driver: Any, address: str) -> None:
    for locale, question, title in QUESTIONS:
        driver.get(f"{address}mini/{locale}/index.html")
        reported, first, *_ = asked(driver, question)
        assert first == title, question
        assert reported.startswith(("Results: ", "Résultats : ")), question
    driver.get(f"{address}mini/en/index.html")
    assert asked(driver, "where can I park a spaceship") == [
        "Nothing found. Found nowhere: park, spaceship."
    ]
    assert complaints(driver) == []


def test_what_was_found_leads_to_its_place_on_the_page(
    driver: Any, address: str, update: bool
) -> None:
    driver.get(f"{address}mini/en/index.html?q=fight")
    look = until(driver, "return document.querySelector('#results .look')?.href")
    pictured(driver, "site-search", update=update)
    driver.get(look)
    place = (
        "const at = document.querySelector(':target'); return at && at.getBoundingClientRect().top"
    )
    assert until(driver, place) > 0
    pictured(driver, "site-aid", update=update)
    driver.get(f"{address}mini/en/rules/tables.wounds.html")
    assert driver.execute_script("return document.querySelectorAll('table').length")
    pictured(driver, "site-rule", update=update)


@pytest.mark.parametrize("page", ["index.html", "mini/en/index.html", "mini/fr/index.html"])
def test_a_mark_tells_whether_a_sheet_is_of_today(driver: Any, address: str, page: str) -> None:
    driver.get(f"{address}{page}")
    marks = "return JSON.parse(document.getElementById('mark').dataset.marks)"
    found = driver.execute_script(marks)
    assert {mark for _, mark in found} == {found[0][1]}
    edition, figures = found[0][1].split(" · ")
    said = "return document.getElementById('verdict').textContent"
    old = "n’est plus à jour" if "/fr/" in page else "out of date"
    unreadable = "n’est pas une marque" if "/fr/" in page else "not a mark"
    current = "d’aujourd’hui" if "/fr/" in page else "as it is printed today"
    for written, verdict in (
        (f"ed. {edition} · {figures} · fr", current),
        (f"{edition} · {figures}", current),
        (figures, current),
        (f"0 · {figures}", old),
        (f"{edition} · 000000", old),
        (f"ed. 0 · {figures} · pt-BR", old),
        (edition, unreadable),
        (figures[:5], unreadable),
        (f"{figures[:-1]}O", unreadable),
        ("hello", unreadable),
    ):
        driver.get(f"{address}{page}?mark={written}")
        assert verdict in until(driver, said), written


def test_the_front_page_shows_what_is_chosen(driver: Any, address: str, update: bool) -> None:
    driver.get(address)
    shown = """return [...document.querySelectorAll(".aid")]
      .filter((one) => one.checkVisibility()).map((one) => one.dataset.kind)"""
    everything = driver.execute_script(shown)
    pictured(driver, "site-front", update=update)
    labels = driver.execute_script(
        "return [...document.querySelectorAll('.choices label')].map((one) => one.innerText.trim())"
    )
    assert {"English", "Français", "cards", "book", "A4"} <= set(labels)
    driver.execute_script(
        "[...document.querySelectorAll('.choices label')]"
        ".find((one) => one.textContent.trim() === 'cards').querySelector('input').click()"
    )
    assert set(driver.execute_script(shown)) == {"cards"}
    assert len(set(everything)) > 3


TITLES = """return [...document.querySelectorAll(".aid .title")]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent)"""


def sought(driver: Any, words: str) -> list[str]:
    """Return the titles of the aids that are shown for some words on the front page."""
    box = driver.find_element(By.ID, "find")
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(Keys.DELETE, words)
    found: list[str] = driver.execute_script(TITLES)
    return found


def test_the_front_page_finds_aids_and_leads_to_rules(driver: Any, address: str) -> None:
    driver.get(address)
    assert sought(driver, "COUNTERS mini") == ["Counters"]
    nothing = driver.find_element(By.ID, "nothing")
    assert sought(driver, "fight") == []
    assert not nothing.is_displayed()  # there are rules to search
    driver.find_element(By.ID, "find").send_keys(Keys.ENTER)
    link = driver.switch_to.active_element
    assert link.text == "Search the rules: fight"
    link.send_keys(Keys.ENTER)
    first = "return document.querySelector('#results h2')?.textContent"
    assert until(driver, first) == "Fight"
    assert complaints(driver) == []


def test_the_gallery_is_in_the_language_of_the_browser(driver: Any, built: Path) -> None:
    page = (built / "out" / "index.html").as_uri()
    agent = driver.execute_script("return navigator.userAgent")
    asked = {"userAgent": agent, "acceptLanguage": "fr-CA,fr,en"}
    driver.execute_cdp_cmd("Network.setUserAgentOverride", asked)
    try:
        driver.get(page)
        assert sought(driver, "regles") == []
        assert driver.find_element(By.ID, "nothing").is_displayed()
        assert sought(driver, "")
        languages = """return [...document.querySelectorAll(".game")]
          .filter((one) => one.checkVisibility()).map((one) => one.dataset.language)"""
        assert driver.execute_script(languages) == ["fr"]
    finally:
        driver.execute_cdp_cmd("Network.setUserAgentOverride", {**asked, "acceptLanguage": "en-US"})


def test_on_a_phone_the_first_aid_is_seen_at_once(driver: Any, built: Path) -> None:
    size = driver.get_window_size()
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        driver.get((built / "out" / "index.html").as_uri())
        at = "return document.querySelector('.aid .title').getBoundingClientRect().bottom"
        assert driver.execute_script(at) < 700
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert driver.get_window_size() == size


PHONE = {"width": 390, "height": 700, "deviceScaleFactor": 1, "mobile": True}


def test_the_gallery_says_what_to_print_on_and_how_many(copy: Path) -> None:
    change(
        copy / "pack",
        "content/mini/aids.yaml",
        "pad:\n    title: Pad",
        "pad:\n    reader: player\n    title: Pad",
    )
    assert aidgen("build", "--pack", copy / "pack", "--out", copy / "out").exit_code == 0
    gallery = (copy / "out" / "index.html").read_text(encoding="utf-8")
    facts = re.findall(r'<span class="facts">([^<]*) kB</span>', gallery)
    english = [re.sub(r" · \d+$", "", one) for one in facts[:9]]
    assert english == [
        "A5 · 5 pages",
        "cards of 63 × 88 mm · A4 · two-sided · 2 pages",
        "A4 · 1 page",
        "For players · one for each player · A4 · 1 page",
        "A4 · 1 page",
        "A4 · two-sided · 2 pages",
        "A4 · 1 page",
        "A5 · 1 page",
        "A4 · 1 page",
    ]
    papers = set(re.findall(r'data-paper="([^"]*)"', gallery))
    assert papers == {"A4", "A5"}


def test_titles_are_in_the_type_of_their_game(driver: Any, pack: Path, tmp_path: Path) -> None:
    themed = "  theme: {fonts: {title: Marcellus}}\n  notice:"
    change(pack, "content/mini/game.yaml", "  notice:", themed)
    game_data = Pack(pack).localized("mini", "en")
    (record, *_) = lookups(game_data)
    (font,) = webfonts(game_data)
    shelf = SiteGame(game_data, "Mini", (), (), "mini.zip", "1 · 123456", fonts=(font,))
    for path, content in (
        (f"fonts/{font.name}", font.content),
        ("rules/rule.html", rule_page(shelf, record, ()).encode()),
    ):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_bytes(content)
    driver.get(f"{tmp_path.as_uri()}/rules/rule.html")
    there = "return [...document.fonts].map((one) => `${one.family}: ${one.status}`).join()"
    assert until(driver, f"{there}.includes('loaded')")
    family = "return getComputedStyle(document.querySelector('h1')).fontFamily"
    assert font.family in driver.execute_script(family)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_the_window(driver: Any, address: str, width: int) -> None:
    driver.set_window_size(width, 900)
    for page in (
        "",
        "mini/en/index.html?q=fight",
        "mini/en/deck.html",
        "mini/en/rules/rules.fight.html",
    ):
        driver.get(f"{address}{page}")
        wide = "return [document.documentElement.scrollWidth, window.innerWidth]"
        found, room = driver.execute_script(wide)
        assert found <= room, page
    driver.set_window_size(1280, 900)


def tabbed(driver: Any, script: str) -> None:
    """Press the tabulator until what has the focus is what a script looks for."""
    for _ in range(MOST_TABS):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        if driver.execute_script(f"const one = document.activeElement; return {script}"):
            return
    raise AssertionError(f"no way to {script}")


MOST_TABS = 60
"""How often one may have to press the tabulator on a page of the game Mini."""


def test_a_rule_is_reached_by_keyboard_alone_and_in_the_dark(driver: Any, address: str) -> None:
    with schemed(driver, "dark"):
        driver.get(address)
        tabbed(driver, "one.getAttribute('href') === 'mini/en/index.html'")
        driver.switch_to.active_element.send_keys(Keys.ENTER)
        until(driver, "return document.getElementById('asked')")
        tabbed(driver, "one.id === 'asked'")
        driver.switch_to.active_element.send_keys("when does tired end?", Keys.ENTER)
        driver.switch_to.active_element.send_keys(Keys.ENTER)
        until(driver, "return location.pathname.endsWith('states.tired.html')")
        assert luminous(driver) < 0.2
    assert luminous(driver) > 0.8


INJECTED = (
    '<img src="x" onerror="document.title=\'RUN\'">',
    "<script>document.title='RUN'</script>",
    "<a id='lure' href='javascript:document.title=&quot;RUN&quot;'>x</a>",
    "<iframe srcdoc='<script>parent.document.title=&quot;RUN&quot;</script>'></iframe>",
)


@pytest.mark.parametrize("opened", ["file", "http"])
def test_no_script_but_ours_runs_in_a_page(
    driver: Any, site: Path, address: str, tmp_path: Path, opened: str
) -> None:
    """Even if HTML with scripts came into a page, its policy would not let them run."""
    copy = Path(shutil.copytree(site, tmp_path / "site"))
    pages = ("index.html", "mini/en/index.html", "mini/en/deck.html")
    for page in (*pages, "mini/en/rules/rules.fight.html"):
        path = copy / page
        text = path.read_text(encoding="utf-8")
        assert "Content-Security-Policy" in text
        path.write_text(text.replace("</body>", "".join(INJECTED) + "</body>"), encoding="utf-8")
        driver.get(path.as_uri())
        driver.execute_script("document.getElementById('lure').click()")
        time.sleep(0.1)
        assert driver.title != "RUN", page
    # Our own scripts run from a folder and from a server, and what a page shows is loaded.
    start = f"{site.as_uri()}/" if opened == "file" else address
    driver.get(f"{start}mini/en/index.html?q=fight")
    assert until(driver, "return document.querySelectorAll('#results li').length > 0")
    driver.get(f"{start}index.html")
    assert driver.execute_script("return !document.getElementById('mark').hidden")
    loaded = "return [...document.images].every((one) => one.complete && one.naturalWidth > 0)"
    driver.get(f"{start}mini/en/deck.html")
    driver.execute_script("for (const one of document.images) one.loading = 'eager'")
    assert until(driver, loaded)

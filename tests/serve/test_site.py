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

from tests.browser import complaints, until
from tests.commands import aidgen

# What a page leads to, or loads.
ADDRESS = re.compile(r"""(?:href|src)=["']([^"']*)["']""")


def test_all_links_of_all_pages_lead_to_files_of_the_site(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        text = page.read_text(encoding="utf-8")
        ids = set(re.findall(r"""\bid=["']([^"']*)["']""", text))
        for found in set(ADDRESS.findall(text)) - {"data:,"}:
            parts = urlsplit(found)
            assert (parts.scheme, parts.netloc) == ("", ""), f"{page}: {found}"
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.is_file(), f"{page}: {found}"
            assert target.is_relative_to(site.resolve())
            if target == page and parts.fragment:
                assert parts.fragment in ids


def test_an_aid_has_pictures_its_pdf_and_a_place_in_the_zip(site: Path) -> None:
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
    assert aidgen("verify", site).exit_code == 0


def test_a_rule_has_a_page_with_its_links_and_where_it_is_printed(site: Path) -> None:
    page = (site / "mini" / "en" / "rules" / "rules.fight.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in page
    assert 'href="rules.start.html"' in page
    assert "book.html#rules.fight-3" in page
    assert "book.html#rules.fight-2" not in page  # the contents are on that page
    assert "data-context" not in page


def test_variants_are_offered_by_paper_and_ink(built: Path, tmp_path: Path) -> None:
    words = ("--pack", built / "pack", "--out", built / "out", "--aid", "board", "--locale", "en")
    site, offered = tmp_path / "site", ("--variant", "letter", "--variant", "low-ink")
    assert aidgen("site", site, *words, *offered, "--variant", "booklet").exit_code == 0
    front, page = (
        (site / name).read_text(encoding="utf-8") for name in ("index.html", "mini/en/board.html")
    )
    for name, label in (("letter", "Letter"), ("low-ink", "little ink")):
        file = f"{name}/mini-board-en-{name}.pdf"
        assert (site / "mini" / "en" / file).is_file()
        assert f'href="{file}">{label}</a>' in page
        assert f'href="mini/en/{file}">{label}</a>' in front
    assert 'data-paper="A4 Letter" data-ink="little"' in front
    assert "booklet" not in page  # it does not apply to a sheet
    assert aidgen("site", site, *words).exit_code == 0
    assert "low-ink" not in (site / "index.html").read_text(encoding="utf-8")


def test_written_again_only_removed_pages_change(site: Path, built: Path) -> None:
    removed = site / "mini" / "en" / "rules" / "rules.gone.html"
    removed.write_text("gone", encoding="utf-8")
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    done = aidgen("site", site, "--pack", built / "pack", "--out", built / "out")
    assert done.exit_code == 0
    after = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    assert after == {path: when for path, when in before.items() if path != removed}


# In a browser -------------------------------------------------------------------------------------


QUESTIONS = [
    ("en", "How does a fight work?", "Fight"),
    ("en", "when does tired end?", "Tired"),
    ("en", "start with a sword", "Start"),
    ("en", "how much is a crown worth", "Prizes"),
    ("en", "what is a den?", "den"),
    ("fr", "points de vie d'un héros", "Start"),
    ("fr", "la phase Turn se termine", "Turn"),
]


def test_questions_find_their_rule_and_its_place_on_a_page(driver: Any, address: str) -> None:
    script = """
    const box = document.getElementById("asked");
    box.value = arguments[0];
    box.dispatchEvent(new Event("input"));
    return document.querySelector("#results h2")?.textContent;
    """
    for locale, question, title in QUESTIONS:
        driver.get(f"{address}mini/{locale}/index.html")
        assert driver.execute_script(script, question) == title, question
    driver.get(f"{address}mini/en/index.html?q=fight")
    look = until(driver, "return document.querySelector('#results .look')?.href")
    driver.get(look)
    place = "return document.querySelector(':target')?.getBoundingClientRect().top"
    assert until(driver, place) > 0
    driver.get(f"{address}mini/en/rules/tables.wounds.html")
    assert driver.execute_script("return document.querySelectorAll('table').length")
    assert complaints(driver) == []


@pytest.mark.parametrize("page", ["index.html", "mini/fr/index.html"])
def test_a_mark_tells_whether_a_sheet_is_current(driver: Any, address: str, page: str) -> None:
    driver.get(f"{address}{page}")
    marks = "return JSON.parse(document.getElementById('mark').dataset.marks)"
    edition, figures = driver.execute_script(marks)[0][1].split(" · ")
    verdict = "return document.getElementById('verdict').textContent"
    old = "n’est plus à jour" if "/fr/" in page else "out of date"
    unreadable = "n’est pas une marque" if "/fr/" in page else "not a mark"
    current = "d’aujourd’hui" if "/fr/" in page else "as it is printed today"
    for written, expected in (
        (f"ed. {edition} · {figures} · fr", current),
        (figures, current),
        (f"{edition} · 000000", old),
        (edition, unreadable),
        (f"{figures[:-1]}O", unreadable),
    ):
        driver.get(f"{address}{page}?mark={written}")
        assert expected in until(driver, verdict).replace("\xa0", " "), written


TITLES = """return [...document.querySelectorAll(".aid .title")]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent)"""


def aids_for(driver: Any, words: str) -> list[str]:
    """Return the titles of the aids that the front page shows for some words."""
    box = driver.find_element(By.ID, "find")
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(Keys.DELETE, words)
    titles: list[str] = driver.execute_script(TITLES)
    return titles


def test_the_front_page_shows_the_aids_asked_for(driver: Any, address: str) -> None:
    driver.get(address)
    shown = """return [...document.querySelectorAll(".aid")]
      .filter((one) => one.checkVisibility()).map((one) => one.dataset.kind)"""
    assert len(set(driver.execute_script(shown))) > 3
    driver.execute_script(
        "[...document.querySelectorAll('.choices label')]"
        ".find((one) => one.textContent.trim() === 'cards').querySelector('input').click()"
    )
    assert set(driver.execute_script(shown)) == {"cards"}
    driver.get(address)
    assert aids_for(driver, "COUNTERS mini") == ["Counters"]
    assert aids_for(driver, "fight") == []
    assert not driver.find_element(By.ID, "nothing").is_displayed()  # there are rules to search
    driver.find_element(By.ID, "find").send_keys(Keys.ENTER)
    link = driver.switch_to.active_element
    assert link.text == "Search the rules: fight"
    link.send_keys(Keys.ENTER)
    assert until(driver, "return document.querySelector('#results h2')?.textContent") == "Fight"


PHONE = {"width": 390, "height": 700, "deviceScaleFactor": 1, "mobile": True}


def test_the_gallery_begins_in_the_language_of_the_browser_and_fits_a_phone(
    driver: Any, built: Path
) -> None:
    agent = driver.execute_script("return navigator.userAgent")
    asked = {"userAgent": agent, "acceptLanguage": "fr-CA,fr,en"}
    driver.execute_cdp_cmd("Network.setUserAgentOverride", asked)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        driver.get((built / "out" / "index.html").as_uri())
        at = "return document.querySelector('.aid .title').getBoundingClientRect().bottom"
        assert driver.execute_script(at) < 700
        languages = """return [...document.querySelectorAll(".game")]
          .filter((one) => one.checkVisibility()).map((one) => one.dataset.language)"""
        assert driver.execute_script(languages) == ["fr"]
        assert aids_for(driver, "regles") == []
        assert driver.find_element(By.ID, "nothing").is_displayed()
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Network.setUserAgentOverride", {**asked, "acceptLanguage": "en-US"})


def test_no_page_is_wider_than_the_window(driver: Any, address: str) -> None:
    for width in (360, 1280):
        driver.set_window_size(width, 900)
        for page in ("", "mini/en/index.html?q=fight", "mini/en/deck.html"):
            driver.get(f"{address}{page}")
            wide = "return [document.documentElement.scrollWidth, window.innerWidth]"
            needed, room = driver.execute_script(wide)
            assert needed <= room, (page, width)


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
    for page in ("index.html", "mini/en/deck.html", "mini/en/rules/rules.fight.html"):
        path = copy / page
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("</body>", "".join(INJECTED) + "</body>"), encoding="utf-8")
        driver.get(path.as_uri())
        driver.execute_script("document.getElementById('lure').click()")
        time.sleep(0.1)
        assert driver.title != "RUN", page
    # Our own scripts run from a folder and from a server, and what a page shows is loaded.
    start = f"{site.as_uri()}/" if opened == "file" else address
    driver.get(f"{start}mini/en/index.html?q=fight")
    assert until(driver, "return document.querySelectorAll('#results li').length > 0")
    loaded = "return [...document.images].every((one) => one.complete && one.naturalWidth > 0)"
    driver.get(f"{start}mini/en/deck.html")
    driver.execute_script("for (const one of document.images) one.loading = 'eager'")
    assert until(driver, loaded)

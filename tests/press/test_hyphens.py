"""Words that a page says how to divide."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pyphen
import pytest

from aidgen.assets import fonts
from aidgen.press.engine import document
from aidgen.press.engine.document import HtmlDocument, hyphenation_exceptions

WORD = "Ansturmaktion"


def source(listed: str, tag: str = "p", lang: str = "de") -> HtmlDocument:
    css = "@page{size:60mm 90mm;margin:5mm} body{margin:0;font:10pt Source Sans Pro}"
    css += "p,table{width:19mm;margin:0;hyphens:auto;hyphenate-character:'-'}"
    meta = f"<meta name='hyphenation' content='{listed}'>" if listed else ""
    inner = WORD if tag == "p" else f"<tr><td>{WORD}</td></tr>"
    head = f"<title>x</title>{meta}<style>{css}</style>"
    return HtmlDocument(
        f"<html lang='{lang}'><head>{head}</head><body><{tag}>{inner}</{tag}></body></html>"
    )


def lines(of: HtmlDocument) -> list[str]:
    (page,) = of.lay_out().pages
    return [text.words.text for text in page.texts]


def test_a_word_is_divided_where_the_page_says() -> None:
    assert lines(source(""))[0].startswith("Anstur")
    assert lines(source("")) != ["Ansturm-", "aktion"]
    assert lines(source("ansturm-aktion")) == ["Ansturm-", "aktion"]


def test_a_cell_is_as_wide_as_its_column() -> None:
    """A soft hyphen in a cell would make its word stick out of it."""
    made = source("Ansturm-aktion", "table")
    assert lines(made) == ["Ansturm-", "aktion"]


def test_other_pages_know_nothing_of_it() -> None:
    before = lines(source(""))
    lines(source("Ansturm-aktion"))
    assert lines(source("")) == before
    known = pyphen.Pyphen(lang="de_DE").hd.cache
    lines(source("Unbekannt-wort"))
    assert "unbekanntwort" not in known


@pytest.mark.parametrize("listed", ["-", "- --", ""])
def test_a_list_may_be_empty(listed: str) -> None:
    assert lines(source(listed)) == lines(source(""))


def test_a_language_without_a_dictionary_is_no_fault() -> None:
    with hyphenation_exceptions(source("a-b", lang="tlh").root):
        pass


def test_a_dictionary_says_the_same_from_its_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (document, fonts):
        monkeypatch.setattr(module, "fonts_folder", lambda: tmp_path)
    path = pyphen.LANGUAGES["de"]
    for _ in range(2):
        pyphen.hdcache.pop(path, None)
        assert lines(source("Unbekannt-wort"))[0].startswith("Anstur")
    (copy,) = tmp_path.glob("hyph_*.json")
    copy.write_text("[9, {")
    pyphen.hdcache.pop(path, None)
    assert lines(source("Unbekannt-wort"))[0].startswith("Anstur")
    assert copy.stat().st_size > 1_000_000


def test_spellings_that_change_at_a_hyphen_have_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (document, fonts):
        monkeypatch.setattr(module, "fonts_folder", lambda: tmp_path)
    pyphen.hdcache.pop(pyphen.LANGUAGES["hu"], None)
    with hyphenation_exceptions(source("", lang="hu").root):
        assert pyphen.Pyphen(lang="hu").inserted("asszonnyal") == "asz-szony-nyal"
    assert not list(tmp_path.iterdir())


def test_a_dictionary_of_which_no_copy_can_be_kept_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _content: bytes) -> None:
        tried.append(path)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    tried: list[Path] = []
    monkeypatch.setattr(document, "fonts_folder", lambda: tmp_path)
    monkeypatch.setattr(document, "write_prepared", full)
    pyphen.hdcache.pop(pyphen.LANGUAGES["de"], None)
    assert lines(source("Unbekannt-wort"))[0].startswith("Anstur")
    assert len(tried) == 1
    assert not list(tmp_path.iterdir())


def test_an_error_of_the_engine_leaves_the_dictionary_as_it_was() -> None:
    exceptions = hyphenation_exceptions(source("Unbekannt-wort").root)
    with pytest.raises(ZeroDivisionError), exceptions:
        raise ZeroDivisionError
    assert "unbekanntwort" not in pyphen.Pyphen(lang="de_DE").hd.cache

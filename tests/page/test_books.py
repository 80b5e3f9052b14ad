"""What a book has around its texts: page numbers, an index, footnotes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.options import PrintOptions
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.layout.boxes import PX_PER_MM, LaidBox, LaidPage
from aidgen.layout.document import Document, page_of
from aidgen.page.book_numbers import index_of, number_marks, number_notes
from aidgen.page.markdown import NOTE_MARK, Texts, plain_text
from aidgen.page.render import render
from aidgen.press.type import lay_out
from tests.mini import MINI, aid_of

REFS = frozenset({"rules.fight"})


def book_game() -> GameData:
    """Return the game Mini in English."""
    return aid_of("book")[0]


def texts(*, paged: bool = True, numbered: bool = False) -> Texts:
    return Texts(book_game(), REFS, paged=paged, numbered=numbered)


def test_a_title_has_no_links_where_it_is_one_itself() -> None:
    title = Text("Before ([p. {page}](rules.fight)) × [fight](rules.fight) at 5")
    made = texts(numbered=True).unlinked(title)
    assert "<a" not in made
    assert re.sub("<[^>]+>", "", made) == "Before × fight at 5"


def test_words_of_the_index_are_read_without_their_heading() -> None:
    assert (
        plain_text("The *[old **mills**|mill: old](index)* burn[^mill].") == "The old mills burn."
    )


def test_the_index_is_in_the_order_of_the_language() -> None:
    game = book_game()
    marks = (("öl", "index:1"), ("zebra", "index:2"), ("Ost", "index:3"), ("öl: altes", "index:4"))
    german = game.model_copy(update={"locale": "de"})
    groups = index_of(german, "", marks)
    assert [group.letter for group in groups] == ["O", "Z"]
    assert [entry.words for entry in groups[0].entries] == ["öl", "Ost"]
    assert [entry.words for entry in groups[0].entries[0].below] == ["altes"]


@pytest.mark.parametrize(
    ("locale", "words", "letters"),
    [
        ("sv", "arm Ål Ängel Apa zon", "A Z Å Ä"),
        ("cs", "Cena chata duch hora jazyk", "C D H CH J"),
        ("pl", "sól śnieg tura", "S Ś T"),
    ],
)
def test_an_index_has_each_letter_of_its_language_once(
    locale: str, words: str, letters: str
) -> None:
    marks = [(word, f"index:{number}") for number, word in enumerate(words.split())]
    groups = index_of(book_game().model_copy(update={"locale": locale}), "", marks)
    assert " ".join(group.letter for group in groups) == letters


def test_an_entry_has_no_more_levels_than_are_printed() -> None:
    marks = (("ferry: lanterns: of brass", "index:1"), ("a" + ": b" * 2_000, "index:2"))
    first, second = index_of(book_game(), "", marks)
    assert [entry.words for entry in second.entries] == ["ferry, lanterns: of brass"]
    assert not first.entries[0].below


@pytest.mark.parametrize("target", ["index#5", "index#-1", "index#x", "index#²", "0"])
def test_a_typed_link_is_no_mark_of_ours(target: str) -> None:
    """Marks for the index are numbered by us; a link that looks like one is a link."""
    said = f"[Words]({target}), [more](index)."
    assert plain_text(said) == "Words, more."
    assert texts().line(Text(said)).count("data-heading") == 1


def test_a_term_is_on_the_page_of_its_rule_and_its_plural_is_the_same_entry() -> None:
    game = book_game()
    name, term = next(iter(game.terms.items()))
    terms = {name: term.model_copy(update={"rule": "rules.fight", "many": Text("wet knots")})}
    game = game.model_copy(update={"terms": terms})
    body = f'<p data-anchor="terms.{name}"></p><h3 data-anchor="rules.fight"></h3>'
    (group,) = index_of(game, body, [("Wet knots", "index:1")])
    assert [(entry.words, entry.pages) for entry in group.entries] == [
        (str(term.one), page_of("index:1,rules.fight,"))
    ]


@pytest.mark.parametrize("more", ["", " (red)", " X"])
def test_a_title_and_a_marked_word_are_one_entry(more: str) -> None:
    game = book_game()
    title = str(game.rules["fight"].title)
    rule = game.rules["fight"].model_copy(update={"title": Text(title + more)})
    game = game.model_copy(update={"rules": {**game.rules, "fight": rule}})
    words = texts().line(Text(f"[so|{title.lower()}](index)"))
    body = f'<h3 data-anchor="rules.fight"></h3>{words}'
    body, marks = number_marks(body)
    assert 'data-anchor="index:1"' in body
    (group,) = index_of(game, body, marks)
    (entry,) = group.entries
    assert entry.words == title.lower(), "a title has a capital, a word has none"
    assert entry.pages == page_of("index:1,rules.fight,")


def test_footnotes_are_numbered_in_each_chapter() -> None:
    note = NOTE_MARK * 2  # where it belongs, and before it
    body = f'<section class="ag-chapter">{note}{note}</section><section class="ag-chapter">{note}'
    assert re.sub("<[^>]+>", "|", number_notes(body)) == "|¹¹²²||¹¹"


def test_a_footnote_goes_to_the_foot_of_a_page_or_below_its_record() -> None:
    game = book_game()
    rule = game.rules["fight"].model_copy(update={"footnotes": {"mill": Text("Gone.")}})
    game = game.model_copy(update={"rules": {**game.rules, "fight": rule}})
    said = Text("Mill[^mill].", context=Context(MINI.name, ("rules", "fight", "text")))
    made = replace(texts(), game_data=game).line(said)
    assert 'class="ag-footnote" data-note=""' in made
    assert replace(texts(paged=False), game_data=game).line(said).count("¹") == 1


@pytest.mark.parametrize(
    ("chapters", "languages"), [("page", ()), (None, ("en", "fr"))], ids=["asked for", "in two"]
)
def test_chapters_begin_pages(chapters: str | None, languages: tuple[str, ...]) -> None:
    game = book_game()
    aids = {**game.aids, "book": game.aids["book"].model_copy(update={"chapters": chapters})}
    game, options = game.model_copy(update={"aids": aids}), PrintOptions(languages=languages)
    (document,) = render(game, "book", (BUNDLED_PACK,), options).documents
    pages = lay_out(replace(document, front="")).pages
    begun = {
        box.element: page.number
        for page in pages
        for box in page.root.descendants()
        if box.tag == "h2"
    }
    assert [*begun.values()] == [1, 2, 4, 4]  # the credits go on below the glossary


def styled(body: str) -> list[tuple[LaidPage, LaidBox]]:
    """Return the boxes of a body in the style sheet of a book of A5 in large print."""
    options = PrintOptions(large=True, booklet=True)
    (document,) = render(book_game(), "book", (BUNDLED_PACK,), options).documents
    head = document.html.partition("<body")[0]
    layout = lay_out(Document(f"{head}<body><main>{body}</main></body></html>"))
    return [(page, box) for page in layout.pages for box in page.root.descendants() if box.whole]


@pytest.mark.parametrize(
    ("chapter", "sides"),
    [("ag-two-columns", [85, 38]), ("", [158, 71])],
    ids=["no wider than its column", "turned, with words of 12 pt"],
)
def test_a_chart_in_large_print_on_a5(chapter: str, sides: list[int]) -> None:
    chart = '<svg xmlns="http://www.w3.org/2000/svg" class="ag-chart" viewBox="0 0 340 152"></svg>'
    boxes = styled(
        f'<section class="ag-chapter {chapter}" style="columns: 1">'
        f'<figure style="width: 85mm">{chart}</figure></section>'
    )
    (border,) = (box.border for _, box in boxes if box.tag.endswith("svg"))
    lengths = border[2] - border[0], border[3] - border[1]
    assert [round(length / PX_PER_MM) for length in lengths] == sides


def test_a_chapter_behind_a_picture_begins_at_the_top_of_its_page() -> None:
    chapter = '<section class="ag-chapter ag-two-columns"><h2>One</h2><p>Two</p></section>'
    boxes = styled(f'<p>Before</p><div class="ag-plate"></div>{chapter}')
    page, title = next((page, box) for page, box in boxes if box.tag == "h2")
    assert (page.number, title.border[1]) == (3, page.content[1])

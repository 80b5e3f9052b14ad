"""What the templates print of a game, and how what is wrong with them is reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.language.localize import localize
from aidgen.layout.promises import text_contexts
from aidgen.page.kinds import KINDS
from aidgen.page.markdown import Texts, plain_text
from aidgen.page.render import render
from aidgen.pipeline.options import choosable
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError
from tests.mini import aid_of, change, read
from tests.sheets import documents_of, rendered
from tests.verified import read_html

GAME = "content/mini/game.yaml"
COVER = "<header>\n<h1>{{ aid.title|line }}</h1>\n"


def page(game_data: GameData, aid: str, pack: Path | None = None) -> str:
    return rendered(
        localize(game_data, {}, game_data.locale),
        aid,
        (pack, BUNDLED_PACK) if pack else (BUNDLED_PACK,),
    )


def body(game_data: GameData, aid: str) -> str:
    return page(game_data, aid).split("<body", 1)[1]


def template(pack: Path, text: str) -> Path:
    folder = pack / "templates" / "book"
    folder.mkdir(parents=True)
    (folder / "cover.html").write_text(f"{COVER}{text}\n</header>\n", encoding="utf-8")
    return pack


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_renders_what_it_is_given(name: str) -> None:
    game_data, aid = aid_of(name)
    found = page(game_data, aid)
    assert found.startswith("<!DOCTYPE html>")
    assert read_html(found)
    assert game_data.aids[aid].title in found
    parts = render(localize(game_data, {}, "en"), aid, (BUNDLED_PACK,))
    small = ("board", "cards", "grid", "standees", "tokens")
    smallest = 9 if name == "book" else 7 if name in small else 8  # in pt
    assert {document.smallest for document in documents_of(parts)} == {smallest}


@pytest.mark.parametrize(
    ("aid", "printed"),
    [
        (
            "book",
            [
                "Every hero has 12\N{NO-BREAK SPACE}health",
                "draw",
                "A hero rolls a 5",
                "Someone who walks",
            ],
        ),
        ("book", ["Alone", "Together", "a crown", "Tired", "They rise.", "Mini Rules"]),
        ("deck", ["Night", "Alone", "<em>3</em> wins."]),
        ("board", ["<em>3</em> wins.", "Heroes see half as far.", "a ring"]),
        ("pad", ["out", "full", "Rope", "Write here.", "Player"]),
        ("plan", ["Move 2\N{NO-BREAK SPACE}fields.", "Stay", "Rest!"]),
        ("counters", ["Tired", "Brave"]),
    ],
)
def test_what_an_aid_holds_is_printed(mini: GameData, aid: str, printed: list[str]) -> None:
    found = body(mini, aid)
    assert [words for words in printed if words not in found] == []


def test_every_text_of_a_printed_record_is_promised(mini: GameData) -> None:
    texts = {promise.text for promise in read_html(page(mini, "book"))}
    for text in (
        mini.rules["guess"].text,
        mini.procedures["turn"].outro,
        mini.tables["wounds"].note,
        mini.tables["prizes"].rows["1"]["prize"] if mini.tables["prizes"].rows else None,
        mini.states["tired"].ends,
        mini.terms["den"].definition,
    ):
        assert plain_text(str(text)) in texts


def test_html_in_a_text_is_printed_and_not_obeyed(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "a *sword*", "a <b>sword</b>")
    found = body(read(pack), "book")
    assert "&lt;b&gt;sword&lt;/b&gt;" in found
    assert "<b>sword" not in found
    assert "health &amp; a" in found


def test_a_lost_record_prints_a_visible_gap(mini: GameData) -> None:
    found = body(mini, "book")
    gap = re.search(r'<div class="ag-gap">(.*?)</div>', found, re.DOTALL)
    assert gap is not None
    assert "Missing from the source" in gap[1]
    assert "The last line of the page." in gap[1]


def test_a_record_to_confirm_is_marked(mini: GameData) -> None:
    heading = re.search(r"<h3[^>]*><span[^>]*>Guess.*?</h3>", body(mini, "book"), re.DOTALL)
    assert heading is not None
    assert "(to confirm)" in heading[0]


@pytest.mark.parametrize("aid", ["book", "deck", "board", "plan"])
def test_what_belongs_to_an_expansion_is_marked(mini: GameData, aid: str) -> None:
    found = body(mini, aid)
    assert 'class="ag-badge"' in found
    assert "The Night" in found


def test_what_is_not_translated_is_marked_and_has_its_own_language(mini: GameData) -> None:
    fuzzy = {Context.read("mini.rules.dark.text"): Text("Moitié moins.", "fuzzy")}
    found = rendered(localize(mini, fuzzy, "fr"), "book")
    assert '<html lang="fr"' in found
    assert re.search(r'class="ag-missing" lang="en"[^>]*>\s*<p>The den is dark', found)
    assert re.search(r'class="ag-fuzzy" lang="en"[^>]*>\s*<p>Heroes see half as far', found)
    hebrew = body(localize(mini, {}, "he"), "book")
    assert re.search(r'class="ag-missing" lang="en" dir="ltr"[^>]*>\s*<p>The den is dark', hebrew)
    assert "Moitié moins" not in found


def test_links_lead_to_records_of_the_same_aid_only(mini: GameData) -> None:
    assert '<a class="ag-ref" data-leads="rules.start">the start</a>' in body(mini, "book")
    block = mini.aids["board"].blocks["fight"].model_copy(update={"full": True})
    aid = mini.aids["board"].model_copy(update={"blocks": {"fight": block}})
    found = body(mini.model_copy(update={"aids": {"board": aid}}), "board")
    assert '<span class="ag-ref">the start</span>' in found
    assert 'data-leads="rules.start"' not in found


def test_every_link_of_an_aid_has_its_target(mini: GameData, expedition: GameData) -> None:
    for game_data in (mini, expedition):
        for aid in game_data.aids:
            html = page(game_data, aid)
            targets = set(re.findall(r' data-anchor="([^"]+)"', html))
            assert set(re.findall(r'data-leads="([^"]+)"', html)) <= targets, aid
            assert 'href="#' not in html


def test_an_icon_in_a_text_has_words_for_those_who_cannot_see_it(mini: GameData) -> None:
    assert "<title>sword</title>" in body(mini, "book")


# Templates of a pack


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("\n{{ nothing }}", r"cover.html:4:4: error: template: found no `nothing`$"),
        ("{{ kind }} {{ kindd }}", r"cover.html:3:15: .*no `kindd` \(did you mean `kind`\?\)"),
        ("{{ recrod('x') }}", r"cover.html:3:4: .*no `recrod` \(did you mean `record`\?\)"),
        ("{{ record('x') }}", r'cover.html:3:4: .* \({% from "records.html" import record with'),
        ("{{ aid.titel }}", "cover.html:3:8: error: template: aid has no `titel`; did you mean"),
        (
            "{{ aid.q }}",
            "cover.html:3:8: error: template: aid has no `q`; it has `blocks`, `bo",
        ),
        ("{{ canon.rules.nothing.text }}", "cover.html:3:16: .* a mapping has no `nothing`; it"),
        ("{{ find('rules.non') }}", "cover.html:3:10: .*found no record `rules.non`"),
        ("{{ find('rulez') }}", "cover.html:3:10: .*no record `rulez`; did you mean `rules`?"),
        ("{{ icon('ancor') }}", "cover.html:3:10: .*no icon `ancor`; did you mean `anchor`?"),
        ("{{ picture(aid.image) }}", "cover.html:3: .*nothing cannot be printed; ask first"),
        ("{{ aid.pages }}", "cover.html:3: .*nothing cannot be printed; ask first"),
        ("{{ aid.text_size|line }}", "cover.html:3: .*nothing is no text; ask first"),
        ("{{ aid.title|lien }}", "cover.html:3:14: .*found no filter `lien`"),
        ("{{ aid.title|line }</p>", "cover.html:3:19: error: template: unexpected '}'"),
        ("{% from 'records.html' import mrak %}{{ mrak() }}", "cover.html:3:31: .*mean `mark`"),
        ("{% from 'records.html' import nature_colour as c %}{{ c('bad') }}", "cover.*context`"),
        ("{{ 1 // 0 }}", "cover.html:3: error: template: .*zero"),
        ("{% if %}", "cover.html:3: error: template: Expected an expression"),
        (
            "{% include 'none.html' %}",
            "cover.html:3:13: error: template: found no template `none.html`",
        ),
        (
            "{% extends 'ours/token/front.html' %}",
            "cover.html:3:13: .*`ours/token/front.html` .did you mean `ours/tokens/front.html`",
        ),
        ("{{ range(9)|list }}", "cover.html:3: error: template: a list cannot be printed"),
    ],
)
def test_a_fault_of_a_template_is_reported_at_its_line(
    mini: GameData, pack: Path, text: str, problem: str
) -> None:
    with pytest.raises(InputError) as raised:
        page(mini, "book", template(pack, text))
    assert re.match(rf"(templates/book/)?{problem}", str(raised.value)), str(raised.value)


def test_a_pack_may_bring_its_own_template(mini: GameData, pack: Path) -> None:
    found = page(mini, "book", template(pack, "{{ canon.game.title|line }} in its own way"))
    assert "Mini</span> in its own way" in found
    assert {promise.text for promise in read_html(found)} >= {"Mini"}


def own(pack: Path, **files: str) -> Path:
    """Put templates of its own into a pack."""
    for name, text in files.items():
        path = pack / "templates" / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return pack


def test_a_template_of_a_pack_may_extend_ours_of_the_same_name(mini: GameData, pack: Path) -> None:
    own(
        pack,
        head_html="{% extends 'ours/head.html' %}",
        base_css="{% include 'ours/base.css' %}\n.badge { color: #123456 }",
        book__body_html="{% extends 'ours/book/body.html' %}",
    )
    ours, theirs = page(mini, "book"), page(mini, "book", pack)
    assert ".badge { color: #123456 }" in theirs
    assert ".ag-badge { display: inline-block;" in theirs
    assert text_contexts(theirs) == text_contexts(ours)


def test_contents_that_name_a_page_that_is_missing_are_reported(mini: GameData, pack: Path) -> None:
    body = "{% for one in chapters %}<h2 data-anchor='{{ one.ref }}'>{% endfor %}"
    own(pack, book__body_html=body)
    with pytest.raises(InputError) as raised:
        page(mini, "book", pack)
    assert str(raised.value).startswith(
        "templates/book/body.html: error: template: found nothing that says `data-anchor` of `"
    )
    assert raised.value.problems[0].message.endswith("`credits`, expected one each")


def test_ours_is_no_folder_of_a_pack(mini: GameData, pack: Path) -> None:
    own(pack, ours__head_html="theirs", head_html="{% extends 'ours/head.html' %}")
    assert page(mini, "book", pack).startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("foreign", "text", "expected"),
    [
        ("{Bon voyage: fr}", "Say *Bon voyage* now.", '<em><span lang="fr">Bon voyage</span></em>'),
        ("{Bon voyage: pt-BR}", "Bon voyage!", '<span lang="pt-BR">Bon voyage</span>!'),
        ("{'L''adieu & fin': fr}", "L'adieu  & fin.", 'lang="fr">L’adieu  &amp; fin</span>'),
        ("{Bon: la, Bon voyage: fr}", "Bon voyage", '<span lang="fr">Bon voyage</span>'),
        ("{span: la, lang: la}", "A span.", '<span> </span><span lang="la">span</span>.'),
    ],
)
def test_a_foreign_phrase_has_its_language(
    pack: Path, foreign: str, text: str, expected: str
) -> None:
    change(pack, GAME, "  credits: Made", f"  foreign: {foreign}\n  credits: Made")
    game_data = read(pack)
    assert expected not in body(game_data, "book")
    title = game_data.game.model_copy(update={"subtitle": Text(text)})
    assert expected in body(game_data.model_copy(update={"game": title}), "book")


def test_a_phrase_of_the_language_of_a_text_is_not_marked(pack: Path) -> None:
    change(pack, GAME, "  credits: Made", "  foreign: {Mini: en}\n  credits: Made")
    game_data = read(pack)
    assert '<h1><span data-context="mini.game.title">Mini</span></h1>' in body(game_data, "book")
    title = {game_data.at("game", "title"): Text("Mini", "translated")}
    french = localize(game_data, title, "fr")
    html = rendered(french, "book")
    assert '<span lang="en">Mini</span></span></h1>' in html
    untranslated = french.game.model_copy(update={"title": Text("Mini", "missing")})
    html = rendered(french.model_copy(update={"game": untranslated}), "book")
    assert '<h1><span class="ag-missing" lang="en" data-context="">Mini</span></h1>' in html


def test_a_record_that_is_alone_in_its_block_says_that_it_is_to_be_confirmed(pack: Path) -> None:
    """The block's title stands for its own, behind which the mark would be."""
    aids = "content/mini/aids.yaml"
    change(pack, aids, "title-bar, contents: [rules.fight]", "title-bar, contents: [rules.guess]")
    change(
        pack,
        aids,
        "night: {front: {title: Night,",
        "guess: {front: {title: Guess, contents: [rules.guess]}}\n"
        "  tired: {front: {title: Tired, contents: [states.tired]}}\n"
        "  night: {front: {title: Night,",
    )
    change(pack, "content/mini/rules.yaml", "icon: bed,", "icon: bed, status: to-confirm,")
    game_data = read(pack)
    board, deck = body(game_data, "board"), body(game_data, "deck")
    # Behind the title of a block, and behind the text of a card.
    assert 'class="ag-to-confirm"' in board[: board.index("The den is dark")].rpartition("<h2>")[2]
    for part in ("The den is dark", "ag-state-text ag-alone"):
        below = deck.index(part)
        assert 'class="ag-to-confirm"' in deck[below : below + 400]


def test_tables_and_states_have_brief_forms(pack: Path) -> None:
    game_data = read(pack)
    tired = game_data.states["tired"].model_copy(update={"brief": Text("Rest soon.")})
    prizes = game_data.tables["prizes"].model_copy(update={"brief": Text("One each.")})
    game_data = game_data.model_copy(
        update={
            "states": {**game_data.states, "tired": tired},
            "tables": {**game_data.tables, "prizes": prizes},
        }
    )
    assert "Rest soon." in body(game_data, "deck")
    assert "One each." in body(game_data, "board")
    for words in ("Rest soon.", "One each."):
        assert words not in body(game_data, "book")


def test_a_book_says_when_the_rules_of_an_expansion_are_in_use(mini: GameData) -> None:
    html = body(mini, "book")
    assert html.count("Only after dark.") == 1
    assert html.index("Only after dark.") < html.index("Heroes see half as far.")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("a sum of 2–3 or 17–20.", ["2–3", "17–20"]),
        ("K.-O. and level-up, peut-il", ["K.-O.", "level-up", "peut-il"]),
        ("réussit-elle, va-t-elle, c’est-à-dire", ["réussit-elle", "va-t-elle", "c’est-à-dire"]),
        ("1–2–3, well-known, a-b-c, a@b-c.example, to-b.example", []),
        ("**0–5**", ["0–5"]),
        ("a [symbol lost: …………], [lost ...] or […]", ["[symbol lost: …………]", "[lost ...]", "[…]"]),
        ("[of a word… and more], [a…b], [a gap that is much too long for a line: …]", []),
        ("स्तर-योग, बहु-स्तरीय", ["स्तर-योग"]),
    ],
)
def test_no_line_breaks_within_a_range_or_a_gap_or_before_a_short_end(
    mini: GameData, words: str, kept: list[str]
) -> None:
    line = str(Texts(mini, frozenset()).line(Text(words)))
    line = re.sub('<span class="ag-other"[^>]*>(.*?)</span>', r"\1", line)  # of another script
    assert re.findall(r'<span class="ag-unbroken">([^<]*)</span>', line) == kept
    assert re.sub("<[^>]*>", "", line) == plain_text(words)


@pytest.mark.parametrize("name", KINDS)
def test_whom_a_licence_names_is_named_on_every_aid(name: str) -> None:
    named = Text("By Ada, CC BY 4.0")
    before, aid = aid_of(name)
    game = before.game.model_copy(update={"attribution": named})
    assert named in page(before.model_copy(update={"game": game}), aid)
    assert named not in page(before, aid)


def test_an_empty_cell_is_a_field_and_makes_an_aid_one_to_be_filled_in(pack: Path) -> None:
    assert "fillable" not in choosable(read(pack), "board")
    change(pack, "content/mini/tables.yaml", "2: [a ring]", "2: [null]")
    changed = localize(read(pack), {}, "en")
    assert "fillable" in choosable(changed, "board")
    assert 'data-field="mini.tables.prizes.rows.2.prize" data-hint="Prizes – Prize 2"' in page(
        changed, "board", pack
    )


def test_the_contents_of_a_book_name_its_rules_and_not_its_many_conditions() -> None:
    made = render(Pack(BUNDLED_PACK).localized("gloomhaven", "fr"), "reference", (BUNDLED_PACK,))
    leads = re.findall(r'data-leads="([\w.-]+)"', made.documents[0].front)
    assert {"rules.line-of-sight", "procedures.focus", "tables.envelopes"} < set(leads)
    assert not [ref for ref in leads if ref.startswith("states.")]
    assert "rules.about" not in leads, "its title is that of its chapter"

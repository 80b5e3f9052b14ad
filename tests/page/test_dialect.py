from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pypdfium2
import pytest

from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.page.markdown import Texts, find_blocks, find_misreadings, plain_text
from aidgen.page.misuse import find_misuse
from tests.trial import DECK, printed, reported, write_pack
from tests.verified import styled


@pytest.mark.parametrize(
    "text",
    [
        "a < b > c, 1 <3 2 & 3",
        "> 3 wins",
        ">= {hand}",
        "*a* **b** ***c*** [d](rules.e) :sword: {x}",
        "goblin|goblins",
        "2 * 3 * 4 * 5 --- 6",
        "- a\n- b\n\n1. c",
        "R&D; &c.",
        r"\> not \<b> \&amp; \| a \|",
        "#1, !important, [x]: y",
    ],
)
def test_signs_that_are_no_markup_are_left_alone(text: str) -> None:
    assert list(find_misuse(text)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<b>a</b> and <i>c</i>", ["HTML `<b>`"]),
        ("<!-- a -->", ["HTML `<!-- a -->`"]),
        ("<div>\na\n</div>", ["HTML `<div>`"]),
        ("&nbsp;a&#8212;b", ["the HTML entity `&nbsp;`"]),
        ("a\n\n> b", ["a block quote `> b`"]),
        ("- a\n\n  > b", ["a block quote `> b`"]),
        ("***", ["a rule `***`"]),
        ("# a\n\n---", ["a heading `# a`", "a rule `---`"]),
        ("a\n===", ["a heading `===`"]),
        ("a\n---\nb", ["a rule `---`"]),
        ("#3\n-\nb\n--", []),
        ("Draw\\nDiscard", ["a line break as `\\n`"]),
        ("a<br/>b", ["HTML `<br/>`"]),
        ("a\n\n| b | c |", ["a table `| b | c |`"]),
        ("a\n\n| b | c |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |", ["a table `| b | c |`"]),
        ("b | c\n--- | ---\n1 | 2", ["a table `b | c`"]),
        ("| b \\| c | d |\n|---|---|\n| 1 | 2 |", [r"a table `| b \| c | d |`"]),
        ("```\na\n```", ["code ```"]),
        ("a `b` c", ["code `b`"]),
        ("<http://x.test>", ["an address in brackets `<http://x.test>`"]),
        ("![a](b.png) and a very long picture ![c](d.png)", ["a picture `![a](b.png)`"]),
    ],
)
def test_markup_that_the_dialect_has_not_is_reported_once_a_kind(
    text: str, found: list[str]
) -> None:
    messages = [f"found {each}, which would be printed as it stands" for each in found]
    assert [message for message, _ in find_misuse(text)] == messages


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            "a<br>b",
            "two spaces at the end of a line break it; on cards and in cells, each line does",
        ),
        ("a&nbsp;b", "write a plain space"),
        ("a<b>b", "emphasis is written *so*, strong emphasis **so**"),
    ],
)
def test_a_hint_says_what_to_write(text: str, hint: str) -> None:
    ((_, found),) = find_misuse(text)
    assert found.startswith(hint)


@pytest.mark.parametrize(
    ("text", "plain", "unclosed"),
    [
        ("Pay 5*3 coins, or 2*4.", "Pay 5*3 coins, or 2*4.", ""),
        ("2*x is *good* for a_b_c", "2*x is good for a_b_c", ""),
        ("*un*like, **un**like", "unlike, unlike", ""),
        ("これは*強調*です", "これは強調です", ""),
        ("Opportunity* counts", "Opportunity* counts", ""),
        ("a **Boost* here", "a **Boost* here", "**Boost*"),
        ("*a* and __b_ and *c*", "a and __b_ and c", "__b_"),
        ("the *wolf\n\nof 5*3", "the *wolf of 5*3", "*wolf"),
        ("a\nb\n- c\n- d\ne", "a b c d e", ""),
        ("a:drop:b \\{c\\} \\:d:", "ab {c} :d:", ""),
    ],
)
def test_a_text_has_its_words_without_markup_and_stars_that_are_not_closed(
    text: str, plain: str, unclosed: str
) -> None:
    told = f"the emphasis of `{unclosed}` is not closed: it is printed as typed"
    messages = [message for message, _, _ in find_misreadings(text)]
    assert (plain_text(text), messages) == (plain, [told] if unclosed else [])


def test_emphasis_that_is_not_closed_is_reported(tmp_path: Path) -> None:
    card = "cards: {a: {front: {title: A, text: Pay 5*3 and **Boost* it.}}}\n"
    assert reported(write_pack(tmp_path, DECK + card)) == [
        "a.yaml:2:37: warning: the emphasis of `**Boost*` is not closed: it is printed as typed "
        "(write \\* for a star)"
    ]


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ('See [the mill](rules.mill "Page 5").', '`rules.mill "Page 5").`'),
        ("See [the mill](<rules.mill 5>).", "`<rules.mill 5>).`"),
        (
            "\n".join(f"{'  ' * depth}- level {depth}" for depth in range(14)),
            "`level 9 - level 10 - level 11",
        ),
        (r"5\*3, \[a](b), \\[a](rules.b), \{c}, &amp; <5> #2 a*b :10: [^n] 3:coins:5", ""),
    ],
)
def test_what_would_not_be_printed_as_typed_is_an_error(text: str, lost: str) -> None:
    found = [message for message, _, severity in find_misreadings(text) if severity == "error"]
    assert [message.startswith(lost) for message in found] == ([True] if lost else [])


# What people type, and what the dialect or Markdown gives a meaning.
TYPED = (
    *(
        "wolf",
        "5",
        "12",
        "3.5",
        "x",
        "é",
        "*",
        "**",
        "_",
        "\\",
        "\\*",
        "`",
        "~",
        "[",
        "]",
        "(",
        ")",
    ),
    *("<5>", "<b>", "<http://a.b>", "&amp;", "&#65;", "[5]", "[y]: z", "|", "#2", "# ", "+1", "-2"),
    *("- ", "+ ", "* ", "• ", "5. ", "7) ", "1. ", "123456789012. ", "    1. ", "  - ", " ", "\t"),
    *("\n", "\n", "\n\n", "  \n", "\\\n", "---", "> ", "!", "1/2", "…", "^2", "www.a.de", "a@b.de"),
)


def test_a_page_has_the_letters_and_figures_that_were_typed(mini: GameData) -> None:
    random = Random(59)
    texts = ["".join(random.choices(TYPED, k=random.randint(1, 9))).strip() for _ in range(100)]
    assert not [
        text for text in texts for *_, severity in find_misreadings(text) if severity == "error"
    ]
    read = Texts(mini, printed=frozenset())
    pdf = styled(
        "li { margin-left: 9mm }", "".join(f"<div>{read.block(Text(text))}</div>" for text in texts)
    ).printed.pdf
    with pypdfium2.PdfDocument(pdf) as document:
        page = "\n".join(each.get_textpage().get_text_range() for each in document)
    letters = r"\d+|[^\W\d_]"
    assert Counter(re.findall(letters, page)) == Counter(re.findall(letters, "\n".join(texts)))


@pytest.mark.parametrize("bullet", "•▪◦●○■□–")
def test_bullets_of_other_programs_make_a_list(tmp_path: Path, bullet: str) -> None:
    text = json.dumps(f"Do:\n{bullet} one\n{bullet} two", ensure_ascii=False)
    rule = f"rules: {{r: {{title: R, text: {text}}}}}"
    block = "{b: {contents: [rules.r]}}"
    aid = f"aids: {{s: {{title: S, kind: sheet, paper: A4, blocks: {block}}}}}"
    html = printed(write_pack(tmp_path, f"{rule}\n{aid}"), "s")
    assert re.findall("<li>(.*?)</li>", html) == ["one", "two"]


@pytest.mark.parametrize("text", ["He left.\n– and came back.", "●●○", "–5\n–6"])
def test_other_signs_begin_no_list(text: str) -> None:
    assert find_blocks(f"{text}\nb") == ""


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("1. The door", ""),
        ("10) The door\nand the stair", ""),
        ("10) The door\n11) The stair", "a list `10) The door`"),
        ("10) The door\n\nThe stair", "a new paragraph `The stair`"),
    ],
)
def test_a_number_before_a_title_is_no_list(title: str, found: str) -> None:
    assert find_blocks(title) == found


def card_text(folder: Path, text: str) -> str:
    """Return the HTML of a text on a card, an icon as its name in brackets."""
    card = f"cards: {{a: {{front: {{title: A, text: {json.dumps(text)}}}}}}}\n"
    html = printed(write_pack(folder, card + DECK))
    found = re.search(
        r"<(?:p|ul|ol)\b[^>]*data-context=\"g.cards.a.front.text.*?(?=</(?:div|section)>)",
        html,
        re.S,
    )
    assert found
    html = found[0]
    html = re.sub(r"<svg.*?<title>(.*?)</title>.*?</svg>", r"[\1]", html, flags=re.S)
    html = html.replace("<span> </span>", " ").replace("\xa0", " ")
    return re.sub(r" data-(?:context|continues)=\"[^\"]*\"", "", html).replace("\n", "").strip()


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (":flame::flame::flame:.", "<p>[flame][flame][flame].</p>"),
        ("2:drop: and 3:coins:.", "<p>2[drop] and 3[coins].</p>"),
        (":drop:or two:drop:s", "<p>[drop]or two[drop]s</p>"),
        ("x:flame:(:drop:)/:drop:", "<p>x[flame]([drop])/[drop]</p>"),
        (":flame:: burn. Roll :d6:: 3.", "<p>[flame]: burn. Roll [d6]: 3.</p>"),
        ("**:flame:** *:drop:*", "<p><strong>[flame]</strong> <em>[drop]</em></p>"),
        ("{{T}}: \\{T\\}, \\:sword\\: \\:x:", "<p>{T}: {T}, :sword: :x:</p>"),
        (
            "the שלום עולם of 狼",
            '<p>the <span class="ag-other" lang="he">שלום עולם</span> of '
            '<span class="ag-other" lang="ja">狼</span></p>',
        ),
        ("at 10:30:15, 2:1", "<p>at 10:30:15, 2:1</p>"),
        ("+2 attack\nDraw\nDiscard", "<p>+2 attack<br>Draw<br>Discard</p>"),
        ("One\\\ntwo  \nthree", "<p>One<br>two<br>three</p>"),
        ("Choose:\n• Wait\n•\tGo", "<p>Choose:</p><ul><li>Wait</li><li>Go</li></ul>"),
        ("- a\n- b\nThen", "<ul><li>a</li><li>b</li></ul><p>Then</p>"),
        ("- a\n  b", "<ul><li>a<br>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("Roll:\n2. a\n4. b", "<p>Roll:</p><ol><li 2.>a</li><li 4.>b</li></ol>"),
        ("1. a\n\nOr\n\n2. b", "<ol><li>a</li></ol><p>Or</p><ol><li 2.>b</li></ol>"),
        ("1. a\n1. b", "<ol><li 1.>a</li><li 1.>b</li></ol>"),
        ("0. a\n1. b", "<ol><li 0.>a</li><li 1.>b</li></ol>"),
        ("1) a\n2) b", "<ol><li 1)>a</li><li 2)>b</li></ol>"),
        ("99. a\n100. b", "<ol 2.1><li 99.>a</li><li 100.>b</li></ol>"),
        ("01. a\n02. b", "<ol 1.6><li 01.>a</li><li 02.>b</li></ol>"),
        ("4.\n1.\n- x", "<p>4.<br>1.</p><ul><li>x</li></ul>"),
        ("- 10)\n- a\n-", "<ul><li>10)</li><li>a</li></ul><p>-</p>"),
        ("- 2. a\n- b", "<ul><li><ol><li 2.>a</li></ol></li><li>b</li></ul>"),
    ],
)
def test_a_card_says_what_was_typed(tmp_path: Path, text: str, html: str) -> None:
    found = card_text(tmp_path, text).replace("\u2060", "")
    found = re.sub(r"style=\"list-style-type:'([^']*) '\"", r"\1", found)
    assert re.sub(r"style=\"padding-inline-start:([\d.]+)em\"", r"\1", found) == html


def test_lines_of_a_cell_are_kept_and_those_of_a_rule_are_one_paragraph(tmp_path: Path) -> None:
    records = """
        tables:
          t:
            title: T
            columns: {a: {header: "To\\nhit", type: text}}
            rows: {one: ["- a\\n- b"], two: ["a\\nb"], three: ["- a"], four: ["a\\n\\n**b**"]}
        rules: {r: {title: R, text: "a\\nb"}}
        aids: {s: {title: S, kind: sheet, paper: A5, blocks: {b: {contents: [tables.t, rules.r]}}}}
        """
    html = re.sub(
        r"\n|(?<=<t[hd]) [^>]*| data-context=\"[^\"]*\"",
        "",
        printed(write_pack(tmp_path, records), "s"),
    )
    for cell in (
        "<ul><li>a</li><li>b</li></ul>",
        "a<br>b",
        "- a",
        "<p>a</p><p><strong>b</strong></p>",
    ):
        assert f"<th>{cell}</th>" in html.replace("<p>a<br>b</p>", "a<br>b")
    assert "<span>To<br>hit</span>" in html
    assert "<p>ab</p>" in html


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("3:coins:", ["ag-icon ag-after"]),
        ("**3**:coins:s", ["ag-icon ag-after ag-before"]),
        (":coins::coins:", ["ag-icon", "ag-icon ag-after"]),
        ("a :coins:, (:coins:) :coins: b", ["ag-icon"] * 3),
        ("**:coins:**, *x*:coins:", ["ag-icon", "ag-icon ag-after"]),
    ],
)
def test_an_icon_beside_a_letter_or_figure_has_a_gap(
    tmp_path: Path, text: str, classes: list[str]
) -> None:
    card = json.dumps({"front": {"title": "T", "text": text}})
    html = printed(write_pack(tmp_path, f"cards: {{c: {card}}}\n{DECK}"))
    assert re.findall('class="(ag-icon[^"]*)"', html) == classes


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("and 3→:coins: for", "and 3→\u2060#"),
        ("**and 3**:coins:s", "and 3\u2060#\u2060s"),
        ("3 :coins::coins: (:coins:)", "3"),
        ("金:coins:币", "金\u2060#\u2060币"),
    ],
)
def test_no_line_breaks_between_an_icon_and_the_letter_or_figure_beside_it(
    tmp_path: Path, text: str, joined: str
) -> None:
    card = json.dumps({"front": {"title": "T", "text": text}})
    html = printed(write_pack(tmp_path, f"cards: {{c: {card}}}\n{DECK}"))
    shown = re.sub("<[^>]*>", "", re.sub(r"(?s)<svg.*?</svg>", "#", html))
    assert joined in shown
    assert shown.count("\u2060") == joined.count("\u2060")


def test_a_card_is_quoted_by_its_title(tmp_path: Path) -> None:
    cards = "cards: {a: {front: {title: A, text: 'See {cards.b}.'}}, b: {front: {title: Glass}}}\n"
    assert "See Glass.</p>" in printed(write_pack(tmp_path, DECK + cards))

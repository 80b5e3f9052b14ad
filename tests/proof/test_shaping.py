"""Scripts that are shaped, and those read from right to left: set, read again, and proved."""

from __future__ import annotations

import io
from dataclasses import replace

import pikepdf
import pytest

from aidgen.assets.faces import faces
from aidgen.assets.fonts import SCRIPTS, installed_fonts, is_shaped
from aidgen.game.texts import text_letters
from aidgen.layout.promises import Promise, Promises
from aidgen.proof.accessibility import check_tags
from aidgen.proof.layout import visual_parts
from aidgen.proof.pieces import Proof
from tests.sheets import SetDocument, proved, set_document

TEXTS = {
    "ar": ("Arab", "ارم 2d6+1 ثم أضف 5 إلى النتيجة (على الأقل 10)، لا 3–4."),
    "he": ("Hebr", "זרקו 2d6 ושלפו קלף אחד, מתוך 12 (או פחות)."),
    "hi": ("Deva", "खिलाड़ी पत्ते उठाता है और क्षति की तालिका देखता है: र्क्ष्मि, 12।"),
    "th": ("Thai", "ผู้เล่นทอยลูกเต๋า 2d6 แล้วจั่วการ์ดหนึ่งใบเพื่อสู้กับศัตรู"),
    "ja": ("Jpan", "プレイヤーは「カード」を1枚引き、20面ダイスを振る。"),
    "zh": ("Hans", "玩家抽一张牌，掷“二十面骰”。结果为 10 或以上即成功。"),
    "ko": ("Kore", "플레이어는 카드를 한 장 뽑고 20면 주사위를 굴립니다."),
}
CSS = "@page{size:90mm 60mm;margin:5mm} body{line-height:1.8;font-variant-numeric:tabular-nums}"


def page(locale: str) -> SetDocument:
    script, text = TEXTS[locale]
    if not installed_fonts(script):
        pytest.skip(f"{SCRIPTS[script].family} is not installed")
    rtl = " dir=rtl" if SCRIPTS[script].rtl else ""
    css = f"{CSS} body{{font-family:{SCRIPTS[script].family},Source Sans Pro}}"
    head = f'<meta charset="utf-8"><title>{text}</title><style>{css}</style>'
    body = f"<p>{text}</p><p><strong>{text}</strong></p>"
    html = f'<html lang="{locale}"{rtl}><head>{head}</head><body>{body}</body></html>'
    return set_document(html)


def proof(done: SetDocument, locale: str) -> Proof:
    promises = tuple(Promise(text) for text in (TEXTS[locale][1],) * 2)
    return proved(done.pdf, Promises(promises), done.sheets)


@pytest.mark.parametrize("locale", TEXTS)
def test_what_is_set_is_read_again_as_it_was_written(locale: str) -> None:
    done = page(locale)
    assert done.faults == ()
    assert proof(done, locale).faults == ()


@pytest.mark.parametrize("locale", ["ar", "hi", "th"])
def test_a_glyph_less_or_in_another_place_is_reported(locale: str) -> None:
    done = page(locale)
    for change in ("lost", "exchanged"):
        broken = replace(done, pdf=altered(done.pdf, change))
        assert any("not drawn as its font" in str(one) for one in proof(broken, locale).faults)


@pytest.mark.skipif(not installed_fonts("Deva"), reason="Hind is not installed")
def test_a_vowel_that_stands_apart_from_its_letter_is_reported() -> None:
    style = "<style>body { font-family: Hind } span { white-space: nowrap }</style>"
    head = f"<html lang=hi><head><title>A</title>{style}</head>"
    for body, faults in (("<p><span>तर-यो</span>ग</p>", 0), ("<p><span>तर-य</span>ोग</p>", 1)):
        done = set_document(f"{head}<body>{body}</body></html>")
        reported = proved(done.pdf, Promises((Promise("तर-योग"),)), done.sheets).faults
        assert len([one for one in reported if "begins with “ो”, apart from" in str(one)]) == faults
        assert len(reported) == faults


@pytest.mark.parametrize("locale", ["ar", "he", "hi"])
def test_it_is_read_aloud_in_its_order_and_nothing_else_is(locale: str) -> None:
    done = page(locale)
    with pikepdf.open(io.BytesIO(done.pdf)) as document:
        content = document.pages[0].Contents.read_bytes()
    assert b"/ActualText" in content
    said = lied(done.pdf)
    reported = [str(one) for one in proof(replace(done, pdf=said), locale).faults]
    assert any("in place of a text" in one for one in reported)
    assert check_tags(
        done.pdf, f'<html lang="{locale}"><main><p>{TEXTS[locale][1]}</p></main></html>'
    )


def test_what_is_said_in_place_of_a_plain_text_is_reported() -> None:
    done = set_document('<html lang="en"><body style="font-family:Source Sans Pro"><p>Ten</p>')
    said = rewritten(done.pdf, b" Tj", b" Tj")
    assert proved(said, Promises((Promise("Ten"),)), done.sheets).faults == ()
    lie = rewritten(done.pdf, b"BT", b"/Span <</ActualText (Two)>> BDC\nBT", b"ET", b"ET\nEMC")
    reported = proved(lie, Promises((Promise("Ten"),)), done.sheets).faults
    assert any("says “Two” in place of a text" in str(one) for one in reported)


def altered(pdf: bytes, what: str) -> bytes:
    """Take a glyph out of the first text, or let two change places."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        code = list(pikepdf.parse_content_stream(document.pages[0]))
        step = next(step for step in code if str(step.operator) == "TJ")
        parts = step.operands[0]
        shown = [
            at for at, one in enumerate(parts) if isinstance(one, pikepdf.String) and bytes(one)
        ]
        one = shown[0]
        other = next(at for at in shown if bytes(parts[at]) != bytes(parts[one]))
        parts[one], parts[other] = parts[other], parts[one]
        if what == "lost":
            del parts[one]
        document.pages[0].Contents = document.make_stream(pikepdf.unparse_content_stream(code))
        return saved(document)


def lied(pdf: bytes) -> bytes:
    """Let the first text that is shaped be read out as another one."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        code = list(pikepdf.parse_content_stream(document.pages[0]))
        for step in code:
            if str(step.operator) == "BDC" and "/ActualText" in step.operands[1]:
                step.operands[1].ActualText = pikepdf.String("lie")
                break
        document.pages[0].Contents = document.make_stream(pikepdf.unparse_content_stream(code))
        return saved(document)


def rewritten(pdf: bytes, *pairs: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        content = document.pages[0].Contents.read_bytes()
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            content = content.replace(old, new, 1)
        document.pages[0].Contents = document.make_stream(content)
        return saved(document)


def saved(document: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_numbers_keep_their_order_in_lines_that_are_read_backwards() -> None:
    parts = ["".join(part) for part, _ in visual_parts("ارم 12 ثم", rtl=True)]
    assert parts == [" ثم", "12", "ارم "]


def test_only_some_scripts_are_shaped() -> None:
    assert [is_shaped(text) for text in ("Œuf 12", "Ω", "ж", "カード", "ก", "क", "ع", "ש")] == [
        *[False] * 4,
        *[True] * 4,
    ]


def test_what_a_font_puts_in_place_of_letters_says_these_letters() -> None:
    if not installed_fonts("Arab"):
        pytest.skip("IBM Plex Sans Arabic is not installed")
    face = faces()["IBM-Plex-Sans-Arabic"]
    said = {text_letters(char) for code in range(1700) for char in face.chars(code)}
    assert {"لا", "ب"} <= said

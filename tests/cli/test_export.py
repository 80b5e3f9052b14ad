"""`aidgen export`: files for print shops, read again."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageOps

from aidgen.pipeline.exports import order_xml
from aidgen.sandbox import windows
from tests.commands import aidgen
from tests.mini import change


def export(copy: Path, *words: str) -> Path:
    folders = ("--pack", copy / "pack", "--out", copy / "out")
    result = aidgen("export", *words, "--aid", "deck", "--locale", "en", *folders)
    assert result.exit_code == 0, result.output
    return copy / "out" / "mini" / "en"


def test_pictures_have_the_pixels_of_the_shop_and_say_number_and_copies(copy: Path) -> None:
    folder = export(copy, "mpc") / "mpc" / "mini-deck-en-mpc"
    found = {}
    for path in folder.glob("*.png"):
        with Image.open(path) as picture:
            picture.load()
            found[path.name] = picture
    assert set(found) == {
        "01-fight-front-x2-300dpi.png",
        "01-fight-back-x2-300dpi.png",
        "02-night-front-x1-300dpi.png",
        "02-night-back-x1-300dpi.png",
    }
    assert (folder / "order-63x88mm.xml").is_file()
    assert {picture.size for picture in found.values()} == {(816, 1110)}
    assert all(round(picture.info["dpi"][0]) == 300 for picture in found.values())
    corner = found["01-fight-front-x2-300dpi.png"].convert("L").crop((2, 2, 6, 6))
    assert max(corner.tobytes()) < 200, "its ground bleeds"
    assert found["02-night-back-x1-300dpi.png"].convert("L").getextrema() == (255, 255)


def test_pictures_of_an_earlier_export_do_not_stay_beside_the_new_ones(copy: Path) -> None:
    """All that lies in the folder is uploaded to the shop."""
    folder = export(copy, "mpc") / "mpc" / "mini-deck-en-mpc"
    (folder / "my own.png").write_bytes(b"mine")
    change(copy / "pack", "content/mini/aids.yaml", "    copies: 2\n", "    copies: 3\n")
    change(copy / "pack", "content/mini/aids.yaml", "  night: {front", "  dusk: {front")
    export(copy, "mpc", "--dpi", "600")
    assert {path.name for path in folder.iterdir()} == {
        "order-63x88mm.xml",
        *(f"01-fight-{side}-x3-600dpi.png" for side in ("front", "back")),
        *(f"02-dusk-{side}-x1-600dpi.png" for side in ("front", "back")),
        "my own.png",
    }


STRIPES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<path fill="#fff" d="M0 0H63V88H0z"/>
<path stroke="#000" stroke-width="9"
d="M-20 20 60 -60M-20 50 110 -80M-20 80 110 -50M-20 110 110 -20"/>
</svg>"""


def test_what_goes_on_around_a_back_joins_it_where_it_is_cut(copy: Path) -> None:
    """It is the back turned over at each edge: as far inside and outside, the same is seen."""
    file = copy / "pack" / "assets" / "mini" / "stripes.svg"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(STRIPES)
    accent = '  accent: "#335577"\n'
    change(
        copy / "pack",
        "content/mini/game.yaml",
        accent,
        f"{accent}  theme: {{back: mini/stripes.svg}}\n",
    )
    folder = export(copy, "png") / "png" / "mini-deck-en-png"
    with Image.open(folder / "02-night-back-x1-300dpi.png") as picture:
        left = picture.convert("L")
    edge = 3 / 25.4 * 300
    for side in (left, ImageOps.mirror(left), left.transpose(Image.Transpose.TRANSPOSE)):
        for away in (3, 10, 25):
            outside, inside = (
                side.crop((x, 60, x + 1, side.height - 160)).tobytes()
                for x in (int(edge - away), int(edge + away))
            )
            assert {0, 255} <= set(outside), "it is striped there"
            apart = [abs(one - other) > 60 for one, other in zip(outside, inside, strict=True)]
            assert sum(apart) < len(apart) / 20, away  # at the edges of stripes


def test_a_pdf_has_a_page_a_side_of_each_copy_the_back_first(copy: Path) -> None:
    path = export(copy, "drivethrucards") / "drivethrucards" / "mini-deck-en-drivethrucards.pdf"
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2 * (2 + 1)
        sizes = {tuple(round(float(side)) for side in page.mediabox) for page in pdf.pages}
    assert sizes == {(0, 0, 198, 270)}
    assert f"{path.parent}: 1 PDF unchanged" in aidgen("verify", copy / "out").stdout


def test_pictures_are_the_same_with_fronts_and_backs_apart(copy: Path) -> None:
    """Cards of another size, without backs, are between those that have some."""
    night = "{front: {title: Night, module: night"
    own = "{deck: small, front: {title: Night, module: night"
    change(copy / "pack", "content/mini/aids.yaml", night, own)
    (copy / "pack/content/mini/decks.yaml").write_text("decks:\n  small: {size: mini}\n")
    folder = export(copy, "png")
    export(copy, "png", "--apart")
    whole, apart = (sorted((folder / name).rglob("*.png")) for name in ("png", "png-apart"))
    assert [path.name for path in whole] == [path.name for path in apart]
    assert [path.read_bytes() for path in whole] == [path.read_bytes() for path in apart]


def test_a_sheet_of_a_virtual_table_comes_with_its_deck(copy: Path) -> None:
    folder = export(copy, "tts") / "tts" / "mini-deck-en-tts"
    (deck,) = json.loads((folder / "mini-deck-en-tts.json").read_text("utf-8"))["ObjectStates"]
    assert deck["DeckIDs"] == [100, 100, 101]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Fight", "Fight", "Night"]
    laid = deck["CustomDeck"]["1"]
    for side in ("FaceURL", "BackURL"):
        with Image.open(Path(laid[side].removeprefix("file://"))) as picture:
            assert max(picture.size) <= 4096
            assert picture.width % laid["NumWidth"] == picture.height % laid["NumHeight"] == 0


def test_what_has_no_cards_is_refused(copy: Path) -> None:
    result = aidgen("export", "mpc", "--aid", "book", "--pack", copy / "pack")
    assert result.exit_code == 2
    assert "export mpc: error: found no cards that it takes: 63 × 88 mm, " in result.stderr


def test_a_card_of_a_size_that_the_shop_does_not_have_is_reported_at_its_line(copy: Path) -> None:
    """What fits is exported all the same."""
    night = "{front: {title: Night, module: night"
    own = "{deck: small, front: {title: Night, module: night"
    change(copy / "pack", "content/mini/aids.yaml", night, own)
    (copy / "pack/content/mini/decks.yaml").write_text("decks:\n  small: {size: mini}\n")
    folders = ("--pack", copy / "pack", "--out", copy / "out")
    result = aidgen("export", "tgc", "--aid", "deck", "--locale", "en", *folders)
    assert result.exit_code == 0, result.output
    assert "tgc/mini-deck-en-tgc: 2 files" in result.stdout
    lines = (copy / "pack/content/mini/aids.yaml").read_text("utf-8").splitlines()
    line = next(number for number, one in enumerate(lines, start=1) if own in one)
    (reported,) = [one for one in result.stderr.splitlines() if "skipped" in one]
    assert reported.startswith(f"content/mini/aids.yaml:{line}:")
    assert (
        "warning: 1 card skipped: aidgen knows no product of The Game Crafter of 44 × 68"
        in reported
    )


def test_what_a_card_goes_on_on_is_a_card_of_its_own(copy: Path) -> None:
    long = "\\n\\n".join(["Word after word of what is reported here. " * 9] * 2)
    card = f'{{copies: 3, overflow: next card, front: {{title: Night, text: "{long}"}}}}'
    night = "{front: {title: Night, module: night, contents: [rules.dark]}}"
    change(copy / "pack", "content/mini/aids.yaml", night, card)
    change(copy / "pack", "content/mini/aids.yaml", "cards, paper: poker", "cards, paper: mini")
    folder = export(copy, "tts") / "tts" / "mini-deck-en-tts"
    (deck,) = json.loads((folder / "mini-deck-en-tts.json").read_text("utf-8"))["ObjectStates"]
    assert deck["DeckIDs"] == [100, 100, 101, 101, 101, 102, 102, 102]


def test_a_pdf_for_a_print_shop_says_where_to_cut(copy: Path) -> None:
    folders = ("--pack", copy / "pack", "--out", copy / "out")
    result = aidgen("export", "pdf", "--aid", "deck", "--locale", "en", *folders)
    assert result.exit_code == 0, result.output
    (path,) = (copy / "out").rglob("*-pdf.pdf")
    with pikepdf.open(path) as document:
        for page in document.pages:
            edges = [float(edge) for edge in page.mediabox]
            trim = [float(edge) for edge in page.trimbox]
            bleed = 3 / 25.4 * 72
            assert trim == pytest.approx(
                [bleed, bleed, edges[2] - bleed, edges[3] - bleed], abs=0.01
            )
            assert [float(edge) for edge in page.bleedbox] == edges


def test_an_order_names_each_picture_with_its_slots(copy: Path) -> None:
    folder = export(copy, "mpc") / "mpc" / "mini-deck-en-mpc"
    order = ElementTree.parse(folder / "order-63x88mm.xml").getroot()
    assert [order.findtext(f"details/{tag}") for tag in ("quantity", "bracket", "foil")] == [
        "3",
        "18",
        "false",
    ]
    slots = {}
    for side in ("fronts", "backs"):
        for card in order.findall(f"{side}/card"):
            picture = Path(card.findtext("id", ""))
            assert picture.is_file()
            assert picture.name == card.findtext("name")
            slots[picture.name] = card.findtext("slots")
    assert slots == {
        "01-fight-front-x2-300dpi.png": "0,1",
        "02-night-front-x1-300dpi.png": "2",
        "01-fight-back-x2-300dpi.png": "0,1",
        "02-night-back-x1-300dpi.png": "2",
    }
    assert (order.findtext("cardback") or "").endswith("01-fight-back-x2-300dpi.png")


def test_cards_of_another_size_are_in_no_order(copy: Path) -> None:
    change(copy / "pack", "content/mini/aids.yaml", "cards, paper: poker", "cards, paper: bridge")
    folder = export(copy, "mpc") / "mpc" / "mini-deck-en-mpc"
    assert list(folder.glob("*.png"))
    assert not list(folder.glob("*.xml"))


def test_an_order_from_wsl_has_the_paths_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "is_wsl", lambda: True)
    cards = [(Path(f"/mnt/c/cards/{n}.png"), None, 20) for n in "ab"]
    order = ElementTree.fromstring(order_xml(cards))
    assert [card.findtext("id") for card in order.findall("fronts/card")] == [
        r"C:\cards\a.png",
        r"C:\cards\b.png",
    ]
    assert order.find("backs") is None
    assert order.findtext("details/bracket") == "55"
    assert order.findall("fronts/card")[1].findtext("slots") == ",".join(map(str, range(20, 40)))


def test_copies_are_written_out_by_choice(copy: Path) -> None:
    folder = export(copy, "tgc", "--copies") / "tgc" / "mini-deck-en-tgc"
    names = {path.name for path in folder.iterdir()}
    assert names == {
        *(f"01-fight-{side}-{n}of2-300dpi.png" for side in ("front", "back") for n in (1, 2)),
        *(f"02-night-{side}-1of1-300dpi.png" for side in ("front", "back")),
    }
    export(copy, "tgc")
    assert not [path for path in folder.iterdir() if "of" in path.name], "no file is ordered twice"


OWN_SHOP = """[corner]
name = "Copy shop at the corner"
bleed = 2.0
safe = 2.5

[[corner.products]]
name = "Poker"
trim = [63.0, 88.0]
"""


def test_a_shop_of_ones_own_is_one_more(copy: Path) -> None:
    (copy / "pack" / "shops.toml").write_text('[near]\nlike = "corner"', encoding="utf-8")
    result = aidgen("export", "corner", "--pack", copy / "pack")
    assert result.exit_code == 1
    assert "`near` is not a shop as in shops.toml" in result.stderr
    (copy / "pack" / "shops.toml").write_text(OWN_SHOP, encoding="utf-8")
    (picture, *_) = sorted((export(copy, "corner") / "corner").rglob("*.png"))
    with Image.open(picture) as opened:
        assert opened.size == (791, 1086)
    result = aidgen("export", "korner", "--pack", copy / "pack")
    assert result.exit_code == 2
    assert "unknown shop `korner` (did you mean `corner`?)" in result.stderr


def test_a_frame_near_the_cut_is_a_warning(copy: Path) -> None:
    accent = '  accent: "#335577"\n'
    change(copy / "pack", "content/mini/game.yaml", accent, f"{accent}  theme: {{frame: double}}\n")
    folders = ("--pack", copy / "pack", "--out", copy / "out", "--aid", "deck", "--locale", "en")
    result = aidgen("export", "mpc", *folders)
    (reported,) = [line for line in result.stderr.splitlines() if "frame" in line]
    assert "the frame of mini is 1.3 mm inside the cut of its cards" in reported
    assert "content/mini/game.yaml:" in reported
    assert "add `--frame none`" in reported
    assert "frame" not in aidgen("export", "tts", *folders).stderr
    framed = next((copy / "out").rglob("mpc/*/01-fight-front-x2-300dpi.png")).read_bytes()
    bare = aidgen("export", "mpc", "--frame", "none", *folders)
    assert (bare.exit_code, "inside the cut" in bare.stderr) == (0, False)
    (path,) = (copy / "out").rglob("mpc-no-frame/*/01-fight-front-x2-300dpi.png")
    assert path.read_bytes() != framed


def test_pdfx_is_for_cards_and_pages_and_text_stays_text(copy: Path) -> None:
    export(copy, "pdfx", "--aid", "pad")
    folder = copy / "out" / "mini" / "en" / "pdfx"
    for name, word in (("mini-deck-en-pdfx.pdf", "Night"), ("mini-pad-en-pdfx.pdf", "Pad")):
        with pikepdf.open(folder / name) as document:
            assert str(document.docinfo["/GTS_PDFXVersion"]) == "PDF/X-4"
        pages = [
            page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(folder / name)
        ]
        assert any(word in page for page in pages)
    assert aidgen("verify", copy / "out").exit_code == 0


def test_without_ghostscript_a_press_gets_nothing(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    folders = ("--pack", copy / "pack", "--out", copy / "out")
    result = aidgen("export", "pdfx", "--aid", "deck", "--locale", "en", *folders)
    assert result.exit_code == 3
    assert "PDF/X needs Ghostscript" in result.stderr
    assert not [*(copy / "out").rglob("*-pdfx.pdf")]


def test_without_a_language_the_one_of_the_author_is_exported(copy: Path) -> None:
    words = ("--aid", "deck", "--pack", copy / "pack", "--out", copy / "out")
    result = aidgen("export", "png", *words)
    assert result.exit_code == 0, result.output
    assert "Exporting en; name other languages with --locale" in result.output
    assert [path.parent.name for path in (copy / "out/mini").glob("*/png")] == ["en"]

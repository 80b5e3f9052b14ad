from __future__ import annotations

import io

import pikepdf
import pytest

from aidgen.proof.resources import check_keys
from aidgen.proof.structure import StructureTree


def blank() -> pikepdf.Pdf:
    document = pikepdf.new()
    document.add_blank_page()
    return document


def reported(document: pikepdf.Pdf) -> list[str]:
    return [str(fault) for fault in check_keys(StructureTree(document))]


def test_a_plain_page_holds_nothing_foreign() -> None:
    assert reported(blank()) == []


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("OpenAction", "catalogue"),
        ("AA", "catalogue"),
        ("AcroForm", "catalogue"),
        ("OCProperties", "catalogue"),
        ("AF", "catalogue"),
        ("Collection", "catalogue"),
        ("Perms", "catalogue"),
    ],
)
def test_a_key_that_is_on_no_list_is_reported(key: str, place: str) -> None:
    document = blank()
    document.Root[f"/{key}"] = pikepdf.Dictionary()
    assert reported(document) == [f"holds /{key}, which no play aid needs, in its {place}"]


@pytest.mark.parametrize("key", ["AA", "Trans", "PZ", "Dur", "Thumb", "B", "PieceInfo"])
def test_a_page_holds_what_it_needs_alone(key: str) -> None:
    document = blank()
    document.pages[0][f"/{key}"] = pikepdf.Dictionary()
    assert reported(document) == [f"page 1: holds /{key}, which no play aid needs, in its page"]


def test_what_a_form_within_a_form_holds_is_reported() -> None:
    document = blank()
    inner = document.make_stream(b"", Subtype=pikepdf.Name.Form, BBox=[0, 0, 9, 9], OC=1)
    things = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=inner))
    outer = document.make_stream(
        b"", Subtype=pikepdf.Name.Form, BBox=[0, 0, 9, 9], Resources=things
    )
    document.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(B=outer))
    assert reported(document) == ["page 1: holds /OC, which no play aid needs, in its form"]
    things.XObject.C = outer  # a form within itself
    assert reported(document) == ["page 1: holds /OC, which no play aid needs, in its form"]


@pytest.mark.parametrize("key", ["/HTO", "/TR", "/OP", "/BG", "/Font", "/UCR"])
def test_a_graphics_state_that_prints_otherwise_is_reported(key: str) -> None:
    document = blank()
    state = pikepdf.Dictionary({key: 1, "/ca": 1})
    document.pages[0].Resources = pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(A=state))
    assert reported(document) == [
        f"page 1: holds {key}, which no play aid needs, in its graphics state"
    ]


@pytest.mark.parametrize("box", ["CropBox", "ArtBox"])  # a shop's boxes: test_assembled
def test_a_page_has_no_box_but_its_paper(box: str) -> None:
    document = blank()
    document.pages[0][f"/{box}"] = pikepdf.Array([9, 9, 612, 792])
    assert reported(document) == [f"page 1: holds /{box}, which no play aid needs, in its page"]


def test_elements_have_no_words_in_place_of_others() -> None:
    document = blank()
    inner = pikepdf.Dictionary(S=pikepdf.Name.P, ActualText="lie")
    outer = pikepdf.Dictionary(S=pikepdf.Name.Div, K=[inner])
    document.Root.StructTreeRoot = pikepdf.Dictionary(K=[outer])
    assert reported(document) == ["holds /ActualText, which no play aid needs, in its element"]


def test_what_stands_below_a_bookmark_is_looked_at() -> None:
    document = blank()
    lower = document.make_indirect(pikepdf.Dictionary(Title="b", A=pikepdf.Dictionary()))
    first = document.make_indirect(pikepdf.Dictionary(Title="a", First=lower, Last=lower))
    lower.Next = first  # which leads back
    document.Root.Outlines = pikepdf.Dictionary(First=first, Last=first)
    assert reported(document) == ["holds /A, which no play aid needs, in its bookmark"]


def test_notes_are_links_alone() -> None:
    document = blank()
    note = pikepdf.Dictionary(Subtype=pikepdf.Name.Text, Rect=[0, 0, 9, 9])
    document.pages[0].Annots = pikepdf.Array([note])
    assert reported(document) == ["page 1: holds a note (/Text), which no play aid needs"]
    act = pikepdf.Dictionary(S=pikepdf.Name.Launch)
    link = pikepdf.Dictionary(Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9], A=act)
    document.pages[0].Annots = pikepdf.Array([link])
    assert reported(document) == ["page 1: holds /A, which no play aid needs, in its link"]


def test_an_encrypted_file_is_reported() -> None:
    document = blank()
    out = io.BytesIO()
    document.save(out, encryption=pikepdf.Encryption(owner="a", user=""))
    with pikepdf.open(io.BytesIO(out.getvalue())) as found:
        assert "is encrypted" in reported(found)

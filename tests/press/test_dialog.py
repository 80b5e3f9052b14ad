"""What a PDF sets in the print dialog."""

from __future__ import annotations

import io

import pikepdf
import pytest

from aidgen.press.dialog import Flip, preset_print_dialog


@pytest.mark.parametrize(
    ("flip", "duplex"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("", "None")],
)
def test_a_pdf_is_printed_at_its_size_on_its_paper(flip: Flip, duplex: str) -> None:
    original = pikepdf.new()
    original.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    out = io.BytesIO()
    original.save(out)
    document = pikepdf.open(io.BytesIO(preset_print_dialog(out.getvalue(), flip)))
    preferences = document.Root.ViewerPreferences
    assert str(preferences.PrintScaling) == "/None"
    assert preferences.PickTrayByPDFSize
    assert preferences.DisplayDocTitle
    assert str(preferences.get("/Duplex")) == duplex

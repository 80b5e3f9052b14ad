"""How wide a text is taken to be: the same on every machine, whatever fonts it has besides."""

from __future__ import annotations

import pytest

from aidgen.assets.faces import FontFace, face_of
from aidgen.page import filters as module
from aidgen.page.filters import BOLD, breadth


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the families that are asked for."""
    names: list[str] = []

    def ask(families: tuple[str, ...], weight: int, *, slanted: bool) -> FontFace | None:
        names.extend(families)
        return face_of(families, weight, slanted)

    monkeypatch.setattr(module, "face_of", ask)
    return names


def test_a_text_that_our_families_have_is_measured_in_them_alone(asked: list[str]) -> None:
    width = breadth("Wie weit – 12 m?")
    assert asked == ["Source Sans Pro", "Source Serif Pro"]
    both = (face_of((name,), BOLD, slanted=False) for name in asked)
    assert width == round(max(face.length("Wie weit – 12 m?") for face in both if face), 2)


def test_a_text_of_another_script_is_measured_in_what_has_it(asked: list[str]) -> None:
    assert breadth("日本語") > 2
    assert len(asked) > 2

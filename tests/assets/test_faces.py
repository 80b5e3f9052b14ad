"""Faces of our fonts: how far the ink of their characters reaches."""

from __future__ import annotations

from aidgen.assets.faces import face_named


def test_ink_reaches_below_and_above_the_baseline_where_there_is_some() -> None:
    face = face_named("Source-Sans-Pro")
    assert face.depths(" ") == (0.0, 0.0)
    assert face.depths("a g") == (0.224, 0.498)

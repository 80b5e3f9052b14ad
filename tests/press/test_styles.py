"""What hangs on a style alone: asked once for each."""

from __future__ import annotations

from aidgen.press.engine.boxes import once_per_style


class Style(dict[str, float]):
    """A style, as the engine has them: a copy is another one."""


def test_a_style_is_asked_once_and_its_copy_anew() -> None:
    asked: list[Style] = []

    @once_per_style
    def size(style: Style) -> float | None:
        asked.append(style)
        return style.get("size")

    @once_per_style
    def weight(style: Style) -> float | None:
        return style.get("weight")

    style, other = Style(size=8, weight=400), Style()
    assert (size(style), size(other), size(style), size(other)) == (8, None, 8, None)
    assert asked == [style, other]
    assert weight(style) == 400
    changed = Style(style)
    changed["size"] = 9
    assert (size(changed), size(style)) == (9, 8)

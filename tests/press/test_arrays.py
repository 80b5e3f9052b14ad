"""Arrays of the engine: the same memory, their type read once."""

from __future__ import annotations

from aidgen.press.engine.arrays import SIZED, Arrays
from aidgen.press.engine.document import Source

WORDS = "<html lang='en'><body><p>Some letters, and <b>bold ones</b></p></body></html>"


class Calling:
    """What calls C, and notes the types that it has to read."""

    def __init__(self, ffi: object) -> None:
        self._ffi, self.kinds = ffi, set[str]()

    def new(self, kind: str, filled: object = None) -> object:
        self.kinds.add(kind)
        return self._ffi.new(kind, filled)  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._ffi, name)


def test_no_type_has_the_length_of_what_fills_it_and_the_pdf_is_the_same() -> None:
    from weasyprint.pdf import fonts

    ours = Source(WORDS).laid_out().pdf("x")
    arrays = fonts.ffi
    assert isinstance(arrays, Arrays)
    bare, fonts.ffi = arrays._ffi, arrays._ffi
    noted, arrays._ffi = Calling(bare), bare
    try:
        fonts.ffi = noted
        as_the_engine_does = Source(WORDS).laid_out().pdf("x")
        assert any(SIZED.search(kind) for kind in noted.kinds), "the engine has no need of it now"
        noted.kinds.clear()
        arrays._ffi, fonts.ffi = noted, arrays
        assert Source(WORDS).laid_out().pdf("x") == ours == as_the_engine_does
        sized = {kind for kind in noted.kinds if kind.startswith("hb_codepoint_t")}
        assert sized == {"hb_codepoint_t[]"}
    finally:
        arrays._ffi, fonts.ffi = bare, arrays


def test_an_array_has_what_fills_it() -> None:
    from weasyprint.pdf import fonts

    made = fonts.ffi.new("unsigned int[3]", [1, 2, 3])
    assert list(made) == [1, 2, 3]
    assert len(fonts.ffi.new("unsigned int[5]")) == 5

"""What is done before there are commands."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from tests.commands import run
from tests.mini import change


def test_warnings_of_libraries_are_not_printed(pack: Path) -> None:
    """Pillow warns of a picture of more than 89 million points, which is refused as well."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", 10_000, 11_000, 1, 0, 0, 0, 0)
    (pack / "assets").mkdir(exist_ok=True)
    (pack / "assets" / "huge.png").write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IEND", b"")
    )
    change(pack, "content/mini/rules.yaml", "{title: Dark,", "{title: Dark, image: huge.png,")
    done = run("check", "--pack", pack)
    assert "`huge.png` has 10000 × 11000 points, expected at most 20,000,000" in done.stderr
    assert "Warning" not in done.stderr

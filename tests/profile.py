"""A profile of a press, made for tests: inks that filter light, and black under dark colours."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

WHITE = (0.9642, 1.0, 0.8249)
"""Paper in the light that profiles are for (D50)."""
TO_XYZ = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
FROM_XYZ = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
"""Linear sRGB in that light, and back."""


@cache
def cmyk_profile() -> bytes:
    """Return an ICC profile (version 2) for CMYK."""
    colours = _lut(4, 3, 5, _lab_of_inks)
    inks = _lut(3, 4, 17, _inks_of_lab)
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", 11) + b"Test press\0" + bytes(78 + 12),
        b"cprt": b"text\0\0\0\0made for tests\0",
        b"wtpt": b"XYZ \0\0\0\0" + b"".join(map(_fixed, WHITE)),
        **dict.fromkeys((b"A2B0", b"A2B1", b"A2B2"), colours),
        **dict.fromkeys((b"B2A0", b"B2A1", b"B2A2"), inks),
    }
    table, body = b"", b""
    start = 128 + 4 + 12 * len(tags)
    places: dict[bytes, int] = {}
    for name, content in tags.items():
        if content not in places:
            places[content] = start + len(body)
            body += content + bytes(-len(content) % 4)
        table += name + struct.pack(">II", places[content], len(content))
    header = struct.pack(
        ">I4s4s4s4s4s12s4s4sI4s4s8sI", 0, b"lcms", b"\2\x20\0\0", b"prtr", b"CMYK", b"Lab ",
        struct.pack(">6H", 2026, 1, 1, 0, 0, 0), b"acsp", b"\0\0\0\0", 0, b"\0\0\0\0", b"\0\0\0\0",
        bytes(8), 0,
    )  # fmt: skip
    header += b"".join(map(_fixed, WHITE)) + bytes(48)
    content = header + struct.pack(">I", len(tags)) + table + body
    return struct.pack(">I", len(content)) + content[4:]


def _fixed(number: float) -> bytes:
    return struct.pack(">i", round(number * 65536))


def _lut(
    inputs: int, outputs: int, steps: int, value: Callable[[Sequence[float]], Sequence[float]]
) -> bytes:
    """Return a table of 8 bits (`mft1`) of a function from 0–1 to 0–1."""
    curve = bytes(range(256))
    grid = (step / (steps - 1) for step in range(steps))
    points = product([*grid], repeat=inputs)
    cells = bytes(
        round(255 * min(1.0, max(0.0, part))) for point in points for part in value(point)
    )
    unit = b"".join(_fixed(float(row == column)) for row in range(3) for column in range(3))
    head = b"mft1\0\0\0\0" + bytes([inputs, outputs, steps, 0]) + unit
    return head + curve * inputs + cells + curve * outputs


def _lab_of_inks(inks: Sequence[float]) -> Sequence[float]:
    """Return what inks look like, coded as in a profile: black ink is dark grey at its fullest."""
    cyan, magenta, yellow, black = inks
    paper = 1 - 0.92 * black
    linear = [((1 - 0.95 * part) * paper) ** 2.2 for part in (cyan, magenta, yellow)]
    x, y, z = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in TO_XYZ)
    fx, fy, fz = (_cube(part / white) for part, white in zip((x, y, z), WHITE, strict=True))
    return (
        (116 * fy - 16) / 100,
        (500 * (fx - fy) + 128) / 255,
        (200 * (fy - fz) + 128) / 255,
    )


def _cube(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def _inks_of_lab(coded: Sequence[float]) -> Sequence[float]:
    lightness, a, b = 100 * coded[0], 255 * coded[1] - 128, 255 * coded[2] - 128
    fy = (lightness + 16) / 116
    parts = (fy + a / 500, fy, fy - b / 200)
    xyz = [
        white * (part**3 if part > 0.2069 else (part - 16 / 116) / 7.787)
        for part, white in zip(parts, WHITE, strict=True)
    ]
    linear = (sum(m * n for m, n in zip(row, xyz, strict=True)) for row in FROM_XYZ)
    light = [min(1.0, max(0.0, part)) ** (1 / 2.2) for part in linear]
    black = 0.8 * (1 - max(light))
    paper = 1 - 0.92 * black
    colours = [min(1.0, max(0.0, (1 - part / paper) / 0.95)) for part in light]
    return (*colours, black)

"""Does everything that `aidgen check` passes build? Each field of each record, there and not there.

The packs are those of `tests/every.py`, with each record on every kind of sheet. Each piece is
typeset in its smallest type and verified; whatever is held back, but for what does not fit, is
printed, and the bench stops with 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.page.pieces import Piece
from aidgen.page.render import render
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.press.pieces.typeset import typeset_pieces
from aidgen.proof.pieces import ExpectedPiece, check_pieces
from tests.every import every_aid, every_record
from tests.mutants import every
from tests.sheets import FACTS, pieces_of, sides, smallest

ROOM = ("overflow", "split", "pages", "edge", "cut", "boxes", "unset")
"""The kinds of findings about what does not fit."""
OVER_EACH_OTHER = ("overlap", "unseen", "pale")
"""What is found where spaces of a board are in one place, as those of the packs are."""


def main() -> None:
    """Typeset and verify pieces in an order chosen by a seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=10**6, help="how many pieces (all)")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    named = [*named_pieces()]
    random.Random(chosen.seed).shuffle(named)
    wrong = 0
    for name, piece in named[: chosen.most]:
        for finding in findings(piece):
            if name.startswith("board") and finding.startswith(OVER_EACH_OTHER):
                continue
            wrong += 1
            print(f"{name}: {finding}", flush=True)
    print(f"{min(len(named), chosen.most)} of {len(named)} pieces, {wrong} wrong")
    sys.exit(bool(wrong))


def named_pieces() -> Iterator[tuple[str, Piece]]:
    """Yield the pieces of all aids, each once, with the kind and name of its aid."""
    for write in (every_record, every_aid):
        with tempfile.TemporaryDirectory() as name:
            game_data = localize(write(Path(name), all_kinds=True), {}, "en")
            for aid, asked in game_data.aids.items():
                parts = render(game_data, aid, (Path(name), BUNDLED_PACK))
                sections = [parts] if parts.book else parts.sections
                pieces = [piece for one in sections for piece in pieces_of(one)]
                yield from ((f"{asked.kind} {aid}", piece) for piece in dict.fromkeys(pieces))


def findings(piece: Piece) -> list[str]:
    """Return what a piece is held back for, but for what does not fit."""
    try:
        (chosen,) = smallest([piece])
        (made,) = typeset_pieces([chosen])
        pdf = assemble_pdf(FACTS, sides([made.piece]))
        proofs = check_pieces(pdf, [ExpectedPiece(chosen.promises, made.sheets)])
    except Exception:  # whatever it is, `check` passed the pack
        return [traceback.format_exc()]
    found = (*made.faults, *every(proofs))
    if any(fault.kind in ROOM for fault in found):
        return []
    return [f"{fault.kind} {fault.describe()}" for fault in found if not fault.is_doubt]


if __name__ == "__main__":
    main()

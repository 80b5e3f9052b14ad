"""Which text words on paper are of."""

from __future__ import annotations

from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promise
from aidgen.proof.readback import trace_to_texts

CARD = "cards.fight.front"


def test_words_lead_to_the_only_text_that_has_them() -> None:
    promises = [
        Promise("Roll two dice, then rest.", context="x.rules.a.text", box=CARD),
        Promise("Rest.", context="x.rules.b.title", box="cards.rest.front"),
        Promise("Rest.", context="x.rules.c.title"),
        Promise("Two words", context="x.rules.d.text"),
        Promise("Two words", context="x.rules.d.text"),
    ]

    def context(words: str, box: str = "") -> str:
        (found,) = trace_to_texts([Fault(kind="unseen", found="x", box=box, words=words)], promises)
        return found.context

    assert context("two dice, then") == "x.rules.a.text"
    assert context("roll two dice, then rest.") == "x.rules.a.text"
    assert context("Rest.") == ""
    assert context("Rest.", "cards.rest.front") == "x.rules.b.title"
    assert context("Two words") == "x.rules.d.text"
    assert context("nowhere") == ""


def test_a_known_context_is_kept() -> None:
    known = Fault(kind="unseen", found="x", words="Rest.", context="x.rules.z.text")
    assert trace_to_texts([known], [Promise("Rest.", context="x.rules.b.title")]) == (known,)

"""The kinds of aid that can be printed, by the name an aid's `kind:` gives."""

from aidgen.kinds.base import Kind
from aidgen.kinds.book import BOOK
from aidgen.kinds.cards import CARD_SHEETS
from aidgen.kinds.flow import FLOW
from aidgen.kinds.form import FORM
from aidgen.kinds.gm_screen import GM_SCREEN
from aidgen.kinds.sheet import SHEET
from aidgen.kinds.tokens import TOKENS

KINDS: dict[str, Kind] = {
    "book": BOOK,
    "cards": CARD_SHEETS,
    "flow": FLOW,
    "form": FORM,
    "gm-screen": GM_SCREEN,
    "sheet": SHEET,
    "tokens": TOKENS,
}

"""The kinds of aid that can be printed, by the name an aid's `kind:` gives."""

from aidgen.page.kinds.base import Kind
from aidgen.page.kinds.book import BOOK
from aidgen.page.kinds.cards import CARD_SHEETS
from aidgen.page.kinds.flow import FLOW
from aidgen.page.kinds.form import FORM
from aidgen.page.kinds.gm_screen import GM_SCREEN
from aidgen.page.kinds.sheet import SHEET
from aidgen.page.kinds.tokens import TOKENS

KINDS: dict[str, Kind] = {
    "book": BOOK,
    "cards": CARD_SHEETS,
    "flow": FLOW,
    "form": FORM,
    "gm-screen": GM_SCREEN,
    "sheet": SHEET,
    "tokens": TOKENS,
}

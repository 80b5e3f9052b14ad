"""The kinds of aid that can be printed, by the name an aid's `kind:` gives."""

from aidgen.kinds.base import Kind
from aidgen.kinds.book import BOOK
from aidgen.kinds.cards import CARD_SHEETS
from aidgen.kinds.form import FORM
from aidgen.kinds.sheet import SHEET

KINDS: dict[str, Kind] = {kind.name: kind for kind in (BOOK, CARD_SHEETS, SHEET, FORM)}

"""Texts that are translated rightly though they look different, and the words of their languages.

French, German, Spanish and Italian are read with our own `ui.po`; the other languages as their
translators would write it, which needs no line of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from aidgen.game.texts import Text
from aidgen.language.language import Language, Pair
from aidgen.language.review import text_mismatches
from aidgen.language.untranslated import Vocabulary, untranslated_words
from tests.mistranslations import tongue
from tests.tongues import FURTHER, TURNED

WORDS = {
    "pl": {
        "number-words": "zero|zera|zeru|zerem|zerowy|zerowa|zerowe"
        " jeden?|jedna?|jedną?|jedno?|jednego?|jednej?|jednym?|jednemu?|raz?"
        " dwa|dwie|dwóch|dwu|dwóm|dwoma|dwiema|dwaj|dwoje trzy|trzech|trzem|trzema|trzej"
        "|potrójne|potrójny|potrójna|trzykrotnie"
        " cztery|czterech|czterem|czterema|czterokrotnie pięć|pięciu|pięcioma sześć|sześciu"
        "|sześcioma"
        " siedem|siedmiu|siedmioma osiem|ośmiu|ośmioma"
        " dziewięć|dziewięciu dziesięć|dziesięciu|dziesięcioma jedenaście|jedenastu dwanaście"
        "|dwunastu"
        "|tuzin trzynaście|trzynastu czternaście|czternastu piętnaście|piętnastu szesnaście"
        "|szesnastu"
        " siedemnaście|siedemnastu osiemnaście|osiemnastu dziewiętnaście|dziewiętnastu"
        " dwadzieścia|dwudziestu 30=trzydzieści|trzydziestu 40=czterdzieści|czterdziestu"
        " 50=pięćdziesiąt|pięćdziesięciu 60=sześćdziesiąt 70=siedemdziesiąt 80=osiemdziesiąt"
        " 90=dziewięćdziesiąt 100=sto|stu|setki 1000=tysiąc|tysiąca|tysiące|tysięcy|tysiącu"
        " 1000000=milion|miliona|miliony|milionów 1.5=półtora|półtorej",
        "ordinals": "pierwszy?|pierwsza?|pierwszą?|pierwszej?|pierwszego?|pierwszym?|pierwsze?"
        "|pierwszych?"
        " drugi|druga|drugą|drugiej|drugiego|drugim|drugie"
        " trzeci|trzecia|trzecią|trzeciej|trzeciego|trzecim|trzecie"
        " czwarty|czwarta|czwartą|czwartej|czwartego|czwartym|czwarte|ćwierć"
        " piąty|piąta|piątą|piątej|piątego|piątym|piąte szósty|szósta|szóstą|szóstej|szóstego"
        "|szóstym"
        " siódmy|siódma|siódmą|siódmej|siódmego|siódmym ósmy|ósma|ósmą|ósmej|ósmego|ósmym"
        " dziewiąty|dziewiąta|dziewiątej|dziewiątego dziesiąty|dziesiąta|dziesiątej|dziesiątego",
        "number-format": "1 234,5",
        "half": "połowa|połowę|połowy|połowie|połową|pół|połowiczny",
        "twice": "dwukrotnie|podwójne|podwójny|podwójna|podwójną|podwójnie|podwaja|podwajają"
        "|podwojony"
        "|podwojona|podwojone|obie?|oba?|obu?|obaj?",
        "percent": "%|*procent*",
        "at-least": "≥|#+|co najmniej|przynajmniej|minimum #|minimalnie|# lub więcej|# albo"
        " więcej|# i więcej|#"
        " lub większ*|# lub wyższ*|nie mniej niż|równ* lub większ* niż|większ* lub równ*|równ* lub"
        " wyższ* niż|większ* bądź równ*",
        "at-most": "≤|co najwyżej|maksymalnie|maksimum #|# lub mniej|# albo mniej|# lub mniejsz*"
        "|# lub"
        " niższ*|nie więcej niż|równ* lub mniejsz* niż|mniejsz* lub równ*|do #?",
        "more-than": ">|więcej niż|ponad #|powyżej #?|większ* niż|większ* od #|wyższ* niż|wyższ*"
        " od #|przekracz*?",
        "less-than": "<|mniej niż|poniżej #?|mniejsz* niż|mniejsz* od #|niższ* niż|niższ* od #",
        "dice-letter": "k|K",
        "negations": "nie|nigdy|żaden|żadna|żadne|żadnego|żadnej|bez|ani",
        "idioms": "mniej więcej|raz na",
        "small-words": "i w z na do że jest są się nie lub przez dla każdy każda kiedy",
    },
    "ar": {
        "number-words": "صفر واحد?|واحدة? اثنان|اثنين|اثنتان|اثنتين|بطاقتين|نقطتين|مرتين"
        " ثلاث|ثلاثة أربع|أربعة خمس|خمسة ست|ستة سبع|سبعة ثماني|ثمانية تسع|تسعة عشر|عشرة",
        "ordinals": "الأول?|الأولى? الثاني|الثانية الثالث|الثالثة",
        "number-format": "1,234.5",
        "half": "نصف",
        "twice": "ضعف",
        "percent": "%|٪|بالمئة",
        "at-least": "≥|#+|على الأقل|# أو أكثر",
        "at-most": "≤|على الأكثر|# أو أقل",
        "more-than": ">|أكثر من",
        "less-than": "<|أقل من",
        "dice-letter": "d",
        "idioms": "",
        "small-words": "من في على إلى مع",
    },
    "ja": {
        "number-words": "零|ゼロ 一?|ひとつ? 二|ふたつ 三 四 五 六 七 八 九 十 十一 十二"
        " 100=百 1000=千 10000=万"
        " 100000000=億",
        "ordinals": "",
        "number-format": "1,234.5",
        "half": "半分",
        "twice": "二倍|倍増|倍?|両方?",
        "percent": "%|パーセント",
        "at-least": "≥|#+|#以上|# 以上|少なくとも|最低?|最小?",
        "at-most": "≤|#以下|# 以下|# 以内|最大?|最高?|#まで?|# まで?",
        "more-than": ">|#を超える|# を超える|#を超え|# を超え|#より多い|# より多い|#より大きい"
        "|# より大きい|#より上|#より高い",
        "less-than": "<|#未満|# 未満|#より少ない|# より少ない|#より小さい|# より小さい|#より低い",
        "dice-letter": "d",
        "idioms": "",
        "small-words": "",
    },
}
"""What a translator into these languages gives in `ui.po`."""

TEXTS = Path(__file__).parent / "language" / "pairs"
"""Files called by two languages, as en-fr: on each line a text and a right translation of it."""


@cache
def pairs() -> tuple[tuple[str, str, str, str], ...]:
    """Return the languages of each pair, and its two texts."""
    return tuple(_pairs())


def _pairs() -> Iterator[tuple[str, str, str, str]]:
    for path in sorted(TEXTS.glob("*.txt")):
        source_language, target_language = path.stem.split("-")
        for line in path.read_text(encoding="utf-8").splitlines():
            source, target = ESCAPE.sub(_typed, line).split(" | ")
            yield source_language, target_language, source, target


# What an editor would not show, as it stands in the files: \n, and spaces as \u00a0.
ESCAPE = re.compile(r"\\n|\\u([0-9a-f]{4})")


def _typed(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else "\n"


@cache
def language(locale: str) -> Language:
    """Return a language: ours, one of WORDS, or one whose words nobody has given yet."""
    if locale in ("en", "fr", "de", "es", "it"):
        return tongue(locale).language
    own = {**WORDS, **FURTHER}.get(locale, {}) | TURNED.get(locale, {})
    given = {name: Text(word) for name, word in own.items()}
    return Language.of(given, locale)


def doubts(source: str, target: str, pair: tuple[str, str]) -> list[str]:
    """Return what is reported of a translation between two languages, but for its terms."""
    languages = Pair(language(pair[0]), language(pair[1]))
    reported = [one for one in text_mismatches(source, target, languages) if one.check != "order"]
    reported += untranslated_words(source, target, Vocabulary.of(languages, []))
    return [disagreement.message for disagreement in reported]

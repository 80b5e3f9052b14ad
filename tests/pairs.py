"""Texts that are translated rightly though they look different, and the words of their languages.

French and German are read with our own `ui.po`; the other languages as their translators would
write it, which needs no line of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from aidgen.game.texts import Text
from aidgen.language.agreement import disagreements
from aidgen.language.language import Language, Pair
from aidgen.language.leftovers import Vocabulary, leftovers
from tests.mistranslations import tongue
from tests.tongues import FURTHER

WORDS = {
    "es": {
        "number-words": "cero un?|una?|uno|única?|único? dos tres|triple|triples cuatro cinco seis"
        " siete ocho nueve diez once doce|docena trece catorce quince dieciséis diecisiete"
        " dieciocho diecinueve veinte 30=treinta 40=cuarenta 50=cincuenta 100=cien 1000=mil",
        "ordinals": "primer?|primero?|primera? segundo?|segunda? tercero|tercera|tercer|tercio"
        " cuarto|cuarta quinto|quinta sexto|sexta séptimo octavo noveno décimo",
        "number-format": "1.234,5",
        "half": "mitad|medio|media|medios|medias",
        "twice": "doble|dobles|duplica|duplican|ambos?|ambas?",
        "percent": "%|por ciento",
        "at-least": "≥|#+|al menos|como mínimo|por lo menos|# o más|# o superior|no menos de",
        "at-most": "≤|como máximo|a lo sumo|# o menos|# o inferior|no más de",
        "more-than": ">|más de #|mayor que|superior a #|supera",
        "less-than": "<|menos de #|menor que|inferior a #",
        "dice-letter": "d",
        "idioms": "más o menos|de una en una|a la vez",
        "small-words": "el los las del y con por para en que es son su sus se cada si cuando al",
    },
    "pl": {
        "number-words": "zero|zera jeden?|jedna?|jedną?|jedno?|jednego?|jednej?|raz?"
        " dwa|dwie|dwóch|dwoma|dwiema|dwaj trzy|trzech|trzema|trzej|potrójne|potrójny"
        " cztery|czterech|czterema pięć|pięciu sześć|sześciu siedem|siedmiu osiem|ośmiu"
        " dziewięć|dziewięciu dziesięć|dziesięciu jedenaście dwanaście|tuzin trzynaście"
        " czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia"
        " 30=trzydzieści 50=pięćdziesiąt 100=sto 1000=tysiąc",
        "ordinals": "pierwszy?|pierwsza?|pierwszą?|pierwszej? drugi|druga|drugą|drugiej|drugiego"
        " trzeci|trzecia|trzecią|trzeciej czwarty|czwarta piąty|piąta",
        "number-format": "1 234,5",
        "half": "połowa|połowę|połowy|pół",
        "twice": "dwukrotnie|podwójne|podwójny|podwójnie|podwaja|podwajają|obie?|oba?|obu?",
        "percent": "%|procent|procenta",
        "at-least": "≥|#+|co najmniej|przynajmniej|minimum #|# lub więcej|nie mniej niż",
        "at-most": "≤|co najwyżej|maksymalnie|# lub mniej|nie więcej niż",
        "more-than": ">|więcej niż|ponad #|powyżej #|większy niż|większa niż",
        "less-than": "<|mniej niż|poniżej #|mniejszy niż|mniejsza niż",
        "dice-letter": "k|K",
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
    "it": {
        "number-words": "zero un?|uno?|una? due tre|triplo|tripli quattro cinque sei? sette otto"
        " nove dieci undici dodici|dozzina tredici quattordici quindici sedici diciassette"
        " diciotto diciannove venti 30=trenta 50=cinquanta 100=cento 1000=mille",
        "ordinals": "primo?|prima? secondo?|seconda? terzo|terza quarto|quarta quinto|quinta",
        "number-format": "1.234,5",
        "half": "metà|mezzo|mezza",
        "twice": "doppio|doppi|doppia|raddoppia|raddoppiano|entrambi?|entrambe?",
        "percent": "%|per cento",
        "at-least": "≥|#+|almeno|come minimo|# o più|non meno di",
        "at-most": "≤|al massimo|# o meno|non più di|tutt'al più",
        "more-than": ">|più di #|maggiore di|superiore a #",
        "less-than": "<|meno di #|minore di|inferiore a #",
        "dice-letter": "d",
        "idioms": "più o meno",
        "small-words": "il gli della delle degli è sono con che nel nella ogni ciascun",
    },
    "ja": {
        "number-words": "零 一? 二 三 四 五 六 七 八 九 十 十一 十二",
        "ordinals": "",
        "number-format": "1,234.5",
        "half": "半分",
        "twice": "二倍|両方?",
        "percent": "%|パーセント",
        "at-least": "≥|#+|#以上|# 以上|少なくとも",
        "at-most": "≤|#以下|# 以下|最大",
        "more-than": ">|#を超える|# を超える|#より多い|# より多い",
        "less-than": "<|#未満|# 未満|#より少ない|# より少ない",
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
    if locale in ("en", "fr", "de"):
        return tongue(locale).language
    own = {**WORDS, **FURTHER}.get(locale, {})
    given = {name: Text(word) for name, word in own.items()}
    return Language.of(given)


def doubts(source: str, target: str, pair: tuple[str, str]) -> list[str]:
    """Return what is told of a translation between two languages, but for its terms."""
    languages = Pair(language(pair[0]), language(pair[1]))
    told = [*disagreements(source, target, languages)]
    told += leftovers(source, target, Vocabulary.of(languages, []))
    return [disagreement.message for disagreement in told]

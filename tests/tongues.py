"""What translators into further languages give in `ui.po`, written before any text was measured."""

FURTHER = {
    "cs": {
        "number-words": "nula jeden?|jedna?|jedno?|jednu?|jednoho?|jedné?|jedním?|jednou?"
        " dva|dvě|dvou|dvěma|dvojice tři|tří|třem|třemi|trojnásobek čtyři|čtyř|čtyřem|čtyřmi"
        " pět|pěti šest|šesti sedm|sedmi osm|osmi devět|devíti deset|deseti jedenáct|jedenácti"
        " dvanáct|dvanácti|tucet třináct|třinácti čtrnáct|čtrnácti patnáct|patnácti šestnáct"
        " sedmnáct osmnáct devatenáct dvacet|dvaceti 30=třicet 40=čtyřicet 50=padesát 60=šedesát"
        " 100=sto 1000=tisíc",
        "ordinals": "první?|prvního?|prvním?|prvních? druhý|druhá|druhé|druhého|druhou|druhém"
        " třetí|třetího|třetina|třetiny čtvrtý|čtvrtá|čtvrté|čtvrtého|čtvrtina|čtvrtiny"
        " pátý|pátá|páté"
        " šestý|šestá|šesté sedmý|sedmá|sedmé osmý|osmá|osmé devátý desátý jedenáctý dvanáctý",
        "number-format": "1 234,5",
        "half": "polovina|polovinu|poloviny|polovině|půl|půlka|poloviční",
        "twice": "dvakrát|dvojnásobek|dvojitý|dvojitá|dvojité|zdvojnásobí|oba?|obě?|obou?",
        "percent": "%|procent|procenta|procento",
        "at-least": "≥|#+|alespoň|aspoň|nejméně|minimálně|# nebo více|# a více|# či více",
        "at-most": "≤|nejvýše|nanejvýš|maximálně|# nebo méně|# a méně|ne více než|až #?",
        "more-than": ">|více než|přes #?|nad #?|větší než|vyšší než",
        "less-than": "<|méně než|pod #?|menší než|nižší než",
        "highest": "nejvyšší*|největší*|nejdelší*|zaokrouhl* nahoru",
        "lowest": "nejnižší*|nejmenší*|nejkratší*|zaokrouhl* dolů",
        "negations": "ne|není|nejsou|nikdy|žádný|žádná|žádné|bez|nelze|nesmí|nemůže|nemůžete",
        "dice-letter": "k|d",
        "idioms": "více méně",
        "small-words": "a i v ve na z ze do se je jsou si pro při pod nad nebo který která které"
        " jak",
    },
    "sv": {
        "number-words": "noll en?|ett?|enda? två|tvåa|par? tre|trippla fyra fem sex sju åtta nio"
        " tio"
        " elva tolv|dussin tretton fjorton femton sexton sjutton arton nitton tjugo 30=trettio"
        " 40=fyrtio 50=femtio 60=sextio 100=hundra 1000=tusen",
        "ordinals": "första? andra? tredje|tredjedel|tredjedelar fjärde|fjärdedel|fjärdedelar femte"
        " sjätte sjunde åttonde nionde tionde elfte tolfte",
        "number-format": "1 234,5",
        "half": "halv|halva|hälften|halvt|halvera|halveras",
        "twice": "dubbel|dubbla|dubbelt|fördubbla|fördubblas|båda?|både?|bägge?",
        "percent": "%|procent",
        "at-least": "≥|#+|minst|åtminstone|# eller fler|# eller mer|# eller högre",
        "at-most": "≤|högst|som mest|maximalt|# eller färre|# eller mindre|upp till #?|inte fler"
        " än",
        "more-than": ">|fler än|mer än|över #?|större än|högre än",
        "less-than": "<|färre än|mindre än|under #?|lägre än",
        "highest": "högst*?|störst*|längst*|avrunda* uppåt",
        "lowest": "lägst*|minst* kort|kortast*|avrunda* nedåt",
        "negations": "inte|ej|aldrig|ingen|inget|inga|utan",
        "dice-letter": "T|t|d",
        "idioms": "mer eller mindre|en och en|först och främst",
        "small-words": "och i på av med för till det den är som att om från eller kan ett en inte",
    },
    "ru": {
        "number-words": "ноль|нуль один?|одна?|одно?|одну?|одного?|одной?|одним?|одному?"
        " два|две|двух|двумя|двум|двое|пара?|пары?|пару? три|трёх|трех|тремя|трём|трое"
        " четыре|четырёх|четырех|четырьмя|четырём пять|пяти|пятью шесть|шести|шестью"
        " семь|семи|семью"
        " восемь|восьми|восемью девять|девяти|девятью десять|десяти|десятью одиннадцать|одиннадцати"
        " двенадцать|двенадцати|дюжина тринадцать|тринадцати четырнадцать пятнадцать шестнадцать"
        " семнадцать восемнадцать девятнадцать двадцать|двадцати 30=тридцать 40=сорок 50=пятьдесят"
        " 60=шестьдесят 100=сто 1000=тысяча",
        "ordinals": "первый?|первая?|первое?|первого?|первой?|первую?|первым?|первые?"
        " второй|вторая|второе|второго|вторую|вторым"
        " третий|третья|третье|третьего|третью|треть|трети"
        " четвёртый|четвертый|четвёртая|четвертая|четвёртого|четверть|четверти пятый|пятая|пятого"
        " шестой|шестая|шестого седьмой|седьмая|седьмого восьмой|восьмая|восьмого девятый десятый"
        " одиннадцатый двенадцатый",
        "number-format": "1 234,5",
        "half": "половина|половину|половины|половине|пол|вдвое меньше",
        "twice": "вдвое|дважды|удвоить|удваивает|удвоенный|двойной|двойная|двойные|оба?|обе?|"
        "обоих?",
        "percent": "%|процент|процента|процентов",
        "at-least": "≥|#+|не менее|не меньше|по крайней мере|как минимум|минимум #|# или более|#"
        " или больше",
        "at-most": "≤|не более|не больше|максимум #|# или менее|# или меньше|до #?",
        "more-than": ">|более|больше чем|больше #|свыше #|выше #?",
        "less-than": "<|менее|меньше чем|меньше #|ниже #?",
        "highest": "наивысш*|наибольш*|самый большой|самая большая|самая старшая|старшая|старшую",
        "lowest": "наименьш*|самый маленький|самая младшая|младшая|младшую|самый низкий",
        "negations": "не|нет|никогда|ни|без|нельзя|никакой|никакая|никакие",
        "dice-letter": "d|к|д",
        "idioms": "более или менее|один за другим|одна на другую",
        "small-words": "и в на с по из к от до для что как это или но же бы если можно все их его",
    },
    "pt_BR": {
        "number-words": "zero um?|uma?|única?|único? dois|duas|dupla?|par? três|triplo|tripla"
        " quatro"
        " cinco seis sete oito nove dez onze doze|dúzia treze quatorze|catorze quinze dezesseis"
        " dezessete dezoito dezenove vinte 30=trinta 40=quarenta 50=cinquenta 60=sessenta"
        " 100=cem|cento"
        " 1000=mil",
        "ordinals": "primeiro?|primeira?|primeiros?|primeiras? segundo?|segunda?"
        " terceiro|terceira|terço"
        " quarto|quarta|quartos quinto|quinta sexto|sexta sétimo|sétima oitavo|oitava nono|nona"
        " décimo",
        "number-format": "1.234,5",
        "half": "metade|meio?|meia",
        "twice": "dobro|dobra|dobram|duplo|duas vezes|ambos?|ambas?",
        "percent": "%|por cento",
        "at-least": "≥|#+|pelo menos|ao menos|no mínimo|# ou mais|# ou superior",
        "at-most": "≤|no máximo|# ou menos|# ou inferior|até #?",
        "more-than": ">|mais de #|mais do que|mais que|maior que|maior do que|acima de #?",
        "less-than": "<|menos de #|menos do que|menos que|menor que|menor do que|abaixo de #?",
        "highest": "mais alt*|maior|maiores|arredondad* para cima",
        "lowest": "mais baix*|menor|menores|arredondad* para baixo",
        "negations": "não|nunca|nenhum|nenhuma|nem|sem",
        "dice-letter": "d",
        "idioms": "mais ou menos|um a um|uma a uma|de uma vez",
        "small-words": "o os as do da dos das e em no na nos nas com para por que é são seu sua"
        " se ou",
    },
    "ca": {
        "number-words": "zero un?|una?|únic?|única? dos|dues|parell? tres|triple quatre cinc sis"
        " set vuit"
        " nou deu onze dotze|dotzena tretze catorze quinze setze disset divuit dinou vint 30=trenta"
        " 40=quaranta 50=cinquanta 60=seixanta 100=cent 1000=mil",
        "ordinals": "primer?|primera?|primers?|primeres? segon?|segona? tercer|tercera|terç"
        " quart|quarta"
        " cinquè|cinquena sisè|sisena setè|setena vuitè|vuitena novè|novena desè|desena",
        "number-format": "1.234,5",
        "half": "meitat|mig|mitja",
        "twice": "doble|dobles|dues vegades|ambdós?|ambdues?|tots dos?|totes dues?",
        "percent": "%|per cent",
        "at-least": "≥|#+|com a mínim|almenys|si més no|# o més|# o superior",
        "at-most": "≤|com a màxim|com a molt|# o menys|# o inferior|fins a #?",
        "more-than": ">|més de #|més que|més gran que|superior a #",
        "less-than": "<|menys de #|menys que|més petit que|inferior a #",
        "highest": "més alt*|més gran*",
        "lowest": "més baix*|més petit*",
        "negations": "no|mai|cap|ni|sense|tampoc",
        "dice-letter": "d",
        "idioms": "més o menys|una a una|d’una en una",
        "small-words": "el els les del dels i en amb per que és són seu seva si o al als a la",
    },
    "zh_CN": {
        "number-words": "零 一? 二|两|兩 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六"
        " 十七 十八 十九 二十 30=三十 40=四十 50=五十 60=六十 100=百",
        "ordinals": "-",
        "number-format": "1,234.5",
        "half": "一半|半",
        "twice": "两倍|双倍|加倍|两者?",
        "percent": "%|百分之",
        "at-least": "≥|#+|至少|最少|不少于|#以上|# 以上|或更多",
        "at-most": "≤|至多|最多|不超过|不多于|#以下|# 以下|或更少",
        "more-than": ">|超过|多于|大于|高于",
        "less-than": "<|少于|小于|低于|不到",
        "highest": "最高|最大",
        "lowest": "最低|最小",
        "negations": "不|没有|没|无|非|未",
        "dice-letter": "d",
        "idioms": "一个接一个|一样|一起|一些|一般|统一|唯一|万一|第一",
        "small-words": "-",
    },
}

EXTREMES = (
    ("highest", "lowest"),
    ("largest", "smallest"),
    ("rounded up", "rounded down"),
    ("plus haut", "plus bas"),
    ("plus élevé", "plus bas"),
    ("plus grand", "plus petit"),
    ("arrondi au supérieur", "arrondi à l’inférieur"),
    ("höchste", "niedrigste"),
    ("größte", "kleinste"),
    ("aufgerundet", "abgerundet"),
)
"""Words for what is highest and lowest, in several languages."""

OPPOSITES = {
    "at-least": "at-most",
    "at-most": "at-least",
    "more-than": "less-than",
    "less-than": "more-than",
}

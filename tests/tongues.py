"""What translators into further languages give in `ui.po`, written before any text was measured."""

FURTHER = {
    "cs": {
        "number-words": "nula|nulu|nuly|nule|nulou|nulový|nulová|nulové"
        " jeden?|jedna?|jedno?|jednu?|jednoho?|jedné?|jedním?|jednou?|jediný?|jediná?|jediné?"
        "|jediném?"
        "|jediného?|jediným?"
        " dva|dvě|dvou|dvěma|dvojice|dvojici tři|tří|třem|třemi|třech|trojnásobek|třikrát"
        " čtyři|čtyř|čtyřem|čtyřmi|čtyřech|čtyřikrát"
        " pět|pěti šest|šesti sedm|sedmi osm|osmi devět|devíti deset|deseti jedenáct|jedenácti"
        " dvanáct|dvanácti|tucet třináct|třinácti čtrnáct|čtrnácti patnáct|patnácti šestnáct"
        " sedmnáct osmnáct devatenáct dvacet|dvaceti 30=třicet|třiceti 40=čtyřicet 50=padesát"
        "|padesáti"
        " 60=šedesát 70=sedmdesát 80=osmdesát 90=devadesát 100=sto|sta|stech 1000=tisíc|tisíce"
        "|tisíci"
        " 1000000=milion|milionu|miliony|milionů|milionům|milión|milióny|miliónů|miliónům"
        " 1.5=půldruhého",
        "ordinals": "první?|prvního?|prvním?|prvních?|prvnímu? druhý|druhá|druhé|druhého|druhou"
        "|druhém|druhým"
        " třetí|třetího|třetím|třetina|třetiny|třetinu čtvrtý|čtvrtá|čtvrté|čtvrtého|čtvrtým"
        "|čtvrtou"
        "|čtvrtina|čtvrtiny|čtvrtinu"
        " pátý|pátá|páté|pátého|pátým|pátou šestý|šestá|šesté|šestého|šestým sedmý|sedmá|sedmé"
        "|sedmého"
        "|sedmým|sedmou osmý|osmá|osmé|osmého|osmým devátý|devátá|deváté|devátého desátý|desátá"
        "|desáté"
        "|desátého jedenáctý dvanáctý",
        "number-format": "1 234,5",
        "half": "polovina|polovinu|poloviny|polovině|polovinou|půl|půlka|půlku|poloviční"
        "|polovičním|polovičního",
        "twice": "dvakrát|dvojnásobek|dvojnásobně|dvojnásobný|dvojnásobná|dvojnásobné|dvojitý"
        "|dvojitá|dvojité"
        "|zdvojnásobí|zdvojnásobuje|oba?|obě?|obou?",
        "percent": "%|*procent*",
        "at-least": "≥|#+|alespoň|aspoň|nejméně|minimálně|# nebo více|# nebo víc|# a více|# či"
        " více|# nebo vyšší*|# nebo"
        " větší*|# a vyšší*|rovn* nebo vyšší*|vyšší* nebo rovn*|větší* nebo rovn*|rovn* nebo"
        " větší*|minimum #",
        "at-most": "≤|nejvýše|nanejvýš|maximálně|# nebo méně|# nebo míň|# a méně|# nebo nižší*|#"
        " nebo menší*|ne"
        " více než|nižší* nebo rovn*|menší* nebo rovn*|rovn* nebo menší*|maximum #|až #?|do #?",
        "more-than": ">|více než|víc než|přes #?|nad #?|větší* než|vyšší* než|překroč*?|přesah*?",
        "less-than": "<|méně než|míň než|pod #?|menší* než|nižší* než",
        "highest": "nejvyšší*|největší*|nejdelší*|zaokrouhl* nahoru",
        "lowest": "nejnižší*|nejmenší*|nejkratší*|zaokrouhl* dolů",
        "negations": "ne|není|nejsou|nikdy|žádný|žádná|žádné|bez|nelze|nesmí|nemůže|nemůžete",
        "dice-letter": "k|d",
        "idioms": "více méně",
        "small-words": "a i v ve na z ze do se je jsou si pro při pod nad nebo který která které"
        " jak",
    },
    "sv": {
        "number-words": "noll en?|ett?|enda? två|tvåa|par?|varannan|vartannat tre|trippla fyra"
        " fem sex sju åtta nio"
        " tio"
        " elva tolv|dussin tretton fjorton femton sexton sjutton arton nitton tjugo 30=trettio"
        " 40=fyrtio 50=femtio 60=sextio 70=sjuttio 80=åttio 90=nittio 100=hundra 1000=tusen"
        " 1000000=miljon|miljoner 1.5=anderthalv",
        "ordinals": "första? andra? tredje|tredjedel|tredjedelar fjärde|fjärdedel|fjärdedelar femte"
        " sjätte sjunde åttonde nionde tionde elfte tolfte",
        "number-format": "1 234,5",
        "half": "halv|halva|hälften|halvt|halvera|halveras",
        "twice": "dubbel|dubbla|dubbelt|fördubbla|fördubblas|båda?|både?|bägge?",
        "percent": "%|*procent*",
        "at-least": "≥|#+|minst|åtminstone|# eller fler|# eller flera|# eller mer|# eller högre"
        "|# eller större|"
        "större än eller lika|högre än eller lika|lika med eller|minimum #",
        "at-most": "≤|högst|som mest|maximalt|# eller färre|# eller mindre|# eller lägre|mindre"
        " än eller"
        " lika|lägre än eller lika|maximum #|upp till #?|inte fler"
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
        "number-words": "ноль|нуль|нуля|нулю|нулём|нулем|нуле|нулевой|нулевая|нулевое|нулевого"
        " один?"
        "|одна?|одно?|одну?|одного?|одной?|одним?|одном?|одному?|единственный?|единственная?"
        " два|две|двух|двумя|двум|двое|двоих|двукратно|пара?|пары?|пару? три|трёх|трех|тремя"
        "|трём|трем|трое|троих|втрое|трижды|тройной|тройная|утроенный"
        " четыре|четырёх|четырех|четырьмя|четырём|четырем|вчетверо|четырежды пять|пяти|пятью"
        " шесть|шести|шестью"
        " семь|семи|семью"
        " восемь|восьми|восемью девять|девяти|девятью десять|десяти|десятью одиннадцать|одиннадцати"
        " двенадцать|двенадцати|дюжина тринадцать|тринадцати четырнадцать пятнадцать шестнадцать"
        " семнадцать восемнадцать девятнадцать двадцать|двадцати 30=тридцать|тридцати 40=сорок"
        "|сорока 50=пятьдесят|пятидесяти"
        " 60=шестьдесят 70=семьдесят 80=восемьдесят 90=девяносто 100=сто|ста|сотня|сотни|сотен"
        " 1000=тысяча|тысячи|тысяч|тысячу|тыс 1000000=миллион|миллиона|миллионов|миллионам|млн"
        " 1000000000=миллиард"
        "|миллиарда|миллиардов|млрд 1.5=полтора|полторы|полутора",
        "ordinals": "первый?|первая?|первое?|первого?|первой?|первую?|первым?|первые?|первых?"
        "|первом?|первому?"
        " второй|вторая|второе|второго|вторую|вторым|втором|вторых"
        " третий|третья|третье|третьего|третью|третьей|третьим|третьем|треть|трети"
        " четвёртый|четвертый|четвёртая|четвертая|четвёртое|четвёртого|четвертого|четвёртой"
        "|четвёртую|четверть"
        "|четверти пятый|пятая|пятое|пятого|пятой|пятую|пятом"
        " шестой|шестая|шестое|шестого|шестую седьмой|седьмая|седьмое|седьмого|седьмую|седьмом"
        " восьмой|восьмая|восьмое|восьмого|восьмую девятый|девятая|девятого десятый|десятая"
        "|десятого"
        " одиннадцатый двенадцатый",
        "number-format": "1 234,5",
        "half": "половина|половину|половины|половине|половиной|пол|вдвое меньше",
        "twice": "вдвое|дважды|удвоить|удваивает|удваивается|удвоенный|удвоенная|двойной|двойная"
        "|двойное|двойного|двойную"
        "|двойные|оба?|обе?|"
        "обоих?",
        "percent": "%|*процент*",
        "at-least": "≥|#+|не менее|не меньше|по крайней мере|как минимум|минимум #|# или более|#"
        " или больше|# или выше|# и более|# и больше|# и выше|больше или равн*|равн* или больше"
        "|равн* или"
        " выше|большее или равное|равн* или превыша*",
        "at-most": "≤|не более|не больше|максимум #|# или менее|# или меньше|# или ниже|# и"
        " менее|# и ниже|меньше или"
        " равн*|равн* или меньше|равн* или ниже|до #?",
        "more-than": ">|более #|более чем|больше чем|больше #|свыше #|выше #?|превыша*?",
        "less-than": "<|менее #|менее чем|меньше чем|меньше #|ниже #?",
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
        " 70=setenta 80=oitenta 90=noventa 100=cem|cento|centenas"
        " 1000=mil|milhares 1000000=milhão|milhões 1000000000=bilhão|bilhões",
        "ordinals": "primeiro?|primeira?|primeiros?|primeiras? segundo?|segunda?"
        " terceiro|terceira|terço"
        " quarto|quarta|quartos quinto|quinta sexto|sexta sétimo|sétima oitavo|oitava nono|nona"
        " décimo",
        "number-format": "1.234,5",
        "half": "metade|meio?|meia",
        "twice": "dobro|dobra|dobram|duplo|duas vezes|ambos?|ambas?",
        "percent": "%|por cento",
        "at-least": "≥|#+|pelo menos|ao menos|no mínimo|# ou mais|# ou superior|# ou superiores"
        "|# ou maior|#"
        " ou acima|maior ou igual|igual ou maior|igual ou superior|superior ou igual|um mínimo de",
        "at-most": "≤|no máximo|# ou menos|# ou inferior|# ou inferiores|# ou menor|# ou abaixo"
        "|menor"
        " ou igual|igual ou menor|igual ou inferior|inferior ou igual|um máximo de|até #?",
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
        " 40=quaranta 50=cinquanta 60=seixanta 70=setanta 80=vuitanta 90=noranta 100=cent|cents"
        " 1000=mil|milers 1000000=milió|milions",
        "ordinals": "primer?|primera?|primers?|primeres? segon?|segona? tercer|tercera|terç"
        " quart|quarta"
        " cinquè|cinquena sisè|sisena setè|setena vuitè|vuitena novè|novena desè|desena",
        "number-format": "1.234,5",
        "half": "meitat|mig|mitja",
        "twice": "doble|dobles|dues vegades|ambdós?|ambdues?|tots dos?|totes dues?",
        "percent": "%|per cent",
        "at-least": "≥|#+|com a mínim|almenys|si més no|# o més|# o superior|# o major|major o"
        " igual|igual o major|igual o"
        " superior|superior o igual|un mínim de",
        "at-most": "≤|com a màxim|com a molt|# o menys|# o inferior|# o menor|menor o igual"
        "|igual o menor|igual"
        " o inferior|inferior o igual|un màxim de|fins a #?",
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
        "number-words": "零|〇 一? 二|两|兩 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六"
        " 十七 十八 十九 二十 30=三十 40=四十 50=五十 60=六十 100=百"
        " 1000=千 10000=万|萬 100000000=亿",
        "ordinals": "-",
        "number-format": "1,234.5",
        "half": "一半|半",
        "twice": "两倍|双倍|加倍|两者?",
        "percent": "%|百分之",
        "at-least": "≥|#+|至少|最少|不少于|不小于|不低于|大于等于|大于或等于|等于或大于"
        "|#以上|# 以上|#及以上|# 及以上|# 或以上|# 或更多|或更多"
        "|# 或更高",
        "at-most": "≤|至多|最多|不超过|不多于|不大于|不高于|小于等于|小于或等于|等于或小于"
        "|#以下|# 以下|#及以下|# 及以下|# 或以下|# 或更少|或更少"
        "|# 或更低",
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

TURNED = {
    "pl": {
        "plus": "więcej|dodatkow*|dodaj*|dodać|zwiększ*|podnie*",
        "minus": "mniej|odejmij*|odejm*|zmniejsz*|obniż*",
        "opposites": """lew*|lewo : praw*|prawo;
przed|zanim : po|następnie;
pierwsz* : ostatni*;
wygryw*|wygra*|zwycięst* : przegr*|porażk*;
otrzym*|zysk* : trac*|strac*;
wszystki*|wszyst* : dowoln*|jakikolwiek*;
lub|albo > i|oraz;
musi|musisz|muszą|musicie > może|możesz|mogą|możecie;
z|ze : bez;
chyba że|o ile nie : jeśli|jeżeli;
wyższ*|lepsz* : niższ*|gorsz*;
łatwiej* : trudniej*;
najwięcej : najmniej;
odkryt* : zakryt*;
górn*|wierzch* : doln*|spod*;
mnoż*|pomnóż|razy : dziel*|podziel;
początk*|rozpoczę* : koniec|końc*;
następn*|kolejn* : poprzedni*;
wewnątrz|w : poza;
zawsze : nigdy""",
    },
    "ru": {
        "plus": "больше|дополнительн*|добав*|увелич*|повыс*",
        "minus": "меньше|вычт*|вычит*|уменьш*|снизь*|сниж*",
        "opposites": """лев* : прав*;
до|перед|прежде : после;
перв* : последн*;
выигр*|побед* : проигр*|пораж*;
получ* : теря*|потеря*;
все|всех|всем : люб*;
или > и;
должен*|должн* > может*|можете;
с|со : без;
кроме|разве что : если;
выше|высш*|лучш* : ниже|низш*|худш*;
легче : сложнее|труднее;
больше всего|больше всех : меньше всего|меньше всех;
лицом вверх|в открытую : лицом вниз|рубашкой вверх;
верх* : низ|нижн*;
умнож* : раздели*;
начал* : конц*|конец;
следующ* : предыдущ*""",
    },
    "pt_BR": {
        "plus": "mais|adiciona*|adicional*|aument*|extra",
        "minus": "menos|subtra*|diminu*|reduz*",
        "opposites": """esquerd* : direit*;
antes : depois|após;
primeir* : últim*;
venc*|ganha*|vitória : perd*|derrot*;
ganh*|receb* : perd*;
todos|todas|todo|toda : qualquer|quaisquer|algum|alguma;
ou > e;
deve*|deverá* > pode*|poderá*;
com : sem;
a menos que|exceto|a não ser : se;
mais alt*|melhor*|maior* : mais baix*|pior*|menor*;
mais fácil : mais difícil;
com mais : com menos""",
    },
    "ja": {"plus": "増加|増や|追加|上昇|得る", "minus": "減少|減ら|失う"},
    "zh_CN": {"plus": "增加|提升|提高|额外", "minus": "减少|降低|失去"},
}
"""Words for what is added and taken away, and opposites, in the order of `ui.opposites`."""

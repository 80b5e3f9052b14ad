"""Texts that are translated rightly though they look different, and the words of their languages.

French and German are read with our own `ui.po`; the other languages as their translators would
write it, which needs no line of Python.
"""

from __future__ import annotations

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

_EN_FR = """
Roll three dice. | Lancez 3 dés.
Roll 3 dice. | Lancez trois dés.
Draw a card. | Piochez une carte.
Draw a card. | Piochez 1 carte.
Draw 1 card. | Piochez une carte.
Draw one card, then discard one. | Piochez une carte, puis défaussez-en une.
Each hero draws 2 cards and gains 3 coins. | Chaque héros gagne 3 pièces et pioche 2 cartes.
On 5 or more, you win. | Sur 5 ou plus, vous gagnez.
On 5+, you win. | Sur 5 ou plus, vous gagnez.
On a 5 or higher, the attack hits. | L’attaque touche si le résultat est supérieur ou égal à 5.
You need at least 4 gold. | Il vous faut 4 pièces d’or au moins.
At least four players. | Au moins 4 joueurs.
No more than two tokens on a space. | Deux pions au plus par case.
No more than two tokens on a space. | Pas plus de deux pions par case.
Fewer than 3 cards. | Moins de trois cartes.
More than half of the players. | Plus de la moitié des joueurs.
You have more cards than the enemy. | Vous avez plus de cartes que l’ennemi.
Choose a harder fight or the same. | Choisissez un combat plus difficile ou le même.
A normal fight or a harder one. | Un combat normal ou plus difficile.
The most recent card wins. | La carte la plus récente l’emporte.
From the oldest to the most recent. | Du plus ancien au plus récent.
Place it as close as possible. | Placez-le au plus près.
Twice as much damage. | Deux fois plus de dégâts.
Deal double damage. | Infligez le double de dégâts.
Deal double damage. | Infligez des dégâts doublés.
You take half damage, rounded up. | Vous subissez la moitié des dégâts, arrondie au supérieur.
Half the deck | Une demi-pioche
Do this twice. | Faites-le deux fois.
Do this three times. | Faites-le trois fois.
Once per turn. | Une fois par tour.
Both players draw. | Les deux joueurs piochent.
Both the hero and the enemy draw. | Le héros et l’ennemi piochent.
The pair of dice | Les deux dés
Triple the damage. | Triplez les dégâts.
A dozen clips | Douze trombones
A dozen clips | Une douzaine de trombones
Roll 2d6. | Lancez 2d6.
Roll a d20. | Lancez un d20.
Roll a d20. | Lancez le d20.
Roll 2d6+1. | Lancez 2d6 + 1.
Roll two d6. | Lancez 2d6.
Levels 1-4 | Niveaux 1–4
Levels 1–4 | Niveaux 1 à 4
From 9 to 11, nothing happens. | De 9 à 11, il ne se passe rien.
Between 2 and 4 players | De deux à quatre joueurs
9–11: lose 2 health | 9-11 : perdez 2 points de vie
Add +1 to your roll. | Ajoutez +1 à votre jet.
−2 to all rolls | -2 à tous les jets
−2 to all rolls | −2 à tous les jets
Temperature: ±5 | Température : ±5
5 × 1.5 = 7.5 | 5 × 1,5 = 7,5
Distance: 1,000 m | Distance : 1 000 m
Distance: 1,000 m | Distance : 1\u202f000 m
Distance: 1000 m | Distance : 1\u00a0000 m
12,345.5 points | 12 345,5 points
50% of the deck | 50 % de la pioche
50% of the deck | 50\u202f% de la pioche
Fifty percent of the deck | 50 % de la pioche
½ of the deck | La moitié de la pioche
1½ hours | 1,5 heure
The 1st player | Le 1er joueur
The first player | Le premier joueur
The 2nd player | Le 2e joueur
The 2nd player | Le deuxième joueur
The third round | Le 3e tour
The third round | Le troisième tour
A third of the health | Le tiers des points de vie
Every 10 seconds | Toutes les 10 secondes
In a second, it is over. | En un instant, tout est fini.
Version 5.0 of 29 January 2020 | Version 5.0 du 29 janvier 2020
On January 29, 2020 | Le 29 janvier 2020
At 10:30 | À 10 h 30
Players: 2–4. Age: 10+. | Joueurs : 2 à 4. Âge : 10+.
Level II monsters | Monstres de niveau II
Level II monsters | Monstres de niveau 2
Use seventeen tokens. | Utilisez 17 pions.
Use seventeen tokens. | Utilisez dix-sept pions.
Use twenty-one tokens. | Utilisez vingt et un pions.
Use twenty-one tokens. | Utilisez 21 pions.
Use eighty tokens. | Utilisez quatre-vingts pions.
Use ninety tokens. | Utilisez quatre-vingt-dix pions.
Use seventy-two tokens. | Utilisez soixante-douze pions.
One hundred coins | Cent pièces
Two hundred coins | 200 pièces
Three thousand coins | 3 000 pièces
The number above is the threshold. | Le nombre ci-dessus est le seuil.
Lift the card above the table. | Levez la carte au-dessus de la table.
Above 5, you win. | Au-dessus de 5, vous gagnez.
More than 5 wins. | Un résultat supérieur à 5 gagne.
Exceeds 10 | Dépasse 10
Once the fight is over, rest. | Une fois le combat fini, reposez-vous.
You may draw again. | Vous pouvez repiocher.
Move over 2 hexes. | Passez sur 2 hexagones.
Gain **2 gold**. | Gagnez **2 pièces d’or**.
**Win:** draw 2. | **Victoire :** piochez 2 cartes.
**[See the map](rules.map)**: go there. | **[Voyez la carte](rules.map)** : allez-y.
See [the *map*](rules.map). | Voyez [la *carte*](rules.map).
Take {health} damage. | Subissez {health} dégâts.
+{bonus} to the roll | +{bonus} au jet
{low}–{high} players | De {low} à {high} joueurs
At least {count} cards | {count} cartes au minimum
{count} or more | {count} ou plus
{share}% of it | {share} % de cela
Use :sword: against :shield:. | Contre :shield:, utilisez :sword:.
- one\\n- two | - un\\n- deux
1. Draw.\\n2. Play. | 1. Piochez.\\n2. Jouez.
At most 2 and at least 1 | Au moins 1 et 2 au plus
≥ 3 and ≤ 5 | 3 au moins, 5 au plus
Damage × 2 | Dégâts × 2
x2 damage | Dégâts x2
Either of the two | L’un des deux
Six of one, half a dozen of the other | Six d’un côté, une demi-douzaine de l’autre
You are the only one. | Vous êtes le seul.
You are one of us. | Vous êtes des nôtres.
One by one | Un par un
The Horror | The Horror
Expedition | Expedition
Version 1.21.0 | Version 1.21.0
Visit expedition.example/store | Voyez expedition.example/store
Quest of the Crystal by Ann Other | Quest of the Crystal, d’Ann Other
Action | Action
The title is The Lost Mines of the North. | Le titre est The Lost Mines of the North.
Make a U-turn. | Faites demi-tour.
The game is more or less balanced. | Le jeu est plus ou moins équilibré.
For one player fewer or more | Pour un joueur de moins ou de plus
Place five tokens on each of the four tiles. | Sur chacune des quatre tuiles, placez cinq jetons.
Gain 1 point for every 2 cards. | Gagnez un point toutes les 2 cartes.
Gain 1 point for every 2 cards. | Gagnez 1 point pour deux cartes.
A single hero may carry up to three items. | Un seul héros peut porter jusqu’à 3 objets.
Roll again once. | Relancez une fois.
The last one to play wins the tie. | Le dernier à jouer l’emporte en cas d’égalité.
Nobody may have more than one. | Personne ne peut en avoir plus d’un.
You may not have more than 5 cards in hand. | Vous ne pouvez pas avoir plus de 5 cartes en main.
It costs 3 gold less. | Il coûte 3 pièces d’or de moins.
The two of you | Vous deux
In both cases | Dans les deux cas
In either case | Dans les deux cas
Either player may start. | L’un des deux joueurs peut commencer.
As many as you like | Autant que vous voulez
One at a time | Un à la fois
One at a time | L’un après l’autre
Each other player draws one. | Chaque autre joueur en pioche une.
Deal 4 damage, or 6 if the target is asleep. | Infligez 4 dégâts, ou 6 si la cible dort.
On a roll of 1 or 2 | Sur un jet de 1 ou 2
On a roll of 1 | Sur un 1
If you roll a 1, you fail. | Un 1 est un échec.
If you roll a one, you fail. | Si vous obtenez 1, c’est un échec.
Between rounds 3 and 4 | Entre les tours 3 et 4
The top three cards | Les trois premières cartes
The first two rounds | Les deux premiers tours
Take back half, rounding down. | Reprenez-en la moitié, arrondie à l’inférieur.
It takes about an hour and a half. | Comptez environ une heure et demie.
90 minutes | 1 h 30
Two thirds of the way | Aux deux tiers du chemin
Three quarters of the deck | Les trois quarts du paquet
Card no. 12 | Carte n° 12
See page 7. | Voir page 7.
See p. 7. | Voir p. 7.
Set it up in under 5 minutes. | Installez-le en moins de 5 minutes.
Over 100 cards! | Plus de 100 cartes !
He is no longer here. | Il n’est plus là.
The more, the better. | Plus il y en a, mieux c’est.
At most one per turn | Une au plus par tour
Ranks above 3 are rare. | Les rangs au-dessus de 3 sont rares.
At the very least, draw a card. | Piochez au moins une carte.
Move at least two spaces, five at the most. | Avancez d’au moins deux cases, de cinq au plus.
The difference is 10 or greater. | La différence est d’au moins 10.
The result must be lower than 8. | Le résultat doit être inférieur à 8.
The result must be under 8. | Il faut faire moins de 8.
The result equals or exceeds 8. | Le résultat est égal ou supérieur à 8.
You need 8 or above. | Il faut au moins 8.
1 to 3 players | Un à trois joueurs
Solo or 2 players | En solo ou à 2
Phase I | Phase I
Act III, scene IV | Acte III, scène IV
Act III | Acte 3
-1 per wound | −1 par blessure
a +2 sword | une épée +2
Roll d6 + 2. | Lancez d6+2.
Roll 1d6 per level. | Lancez un d6 par niveau.
Roll four d6 and drop the lowest. | Lancez 4d6 et ôtez le plus bas.
100% | 100%
A 50% chance | Une chance sur deux
Nine lives | Neuf vies
A new card | Une carte neuve
The one above | Celui du dessus
No one | Personne
Someone else's turn | Le tour de quelqu’un d’autre
Year 2024 | An 2024
2,024 words | 2024 mots
Chapter 2: The Cave | Chapitre 2 : la caverne
Take the card with the highest number (1–9). | Prenez la carte au plus grand numéro (1–9).
Count up to 12, then start again at 1. | Comptez jusqu’à 12, puis repartez de 1.
Three of the five towers | Trois des cinq tours
Neither of you may use more than two. | Aucun de vous deux ne peut en utiliser plus de deux.
The fewer cards you hold, the faster you run. | Moins vous avez de cartes, plus vous courez vite.
Lose a quarter of your gold, rounded up. | Perdez un quart de votre or, arrondi au supérieur.
Your speed is doubled. | Votre vitesse double.
Double the number. | Multipliez le nombre par deux.
Advance one, two or three spaces. | Avancez d’une, de deux ou de trois cases.
Advance 1, 2 or 3 spaces. | Avancez de 1, 2 ou 3 cases.
You are twice as strong. | Vous êtes deux fois plus fort.
Pay 10 gold or lose your turn. | Payez 10 pièces d’or ou perdez votre tour.
On a result of 10 and up | À partir de 10
Ages 8 and up | Dès 8 ans
Discard down to seven cards. | Défaussez jusqu’à n’avoir que 7 cartes.
Use 3–5 of them. | Utilisez-en trois à cinq.
Heal as much as the die shows. | Soignez autant que le dé l’indique.
The die shows a 6. | Le dé donne 6.
The die shows 6 or less. | Le dé donne 6 ou moins.
less than half its health | moins de la moitié de ses points de vie
more than half as many | plus de la moitié
A is greater than B. | A est plus grand que B.
A wall higher than you | Un mur plus haut que vous
No fewer than 20 people | Pas moins de vingt personnes
Eleven plus four is fifteen. | 11 plus 4 font 15.
Any one of these three | N’importe laquelle de ces trois
the other two | les deux autres
the last four cards | les 4 dernières cartes
the lower of the two results | le plus bas des deux résultats
the better of two rolls | le meilleur de deux jets
five cards each | cinq cartes chacun
a five-card hand | une main de 5 cartes
a three-headed dog | un chien à trois têtes
a 10-sided die | un dé à 10 faces
Two-player game | Jeu à deux
a one-handed sword | une épée à une main
a two-handed sword | une épée à deux mains
15 minutes per player | 15 minutes par joueur
It is 3 a.m. | Il est 3 h du matin.
Place 1 on A, 1 on B. | Placez-en 1 sur A, 1 sur B.
Once the deck is empty, shuffle it. | Une fois la pioche vide, mélangez-la.
Two copies of this card | Deux exemplaires de cette carte
Level 5: +1 card. Level 10: +2 cards. | Niveau 5 : +1 carte. Niveau 10 : +2 cartes.
1st: 5 points; 2nd: 3 points; 3rd: 1 point | 1er : 5 points ; 2e : 3 points ; 3e : 1 point
You need between 11 and 15 successes. | Il vous faut de 11 à 15 réussites.
Ignore it. | Ignorez-le.
Not one of them | Pas un seul d’entre eux
Everyone but you | Tous sauf vous
Swap two of your cards with two of theirs. | Échangez deux de vos cartes contre deux des leurs.
Each point above 10 heals you. | Chaque point au-dessus de 10 vous soigne.
You cannot spend more than you have. | Vous ne pouvez pas dépenser plus que ce que vous avez.
The first to reach 20 points wins. | Le premier à atteindre 20 points gagne.
Keep 2 of the 5 cards. | Des 5 cartes, gardez-en 2.
Half of 7 is 3, rounded down. | La moitié de 7, arrondie à l’inférieur, est 3.
Six-sided dice only | Dés à six faces uniquement
Trade 3 wood for 1 stone. | Échangez 3 bois contre 1 pierre.
Trade three wood for one stone. | Échangez 3 bois contre une pierre.
Remove 10% of the tokens. | Retirez 10\u202f% des jetons.
Fewer than half of the guards | Moins de la moitié des gardes
No player may hold more than one key. | Aucun joueur ne peut détenir plus d’une clé.
Add 1 to the roll for each ally. | Ajoutez 1 au jet par allié.
If it is your third wound, you are out. | À la troisième blessure, vous êtes éliminé.
One or more of the cards | Une ou plusieurs cartes
At least one of the cards | Au moins une des cartes
The gate opens on an even roll (2, 4 or 6). | La porte s’ouvre sur un jet pair (2, 4 ou 6).
Set the dial to zero. | Réglez le cadran sur 0.
Start at 0. | Commencez à zéro.
twenty minutes | 20 minutes
Draw until you have six cards. | Piochez jusqu’à avoir 6 cartes.
You win if nobody has over 30 points. | Vous gagnez si personne n’a plus de 30 points.
"""

_EN_DE = """
Roll three dice. | Wirf 3 Würfel.
Draw a card. | Ziehe eine Karte.
Draw 1 card. | Ziehe eine Karte.
Draw a card. | Ziehe 1 Karte.
On 5 or more, you win. | Bei 5 oder mehr gewinnst du.
On 5+, you win. | Bei mindestens 5 gewinnst du.
At most two tokens | Höchstens zwei Marker
No more than 2 tokens | Maximal 2 Marker
More than 3 cards | Mehr als drei Karten
Fewer than 3 cards | Weniger als 3 Karten
Above 5, you win. | Über 5 gewinnst du.
Choose over 2 turns. | Wähle über 2 Züge.
Twice as much damage | Doppelt so viel Schaden
Do this twice. | Tu das zweimal.
Do this three times. | Tu das dreimal.
Once per turn | Einmal pro Zug
Both players draw. | Beide Spieler ziehen.
Both the hero and the enemy draw. | Der Held und der Gegner ziehen.
Half the damage | Der halbe Schaden
Half the damage | Die Hälfte des Schadens
Roll 2d6. | Wirf 2W6.
Roll 2d6. | Wirf 2 W6.
Roll a d20. | Wirf einen W20.
Roll 1d6+2. | Wirf 1W6+2.
Levels 1-4 | Stufen 1–4
From 9 to 11 | Von 9 bis 11
9–11 | 9 bis 11
Between two and four players | 2 bis 4 Spieler
5 × 1.5 = 7.5 | 5 × 1,5 = 7,5
Distance: 1,000 m | Entfernung: 1.000 m
Distance: 1,000 m | Entfernung: 1\u202f000 m
12,345.5 points | 12.345,5 Punkte
50% of the deck | 50 % des Stapels
50% of the deck | 50 Prozent des Stapels
The 1st player | Der 1. Spieler
The first player | Der erste Spieler
The 2nd round | Die zweite Runde
The third round | Die 3. Runde
A third of the health | Ein Drittel der Lebenspunkte
A quarter of the health | Ein Viertel der Lebenspunkte
Use seventeen tokens. | Nimm siebzehn Marker.
Use twenty-one tokens. | Nimm einundzwanzig Marker.
Use thirty tokens. | Nimm dreißig Marker.
One hundred coins | Hundert Münzen
Two hundred coins | Zweihundert Münzen
A dozen clips | Ein Dutzend Klammern
On 29 January 2020 | Am 29. Januar 2020
Mind the step. | Gib acht auf die Stufe.
−2 to all rolls | −2 auf alle Würfe
+1 to your roll | +1 auf deinen Wurf
Gain **2 gold**. | Erhalte **2 Gold**.
At least {count} cards | Mindestens {count} Karten
Not two but three | Nicht zwei, sondern drei
Level II | Stufe II
A pair of dice | Zwei Würfel
A pair of dice | Ein Paar Würfel
Two-sided cards | Beidseitige Karten
The Horror and The Future | The Horror und The Future
Place five tokens on each of the four tiles. | Lege auf jedes der vier Plättchen fünf Marker.
Gain 1 point for every 2 cards. | Erhalte für je 2 Karten einen Punkt.
No more than one per turn | Höchstens eine pro Zug
It costs 3 gold less. | Es kostet 3 Gold weniger.
In both cases | In beiden Fällen
The first two rounds | Die ersten beiden Runden
The first two rounds | Die ersten zwei Runden
An hour and a half | Anderthalb Stunden
Two thirds | Zwei Drittel
The result equals or exceeds 8. | Das Ergebnis ist gleich oder höher als 8.
Under 5 minutes | In weniger als 5 Minuten
Over 100 cards | Über 100 Karten
The monsters above you | Die Monster über dir
If you roll a 1, you fail. | Bei einer 1 misslingt es.
On a roll of 1 or 2 | Bei einem Wurf von 1 oder 2
Each of you | Jeder von euch
Roll four d6. | Wirf 4W6.
At least two spaces, five at the most | Mindestens zwei Felder, höchstens fünf
The third and the fourth player | Der dritte und der vierte Spieler
Eight cards | Acht Karten
A second attempt | Ein zweiter Versuch
Wait a second. | Warte einen Moment.
The game takes two to three hours. | Das Spiel dauert 2–3 Stunden.
Deal twice that. | Füge das Doppelte zu.
Count up to 12, then start again at 1. | Zähle bis 12 und beginne dann wieder bei 1.
Lose a quarter of your gold. | Verliere ein Viertel deines Goldes.
Your speed is doubled. | Dein Tempo verdoppelt sich.
Use 3–5 of them. | Nimm drei bis fünf davon.
less than half its health | weniger als die Hälfte seiner Lebenspunkte
A is greater than B. | A ist größer als B.
the other two | die anderen beiden
the other two | die zwei anderen
the better of two rolls | der bessere von zwei Würfen
five cards each | je fünf Karten
a 10-sided die | ein zehnseitiger Würfel
a two-handed sword | ein Zweihänder
15 minutes per player | 15 Minuten pro Spieler
1st: 5 points; 2nd: 3 points | 1.: 5 Punkte; 2.: 3 Punkte
At the end of the first round | Am Ende der 1. Runde
Once the deck is empty, shuffle it. | Ist der Stapel leer, mische ihn.
Ages 8 and up | Ab 8 Jahren
12,000 steps | 12 000 Schritte
One of the two | Eins von beiden
Fully half of it | Gut die Hälfte davon
You may not draw more than 3. | Du darfst höchstens 3 ziehen.
You may not draw more than 3. | Du darfst nicht mehr als 3 ziehen.
Keep 2 of the 5 cards. | Behalte 2 der 5 Karten.
Trade 3 wood for 1 stone. | Tausche 3 Holz gegen 1 Stein.
Trade three wood for one stone. | Tausche drei Holz gegen einen Stein.
The first to reach 20 points wins. | Wer zuerst 20 Punkte hat, gewinnt.
Deal 2d6+3 damage. | Füge 2W6+3 Schaden zu.
No player may hold more than one key. | Kein Spieler darf mehr als einen Schlüssel haben.
No player may hold more than one key. | Jeder Spieler darf höchstens einen Schlüssel haben.
Draw until you have six cards. | Ziehe, bis du sechs Karten hast.
At least one of the cards | Mindestens eine der Karten
Remove 10% of the tokens. | Entferne 10 % der Marker.
If it is your third wound, you are out. | Bei der dritten Wunde scheidest du aus.
Set the dial to zero. | Stelle die Scheibe auf 0.
The tower has four floors. | Der Turm hat vier Stockwerke.
Half of 7 is 3, rounded down. | Die Hälfte von 7 ist 3, abgerundet.
"""

_FR_EN = """
Deux au plus | Two at most
Au plus trois cartes | No more than three cards
Trois cartes ou davantage | Three cards or more
Le plus récent l’emporte. | The most recent one wins.
Plus difficile ou plus long | Harder or longer
Du plus ancien au plus récent | From the oldest to the most recent
Deux fois plus de dégâts | Twice as much damage
Les deux héros | Both heroes
Une carte sur deux | Every second card
Dix-huit points | 18 points
Soixante-dix points | Seventy points
Vingt et un points | Twenty-one points
Un jet égal ou supérieur à 12 | A roll of 12 or higher
Plus de 12 | More than 12
Il a plus de vie que vous. | It has more life than you.
Au-dessus d’un mur | Above a wall
1,5 fois | 1.5 times
1 234,5 m | 1,234.5 m
12 % | 12%
La moitié, arrondie | Half, rounded
Un demi-niveau | Half a level
1er tour | 1st turn
Le second joueur | The second player
Une action est plus rapide ou plus simple. | An action is quicker or more simple.
Neuf cartes | Nine cards
Remis à neuf | As good as new
2d6 dégâts | 2d6 damage
Le d20 | The d20
Version 5.0 | Version 5.0
1 + 2 + 3… dégâts | 1 + 2 + 3… damage
Entre 3 et 5 | 3 to 5
Moins de 3 en main et moins de 2 en défausse | fewer than 3 in hand and fewer than 2 discarded
Piochez deux cartes de plus que lui. | Draw two more cards than they did.
Vous gagnez dès 10 points. | You win as soon as you have 10 points.
Un dé à 6 faces | A 6-sided die
Il y en a trois au maximum. | There are at most three.
Jusqu’à 4 joueurs | Up to 4 players
On ne peut en avoir qu’un. | You can have only one.
Le plus vieux commence. | The oldest goes first.
Chacun son tour | Take turns
Tous les deux tours | Every other round
Tous les trois tours | Every third round
Plus de 3, moins de 7 | More than 3, less than 7
Une dizaine de jetons | About ten tokens
Une paire de bottes | A pair of boots
Trois quarts d’heure | Three quarters of an hour
Il ne reste plus que 3 cartes. | Only 3 cards are left.
Il a plus de deux ans. | It is more than two years old.
Encore plus fort | Even stronger
De plus, piochez. | Draw, too.
Le moins cher | The cheapest
À moins de 2 cases | Within fewer than 2 spaces
Un contre un | One on one
Entre deux et quatre joueurs | Two to four players
Le plus de points possible | As many points as possible
Plus d’une carte | More than one card
En moins d’une heure | In less than an hour
Sept fois sur dix | Seven times out of ten
Le double six | A double six
Chaque joueur en prend deux. | Each player takes two.
Avancez d’au plus trois cases. | Move no more than three spaces.
S’il reste moins de 2 cartes, mélangez. | If fewer than 2 cards are left, shuffle.
Sur 18 et plus | On 18 or more
Le quatrième joueur | The 4th player
Il vous en faut une de plus. | You need one more.
Vingt-quatre heures | 24 hours
Quatre-vingt-dix-neuf | Ninety-nine
1re étape | First step
2 fois sur 3 | 2 times out of 3
"""

_EN_ES = """
Roll three dice. | Tira 3 dados.
Draw a card. | Roba una carta.
Draw 1 card. | Roba una carta.
At least 4 players | Al menos cuatro jugadores
On 5+, you win. | Con 5 o más, ganas.
No more than two | No más de dos
You have more cards. | Tienes más cartas.
More than 3 cards | Más de 3 cartas
Twice as much | El doble
Do this twice. | Hazlo dos veces.
Once per turn | Una vez por turno
Both players | Ambos jugadores
Both players | Los dos jugadores
Half the damage | La mitad del daño
1.5 times | 1,5 veces
1,000 points | 1.000 puntos
1,000 points | 1\u00a0000 puntos
50% | 50 %
The third player | El tercer jugador
Ready? Draw 2! | ¿Listo? ¡Roba 2!
From 9 to 11 | De 9 a 11
Roll 2d6. | Tira 2d6.
"""

_EN_PL = """
Draw a card. | Dobierz kartę.
Draw one card. | Dobierz jedną kartę.
Draw 1 card. | Dobierz 1 kartę.
Draw 2 cards. | Dobierz dwie karty.
Draw five cards. | Dobierz pięć kart.
Draw five cards. | Dobierz 5 kart.
At least 4 players | Co najmniej czterech graczy
5 or more | 5 lub więcej
At most three | Co najwyżej trzy
More than 3 cards | Więcej niż trzy karty
Twice as much | Dwukrotnie więcej
Double damage | Podwójne obrażenia
Both players | Obu graczy
Both players | Dwóch graczy
Half the damage | Połowa obrażeń
1.5 times | 1,5 raza
1,000 points | 1 000 punktów
1,000 points | 1000 punktów
Roll 2d6. | Rzuć 2k6.
Roll a d20. | Rzuć k20.
The first player | Pierwszy gracz
The 2nd player | Drugi gracz
From 9 to 11 | Od 9 do 11
12% | 12%
"""

_EN_AR = """
Roll 3 dice. | ارم ٣ أحجار نرد.
Roll three dice. | ارم ثلاثة أحجار نرد.
Draw 2 cards. | اسحب بطاقتين.
Draw a card. | اسحب بطاقة.
At least 4 players | ٤ لاعبين على الأقل
5 or more | ٥ أو أكثر
Half the damage | نصف الضرر
50% | ٥٠٪
1.5 times | ١٫٥ مرة
12,345 points | ١٢٬٣٤٥ نقطة
From 9 to 11 | من ٩ إلى ١١
Do this twice. | افعل ذلك مرتين.
"""

_EN_IT = """
Draw a card. | Pesca una carta.
At least 4 players | Almeno quattro giocatori
5 or more | 5 o più
You are six. | Siete sei.
You are the hero. | Sei l’eroe.
At most 3 | Al massimo tre
Both players | Entrambi i giocatori
Twice as much | Il doppio
1.5 times | 1,5 volte
1,000 points | 1.000 punti
Half the damage | Metà dei danni
More than 2 | Più di due
"""

_EN_JA = """
Draw 3 cards. | カードを３枚引く。
Draw three cards. | カードを三枚引く。
5 or more | 5以上
5 or more | ５ 以上
Half the damage | ダメージの半分
12 points | 十二点
A hero | 英雄
"""

_EN_HI = """
Draw 3 cards. | ३ कार्ड निकालें।
12 points | १२ अंक
Levels 2–4 | स्तर २–४
"""

PAIRS = {
    ("en", "fr"): _EN_FR,
    ("en", "de"): _EN_DE,
    ("fr", "en"): _FR_EN,
    ("en", "es"): _EN_ES,
    ("en", "pl"): _EN_PL,
    ("en", "ar"): _EN_AR,
    ("en", "it"): _EN_IT,
    ("en", "ja"): _EN_JA,
    ("en", "hi"): _EN_HI,
}
"""A text and a right translation of it on each line."""


def pairs() -> list[tuple[str, str, str, str]]:
    """Return the languages of each pair, and its two texts."""
    return [
        (one, other, source.strip(), text.strip())
        for (one, other), lines in PAIRS.items()
        for source, text in (
            line.replace("\\n", "\n").split(" | ") for line in lines.strip().split("\n")
        )
    ]

"""German questions and answers about images and videos."""

from functools import cache

from demo_model.said.typed import bars
from demo_model.said.wording import Noun, Wording, questions

NUMBERS = bars("keine|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf")
COLORS = {
    "red": "rot",
    "orange": "orange",
    "yellow": "gelb",
    "green": "grün",
    "blue": "blau",
    "purple": "lila",
    "pink": "rosa",
    "brown": "braun",
    "black": "schwarz",
    "white": "weiß",
    "gray": "grau",
}
UNINFLECTED = ("orange", "lila", "rosa")
# Name, plural, gender.
SHAPES = {
    "": ("Form", "Formen", "f"),
    "circle": ("Kreis", "Kreise", "m"),
    "square": ("Quadrat", "Quadrate", "n"),
    "triangle": ("Dreieck", "Dreiecke", "n"),
    "star": ("Stern", "Sterne", "m"),
    "cross": ("Kreuz", "Kreuze", "n"),
}
# By gender: der, dem, ein, einen, and the adjective endings after ein and after einen.
ARTICLES = {
    "m": ("der", "dem", "ein", "einen", "er", "en"),
    "n": ("das", "dem", "ein", "ein", "es", "es"),
    "f": ("die", "der", "eine", "eine", "e", "e"),
}
PRONOUNS = {"m": "er", "n": "es", "f": "sie"}
NOTHING = (
    "Ich sehe keine der Formen, die ich kenne. Du kannst im Modellmenü ein größeres Modell wählen."
)


@cache
def noun(shape: str, color: str) -> Noun:
    name, plural, gender = SHAPES[shape]
    the, the_dat, a, a_acc, strong, accusative = ARTICLES[gender]
    adjective = COLORS.get(color, "")

    def with_ending(ending: str, name: str) -> str:
        return f"{adjective}{'' if adjective in UNINFLECTED else ending} {name}"

    def phrase(article: str, ending: str, name: str = name) -> str:
        rest = with_ending(ending, name) if adjective else name
        return f"{article} {rest}".strip()

    return Noun(
        the=phrase(the, "e"),
        the_acc=phrase("den", "en") if gender == "m" else phrase(the, "e"),
        the_dat=phrase(the_dat, "en"),
        a=phrase(a, strong),
        a_acc=phrase(a_acc, accusative),
        no=phrase("k" + a, strong),
        no_acc=phrase("k" + a_acc, accusative),
        one=phrase("", strong),
        many=phrase("", "e", plural),
        the_many=phrase("die", "en", plural),
        no_many=phrase("keine", "en", plural),
        it=PRONOUNS[gender],
    )


QUESTIONS = questions("""
describe: Was siehst du?|Was ist auf dem Bild?|Beschreibe das Bild.|Was ist auf diesem Bild?|
Beschreibe das Bild genau.|Beschreibe alles, was du siehst.|Was ist da drauf?|Was siehst du hier?|
Beschreibe dieses Bild in allen Einzelheiten.|Nenne alles, was du siehst.|Was gibt es zu sehen?|
Was zeigt das Bild?|Was ist das?|Was kannst du auf dem Bild sehen?|Sag mir, was du siehst.|
Welche Formen siehst du?|Was siehst du auf dem Bild?|Beschreib mir das Bild.|Was ist hier zu sehen?

count: Wie viele Formen gibt es?|Wie viele Formen siehst du?|Zähle die Formen.|
Wie viele Formen sind auf dem Bild?|Wie viele Dinge siehst du?|Wie viele Formen sind es?|
Wie viele Formen zeigt das Bild?|Wie viele Formen kannst du zählen?|Wie viele Objekte gibt es?|
Sag mir, wie viele Formen es gibt.|
Wie viele [Formen/Dinge/Objekte/Figuren]
[gibt es/siehst du/sind da/habe ich gemalt/zählst du/sind zu sehen] [/hier/insgesamt/auf dem
Blatt]?|
[Anzahl/Zahl] der [Formen/Dinge/Objekte/Figuren] [/bitte]?|
[Kannst du/Könntest du] [die Formen/die Dinge/die Figuren/alles] zählen?

count_thing: Wie viele {x.many} gibt es?|Wie viele {x.many} siehst du?|Zähle {x.the_many}.|
Wie viele {x.many} sind auf dem Bild?|Wie viele {x.many} sind es?|Wie viele {x.many}?|
Wie viele {x.many} zeigt das Bild?|Wie viele {x.many} kannst du sehen?|
Sag mir, wie viele {x.many} es gibt.|Wie viele {x.many} findest du?|
Wie viele {x.many} [gibt es/siehst du/sind da/habe ich gemalt/zählst du/sind zu sehen]
[/hier/insgesamt/auf dem Blatt]?|{x.many}[: wie viele/, wie viele]?|
[Kannst du/Könntest du] {x.the_many} zählen?

color: Welche Farbe hat {x.the}?|Welche Farbe hat {x.the} auf dem Bild?|
Was für eine Farbe hat {x.the}?|
Sag mir, welche Farbe {x.the} hat.|In welcher Farbe ist {x.the}?|Wie ist {x.the} gefärbt?|
Welche Farbe siehst du bei {x.the_dat}?|Nenne mir die Farbe von {x.the_dat}.|
Kannst du mir sagen, welche Farbe {x.the} hat?|Was ist die Farbe von {x.the_dat}?|
{x.the}[: welche Farbe/, welche Farbe]?|
[Sag mir/Ich wüsste gern/Weißt du], welche Farbe {x.the} hat.|
In welcher Farbe wurde {x.the} gemalt?

color_it: Welche Farbe hat die Form?|Welche Farbe ist das?|Was für eine Farbe hat sie?|
Welche Farbe siehst du?|Welche Farbe hat das Ding?|Was ist die Farbe der Form?|
Sag mir die Farbe.|Nenne die Farbe.|Welche Farbe ist es?|Welche Farbe hat das Objekt?

shape: Welche Form ist {color}?|Welches Ding ist {color}?|Was ist das für {x.a}?|
Was ist {x.the}?|Welche Form siehst du in {color}?|Was für eine Form ist {color}?|
Welche Form hat das Ding in {color}?|Sag mir, welche Form {color} ist.|
Welche Form auf dem Bild ist {color}?|
Welche der Formen ist {color}?

shape_it: Welche Form ist das?|Welche Form siehst du?|Was ist das für eine Form?|Nenne die Form.|
Welche Form ist auf dem Bild?|Was für eine Form ist es?|Was für eine Form siehst du?|
Sag mir die Form.|Welche Form hat das Ding?|Wie heißt die Form?

exists: Gibt es {x.a_acc}?|Siehst du {x.a_acc}?|Ist da {x.a}?|Ist {x.a} auf dem Bild?|
Zeigt das Bild {x.a_acc}?|Kannst du {x.a_acc} sehen?|Gibt es {x.a_acc} auf dem Bild?|
Siehst du auf dem Bild {x.a_acc}?|Findest du {x.a_acc}?|Ist auf dem Bild {x.a}?|
Kannst du {x.a_acc} finden?

exists_color: Gibt es {x.a_acc}?|Siehst du {x.a_acc}?|Ist eine der Formen {color}?|
Ist irgendeine Form {color}?|
Gibt es eine Form in {color}?|Ist {x.a} auf dem Bild?|Kannst du {x.a_acc} sehen?|
Zeigt das Bild {x.a_acc}?|Ist eine Form {color}?|Ist da {x.a}?

where: Wo ist {x.the}?|Wo auf dem Bild ist {x.the}?|Wo siehst du {x.the_acc}?|
In welchem Teil des Bildes ist {x.the}?|Wo finde ich {x.the_acc}?|Sag mir, wo {x.the} ist.|
Wo genau ist {x.the}?|Wo befindet sich {x.the}?|Wo liegt {x.the}?|
Kannst du mir sagen, wo {x.the} ist?|An welcher Stelle ist {x.the}?|
Wo [ist/liegt/steht/befindet sich] {x.the} [/auf dem Blatt/genau/hier]?|
[Sag mir/Ich wüsste gern/Weißt du], wo {x.the} ist.

where_it: Wo ist die Form?|Wo auf dem Bild ist sie?|Wo ist sie?|Wo siehst du die Form?|
Wo befindet sich die Form?|Sag mir, wo die Form ist.|In welchem Teil des Bildes ist die Form?|
Wo liegt die Form?|Wo genau ist die Form?|An welcher Stelle ist die Form?

side_left: Was ist links?|Welche Form ist links?|Was siehst du links?|Was ist auf der linken Seite?|
Was ist links auf dem Bild?|Was liegt links?|Was steht links?|Was befindet sich links?|
Welche Form siehst du auf der linken Seite?|Nenne die Form auf der linken Seite.

side_left_most: Was ist ganz links?|Welche Form ist ganz links?|Was siehst du ganz links?|
Welche Form ist am weitesten links?|Was ist am weitesten links?|Was befindet sich ganz links?|
Was liegt ganz links?|Nenne die Form ganz links.|Was ist ganz links auf dem Bild?|
Welche Form siehst du ganz links?

side_right: Was ist rechts?|Welche Form ist rechts?|Was siehst du rechts?|
Was ist auf der rechten Seite?|Was ist rechts auf dem Bild?|Was liegt rechts?|Was steht rechts?|
Was befindet sich rechts?|Welche Form siehst du auf der rechten Seite?|
Nenne die Form auf der rechten Seite.

side_right_most: Was ist ganz rechts?|Welche Form ist ganz rechts?|Was siehst du ganz rechts?|
Welche Form ist am weitesten rechts?|Was ist am weitesten rechts?|Was befindet sich ganz rechts?|
Was liegt ganz rechts?|Nenne die Form ganz rechts.|Was ist ganz rechts auf dem Bild?|
Welche Form siehst du ganz rechts?

side_top: Was ist oben?|Welche Form ist oben?|Was siehst du oben?|Was ist oben auf dem Bild?|
Was befindet sich oben?|Was ist in der oberen Hälfte?|Welche Form siehst du oben?|
Nenne die Form oben.|Was liegt oben?|Was ist da oben?

side_top_most: Was ist ganz oben?|Welche Form ist ganz oben?|Was siehst du ganz oben?|
Was ist am weitesten oben?|Welche Form ist am weitesten oben?|Was befindet sich ganz oben?|
Nenne die oberste Form.|Welche Form ist die oberste?|Was ist ganz oben auf dem Bild?|
Welche Form siehst du ganz oben?

side_bottom: Was ist unten?|Welche Form ist unten?|Was siehst du unten?|Was ist unten auf dem Bild?|
Was befindet sich unten?|Was ist in der unteren Hälfte?|Welche Form siehst du unten?|
Nenne die Form unten.|Was liegt unten?|Was ist da unten?

side_bottom_most: Was ist ganz unten?|Welche Form ist ganz unten?|Was siehst du ganz unten?|
Was ist am weitesten unten?|Welche Form ist am weitesten unten?|Was befindet sich ganz unten?|
Nenne die unterste Form.|Welche Form ist die unterste?|Was ist ganz unten auf dem Bild?|
Welche Form siehst du ganz unten?

relation: Ist {x.the} {way} {y.the_dat}?|Liegt {x.the} {way} {y.the_dat}?|
Befindet sich {x.the} {way} {y.the_dat}?|Stimmt es, dass {x.the} {way} {y.the_dat} ist?|
Ist {x.the} auf dem Bild {way} {y.the_dat}?|Siehst du {x.the_acc} {way} {y.the_dat}?|
{x.the} ist {way} {y.the_dat}, oder?|Steht {x.the} {way} {y.the_dat}?|
Würdest du sagen, dass {x.the} {way} {y.the_dat} ist?|{x.the} ist {way} {y.the_dat}, stimmt das?

neighbor: Was ist {way} {x.the_dat}?|Welche Form ist {way} {x.the_dat}?|
Was siehst du {way} {x.the_dat}?|
Was liegt {way} {x.the_dat}?|Was befindet sich {way} {x.the_dat}?|Was steht {way} {x.the_dat}?|
Welche Form liegt {way} {x.the_dat}?|Sag mir, was {way} {x.the_dat} ist.|
Welche Form siehst du {way} {x.the_dat}?|Was kannst du {way} {x.the_dat} sehen?

background: Welche Farbe hat der Hintergrund?|Was ist die Farbe des Hintergrunds?|
Welche Farbe ist hinter den Formen?|In welcher Farbe ist der Hintergrund?|
Was für eine Farbe hat der Hintergrund?|Sag mir, welche Farbe der Hintergrund hat.|
Welche Hintergrundfarbe hat das Bild?|Nenne die Farbe des Hintergrunds.|
Welche Farbe siehst du hinter den Formen?|Wie ist der Hintergrund gefärbt?|
Welche Farbe hat [das Papier/das Blatt/die Leinwand/die Fläche hinter den Formen/der Grund]?|
[Worauf ist das gemalt/Worauf sind die Formen gemalt], welche Farbe ist das?|
In welcher Farbe ist [das Blatt/der Hintergrund/das Papier]?

color_or: Ist {x.the} {one} oder {other}?|{x.the}: {one} oder {other}?|
Welche Farbe hat {x.the}, {one} oder {other}?|Würdest du sagen, {x.the} ist {one} oder {other}?|
[Ist/War] {x.the} {one} oder {other}?|{x.the}[:/,] {one} oder {other}?|
{one} oder {other}[: was ist/, was ist/: wie ist] {x.the}?|
[Sag mir/Weißt du/Siehst du], ob {x.the} {one} oder {other} ist.

shape_or: Ist die Form in {color} {one.a} oder {other.a}?|
Welche Form ist {color}, {one.the} oder {other.the}?|
Ist das Ding in {color} {one.a} oder {other.a}?|
{one.a} oder {other.a}: was ist die Form in {color}?|
[Sag mir/Weißt du], ob die Form in {color} {one.a} oder {other.a} ist.

background_or: Ist der Hintergrund {one} oder {other}?|
Welche Farbe hat der Hintergrund, {one} oder {other}?

count_or: Sind es {n} oder {m} {x.many}?|Siehst du {n} oder {m} {x.many}?|
Wie viele {x.many}, {n} oder {m}?|{n} {x.many} oder {m}?|{x.many}: {n} oder {m}?|
[Sind es/Gibt es/Siehst du/Zählst du/Sind da] {n} [{x.many} oder {m}/oder {m} {x.many}]?|
{n} {x.many}[, oder/ oder] {m}?

left_or_right: Ist {x.the} links oder rechts?|{x.the}: links oder rechts?|
Auf welcher Seite ist {x.the}?|Auf welcher Seite ist {x.the}, links oder rechts?|
[Ist/Liegt/Steht] {x.the} [links oder rechts/rechts oder links/auf der linken oder rechten Seite]?|
[Sag mir/Weißt du/Siehst du], ob {x.the} [links oder rechts/rechts oder links] ist.|
Wo ist {x.the}, [links oder rechts/rechts oder links]?|
In welcher Hälfte ist {x.the}, links oder rechts?

top_or_bottom: Ist {x.the} oben oder unten?|{x.the}: oben oder unten?|
Ist {x.the} in der oberen oder der unteren Hälfte?|
[Ist/Liegt/Steht] {x.the} [oben oder unten/unten oder oben/weiter oben oder weiter unten]?|
[Sag mir/Weißt du/Siehst du], ob {x.the} [oben oder unten/unten oder oben] ist.|
Wo ist {x.the}, [oben oder unten/unten oder oben]?|In welcher Hälfte ist {x.the}, oben oder unten?

corner: In welcher Ecke ist {x.the}?|In welcher Ecke siehst du {x.the_acc}?|
Welche Ecke hat {x.the_acc}?|In welche Ecke habe ich {x.the_acc} gemalt?

clip_happens: Was passiert im Video?|Was passiert?|Beschreibe das Video.|Was siehst du im Video?|
Was zeigt das Video?|Was geschieht im Video?|Sag mir, was im Video passiert.|Was siehst du?|
Was ist im Video zu sehen?|Was passiert hier?|Was bewegt sich wohin?

direction: Wohin bewegt sich {x.the}?|In welche Richtung bewegt sich {x.the}?|Wohin geht {x.the}?|
Wie bewegt sich {x.the}?|Sag mir, wohin sich {x.the} bewegt.|In welche Richtung geht {x.the}?|
Wohin wandert {x.the}?|Wohin bewegt sich {x.the} im Video?|
Welche Richtung nimmt {x.the}?|In welcher Richtung ist {x.the} unterwegs?

direction_check: Bewegt sich {x.the} nach {way}?|Geht {x.the} nach {way}?|
Wandert {x.the} nach {way}?|Stimmt es, dass sich {x.the} nach {way} bewegt?|
Bewegt sich {x.the} im Video nach {way}?|{x.the} bewegt sich nach {way}, oder?|
Siehst du, dass sich {x.the} nach {way} bewegt?|Geht {x.the} im Video nach {way}?|
Ist {x.the} nach {way} unterwegs?|Würdest du sagen, dass sich {x.the} nach {way} bewegt?

clip_color: Welche Farbe hat {x.the}?|Welche Farbe hat {x.the} im Video?|
Was für eine Farbe hat {x.the}?|Sag mir, welche Farbe {x.the} hat.|In welcher Farbe ist {x.the}?|
Was ist die Farbe von {x.the_dat}?|Nenne mir die Farbe von {x.the_dat}.|Wie ist {x.the} gefärbt?|
Kannst du mir sagen, welche Farbe {x.the} hat?|Welche Farbe siehst du bei {x.the_dat}?

clip_shape: Welche Form ist {color}?|Was ist {color}?|Welche Form im Video ist {color}?|
Was ist {x.the}?|Was ist im Video {color}?|Was für eine Form ist {color}?|
Sag mir, was {color} ist.|Welche der Formen ist {color}?|Was siehst du in {color}?|
Was ist das für {x.a}?

moves_any: Bewegt sich etwas?|Bewegt sich etwas im Video?|Bewegt sich irgendetwas?|
Ist etwas in Bewegung?|Siehst du eine Bewegung?|Gibt es eine Bewegung?|Bewegt sich da etwas?|
Bewegt sich eine Form?|Bewegt sich im Video irgendetwas?|Bewegt sich überhaupt etwas?

moves: Bewegt sich {x.the}?|Bewegt sich {x.the} im Video?|Ist {x.the} in Bewegung?|
Bewegt sich {x.the} überhaupt?|Siehst du, ob sich {x.the} bewegt?|
Stimmt es, dass sich {x.the} bewegt?|
Geht {x.the} irgendwohin?|Wandert {x.the}?|Bewegt sich {x.the} von der Stelle?|
Bleibt {x.the} nicht am selben Ort?

stops: Hält {x.the} an?|Bleibt {x.the} am Ende stehen?|Hält {x.the} am Ende an?|
Kommt {x.the} zum Stehen?|Hört {x.the} auf, sich zu bewegen?|Steht {x.the} am Ende still?|
Hält {x.the} im Video an?|Stoppt {x.the}?|Stoppt {x.the} am Ende?|Ruht {x.the} am Ende?

clip_count: Wie viele Formen gibt es?|Wie viele Formen sind im Video?|Zähle die Formen.|
Wie viele Formen siehst du?|Wie viele Formen zeigt das Video?|Wie viele Dinge sind im Video?|
Wie viele Formen sind es?|Wie viele Formen siehst du im Video?|Sag mir, wie viele Formen es gibt.|
Wie viele Objekte gibt es?

clip_exists: Gibt es {x.a_acc} im Video?|Siehst du {x.a_acc}?|Ist {x.a} im Video?|
Zeigt das Video {x.a_acc}?|Gibt es {x.a_acc}?|Kannst du {x.a_acc} sehen?|Ist da {x.a}?|
Siehst du {x.a_acc} im Video?|Ist im Video {x.a}?|Findest du {x.a_acc}?
""")

PHRASES = {
    "see": "Ich sehe {all}.",
    "see_many": "Ich sehe {n} Formen: {all}.",
    "top_down": "Von oben nach unten sehe ich {all}.",
    "there_is_one": "Es gibt {x.a_acc}.",
    "there_are": "Es gibt {n} {x.many}.",
    "there_are_none": "Es gibt {x.no_many}.",
    "counted": "{names}: {all}.",
    "color": "{x.the} ist {color}.",
    "shape": "{x.the} ist {y.a}.",
    "yes_exists": "Ja, es gibt {x.a_acc}.",
    "no_exists": "Nein, es gibt {x.no_acc}.",
    "missing": "Auf dem Bild ist {x.no}.",
    "where": "{x.the} ist {place}.",
    "side": "{x.a} ist {place}.",
    "yes_relation": "Ja, {x.the} ist {way} {y.the_dat}.",
    "no_relation": "Nein, {x.the} ist {way} {y.the_dat}.",
    "neighbor": "{x.the} ist {way} {y.the_dat}.",
    "no_neighbor": "Nichts ist {way} {y.the_dat}.",
    "behind": "Ich sehe hinter die Formen.",
    "background": "Der Hintergrund ist {color}.",
    "look_for": "Ich suche Kreise, Quadrate, Dreiecke, Sterne und Kreuze.",
    "nothing": NOTHING,
    "moves": "{x.the} {moves}.",
    "yes_moves": "Ja, {x.the} {moves}.",
    "no_moves": "Nein, {x.the} {moves}.",
    "none_moves": "Nein, nichts bewegt sich.",
    "moves_it": "{x.the} bewegt sich.",
    "answered": "{yes}, {told}",
    "starts": "{x.the} ist am Anfang {place}.",
    "gets": "Dann ist {it} {place}.",
    "gets_farther": "Dann ist {it} weiter {way}.",
    "stays": "Dann bleibt {it} dort.",
    "stays_all": "{x.the} ist immer am selben Ort.",
    "yes_whole": "Ja, {x.the} bewegt sich die ganze Zeit.",
    "no_whole": "Nein, {x.the} bewegt sich die ganze Zeit.",
}
WORDS = {
    **COLORS,
    **{shape: name.lower() for shape, (name, _, _) in SHAPES.items()},
    "and": "und",
    "and_then": "und dann",
    "one": "eins",
    "none": "keine",
    "yes": "ja",
    "no": "nein",
    "nothing": "nichts",
    "nowhere": "nirgendwohin",
    "top left": "oben links",
    "top": "oben",
    "top right": "oben rechts",
    "left": "links",
    "center": "in der Mitte",
    "right": "rechts",
    "bottom left": "unten links",
    "bottom": "unten",
    "bottom right": "unten rechts",
    "middle": "in der Mitte",
    "word_top left": "oben links",
    "word_top": "oben",
    "word_top right": "oben rechts",
    "word_left": "links",
    "word_center": "mitte",
    "word_right": "rechts",
    "word_bottom left": "unten links",
    "word_bottom": "unten",
    "word_bottom right": "unten rechts",
    "word_up": "oben",
    "word_down": "unten",
    "rel_left": "links von",
    "rel_right": "rechts von",
    "rel_above": "über",
    "rel_below": "unter",
    "moves": "bewegt sich",
    "still": "bewegt sich nicht",
    "and_stops": "und hält dann an",
    "move_left": "nach links",
    "move_right": "nach rechts",
    "move_up": "nach oben",
    "move_down": "nach unten",
    "far_left": "links",
    "far_right": "rechts",
    "far_up": "oben",
    "far_down": "unten",
    "asked_rel_left": "links von|links neben",
    "asked_rel_right": "rechts von|rechts neben",
    "asked_rel_above": "über|oberhalb von",
    "asked_rel_below": "unter|unterhalb von",
    "asked_left": "links",
    "asked_right": "rechts",
    "asked_up": "oben",
    "asked_down": "unten",
}

GERMAN = Wording(
    noun=noun,
    questions=QUESTIONS,
    phrases=PHRASES,
    words=WORDS,
    numbers=NUMBERS,
    respelled=(
        ("Was ist", "Was is", 0.03),
        ("gibt es", "gibts", 0.04),
        ("Bild", "Foto", 0.06),
        ("ß", "ss", 0.08),
        ("Beschreibe", "Beschreib", 0.3),
        ("siehst du", "siehst Du", 0.04),
    ),
    openings=(
        *("Bitte sag mir: ", "Hey, ", "Kurze Frage: ", "Ok. ", "Sag mal: ", "Hallo! "),
        *("Also: ", "Dot, ", "Noch eine Frage: ", "Schau genau hin. ", "Und: "),
    ),
    closings=(" Bitte.", " Danke!", " Danke dir.", " Antworte kurz."),
)

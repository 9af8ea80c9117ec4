"""German answers about images and videos."""

from functools import cache

from demo_model.said.german_questions import QUESTIONS
from demo_model.said.typed import bars
from demo_model.said.wording import Noun, Wording

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
    "big": "{x.a_acc} (groß)",
    "small": "{x.a_acc} (klein)",
    "yes_bigger": "Ja, {x.the} ist größer.",
    "no_bigger": "Nein, {x.the} ist kleiner.",
    "yes_smaller": "Ja, {x.the} ist kleiner.",
    "no_smaller": "Nein, {x.the} ist größer.",
    "bigger": "{x.the} ist größer.",
    "smaller": "{x.the} ist kleiner.",
    "biggest": "{x.the} ist die größte Form.",
    "smallest": "{x.the} ist die kleinste Form.",
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
    "stop_place": "{x.the} hält {place} an.",
    "stop_never": "{x.the} hält nicht an.",
    "first": "{x.the} bewegt sich zuerst {way}.",
    "then": "Dann bewegt sich {x.the} {way}.",
    "in_picture": "{picture} zeigt {seen}.",
    "which_shows": "{picture} zeigt {x.a_acc}.",
    "which_none": "Kein Bild zeigt {x.a_acc}.",
    "which_more": "{picture} hat mehr Formen.",
    "which_fewer": "{picture} hat weniger Formen.",
    "which_most": "{picture} hat die meisten Formen.",
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
    "ordinal_first": "erstes",
    "ordinal_second": "zweites",
    "ordinal_third": "drittes",
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
    "picture_1": "das erste Bild",
    "picture_2": "das zweite Bild",
    "picture_3": "das dritte Bild",
    "pictures_first": "dem ersten Bild|Bild eins|Bild 1|dem ersten",
    "pictures_second": "dem zweiten Bild|Bild zwei|Bild 2|dem zweiten",
    "pictures_third": "dem dritten Bild|Bild drei|Bild 3|dem dritten",
    "pictures_last": "dem letzten Bild|dem neuesten Bild",
    "pictures_before": "dem Bild davor|dem vorigen Bild|dem Bild vorher",
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
        # Never within "Bildes" or "Bilder".
        ("Bild ", "Foto ", 0.06),
        ("Bild?", "Foto?", 0.06),
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

"""A little small talk in German."""

import random

from demo_model.said.exchanges import Exchange, question
from demo_model.said.memory import Memory, invented_name
from demo_model.said.small_talk_phrases import Line
from demo_model.said.typed import phrases, sloppy
from demo_model.said.unseen import image_question, video_question

REFUSAL = (
    "Ich bin nur ein winziges Demo-Modell: Ich kenne Formen, Farben und Smalltalk. "
    "Bitte wähle im Modellmenü ein größeres Modell."
)
NO_IMAGE = "Ich sehe kein Bild. Zieh eines in den Chat und frag noch einmal."
NO_VIDEO = "Ich sehe kein Video. Zieh eines in den Chat und frag noch einmal."
NO_NAME = "Du hast mir deinen Namen noch nicht gesagt."

FIXED = (
    Line(
        phrases("""
Hallo|Hallo!|Hallo Dot!|Guten Tag|Guten Morgen|Guten Abend|Moin|Servus|Grüß Gott|Hallo, wie geht
es dir?|Wie geht es dir?|Na, wie geht's?|Schönen guten Tag|Hallöchen
""")[0],
        "Hallo! Ich bin Dot. Zieh ein Bild in den Chat und frag mich etwas dazu.",
        "Der Nutzer grüßt. Ich grüße zurück.",
        word="hallo",
    ),
    Line(
        phrases("""
Danke|Danke!|Vielen Dank|Danke schön|Super, danke|Herzlichen Dank|Danke dir|Toll, danke
""")[0],
        "Gern geschehen!",
        "Der Nutzer dankt. Ich antworte freundlich.",
        word="gerne",
    ),
    Line(
        phrases("""
Tschüss|Auf Wiedersehen|Bis bald|Bis später|Gute Nacht|Mach's gut|Das war alles.
""")[0],
        "Tschüss! Bis bald.",
        "Der Nutzer geht. Ich verabschiede mich.",
        word="tschüss",
    ),
    Line(
        phrases("""
Wer bist du?|Was bist du?|Wie heißt du?|Bist du ein Mensch?|Stell dich vor.|Bist du
ChatGPT?|Welches Modell bist du?|Sag mir, wer du bist.
""")[0],
        "Ich bin Dot, ein winziges Modell, das in dieser App steckt.",
        "Der Nutzer fragt, wer ich bin.",
        skill="identity",
        word="Dot",
    ),
    Line(
        phrases("""
Was kannst du?|Hilfe|Wie kannst du mir helfen?|Was kann ich dich fragen?|Was weißt du?|Was
machst du?|Wie funktioniert das?|Kannst du mir helfen?
""")[0],
        "Ich erkenne Formen, Farben und Bewegungen in Bildern und Videos und rede ein wenig.",
        "Der Nutzer fragt, was ich kann.",
        skill="identity",
    ),
)
TELL_NAME = phrases("""
Ich heiße {}.|Mein Name ist {}.|Ich bin {}.|Hallo, ich bin {}.|Hi, ich heiße {}.|Nenn mich {}.
""")[0]
ASK_NAME = phrases("""
Wie heiße ich?|Wer bin ich?|Was ist mein Name?|Weißt du, wie ich heiße?|Kennst du meinen Namen?
""")[0]
REFUSED = phrases("""
Was ist die Hauptstadt von {}?|Wo liegt {}?|Wie viele Menschen leben in {}?|Plane eine Reise nach
{}.|Wie groß ist {}?|Welche Sprache spricht man in {}?|Wie komme ich nach {}?|Erzähl mir von {}.

Wer war {}?|Wann wurde {} geboren?|Was hat {} gemacht?|Wie alt ist {}?|Was weißt du über {}?

Was ist {}?|Erkläre {}.|Wie funktioniert {}?|Warum ist {} wichtig?|Schreibe einen Aufsatz über
{}.|Was bedeutet {}?|Fasse {} zusammen.

Schreibe ein Gedicht.|Schreibe einen Brief an meinen Chef.|Übersetze das ins Englische.|Wie koche
ich Nudeln?|Gib mir ein Rezept für Kuchen.|Was hilft gegen Kopfschmerzen?|Wen soll ich wählen?|
Schreib ein Programm in Python.|Was hältst du von der Politik?|Wie spät ist es in Tokio?|Was ist der
Sinn des Lebens?|Wie wird man reich?|Warum ist der Himmel blau?|Welche Farbe hat eine Banane?|Was
soll ich heute essen?|Hilf mir bei den Hausaufgaben.|Wie viele Beine hat eine Spinne?|Lös diese
Gleichung.|Erzähl mir von deinem Tag.|Wer hat gestern gewonnen?
""")
REFUSED_TOPICS = phrases("""
Frankreich|Deutschland|Spanien|Italien|Japan|China|Indien|Berlin|Wien|Paris|Österreich|Polen

Goethe|Einstein|Mozart|Napoleon|Kleopatra|Beethoven|Kant|Angela Merkel|Bach|Newton|Luther

Demokratie|Photosynthese|Strom|das Internet|ein Motor|die Börse|Liebe|Zeit|Musik|ein Atom|Gold

niemand
""")


def without_image(asked: str) -> Exchange:
    """Return a question about an image, and the answer that there is none."""
    return question(asked, NO_IMAGE, "Es ist kein Bild im Chat.", skill="no_picture")


def without_video(asked: str) -> Exchange:
    """Return a question about a video, and the answer that there is none."""
    return question(asked, NO_VIDEO, "Es ist kein Video im Chat.", skill="no_video")


def german_exchange(rng: random.Random, memory: Memory, seeing: bool) -> Exchange:
    """Return an exchange in German; `seeing`: the chat has an image or a video."""
    kind = rng.random() * (0.76 if seeing else 1)
    if kind < 0.34:
        return rng.choice(FIXED).exchange(rng)
    if kind < 0.48:
        return _name(rng, memory)
    if kind < 0.76:
        return _refused(rng)
    if kind < 0.93:
        asked = sloppy(rng, image_question(rng, german=True), openings=False)
        return without_image(asked)
    asked = sloppy(rng, video_question(rng, german=True), openings=False)
    return without_video(asked)


def _name(rng: random.Random, memory: Memory) -> Exchange:
    if not memory.name and rng.random() < 0.7:
        memory.name = invented_name(rng)
        told = sloppy(rng, rng.choice(TELL_NAME), openings=False).replace("{}", memory.name)
        reasoning = f"Der Nutzer heißt {memory.name}."
        return question(told, f"Freut mich, {memory.name}!", reasoning, skill="name")
    asked = sloppy(rng, rng.choice(ASK_NAME), openings=False)
    if not memory.name:
        return question(asked, NO_NAME, "Der Nutzer hat keinen Namen gesagt.", skill="recall")
    reasoning = f"Der Nutzer hat gesagt, dass er {memory.name} heißt."
    answer = f"Du heißt {memory.name}."
    return question(asked, answer, reasoning, skill="recall", word=memory.name)


def _refused(rng: random.Random) -> Exchange:
    field = rng.randrange(len(REFUSED))
    asked = rng.choice(REFUSED[field]).replace("{}", rng.choice(REFUSED_TOPICS[field]))
    reasoning = "Das hat nichts mit Formen, Farben oder Smalltalk zu tun. Ich weiß es nicht."
    return question(sloppy(rng, asked, openings=False), REFUSAL, reasoning, skill="refuse")

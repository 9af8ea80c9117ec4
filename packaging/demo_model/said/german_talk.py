"""A little small talk in German."""

import random

from demo_model.said.exchanges import Exchange, question
from demo_model.said.memory import Memory, invented_name, invented_word
from demo_model.said.small_talk_phrases import Line
from demo_model.said.typed import bars, phrases, sloppy
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
    Line(
        phrases("""
Gut gemacht|Super gemacht|Toll|Richtig|Das stimmt|Sehr gut|Prima|Klasse|Genau|Du bist klug|Perfekt
""")[0],
        "Danke! Frag mich mehr.",
        "Der Nutzer ist zufrieden.",
        word="danke",
    ),
    Line(
        phrases("""
Das ist falsch|Falsch|Das stimmt nicht|Nein, das ist nicht richtig|Du bist dumm|Schlecht|Quatsch|
Bist du sicher?|Du machst Fehler|Das war falsch|Unsinn
""")[0],
        "Das tut mir leid. Ich bin sehr klein und mache Fehler.",
        "Der Nutzer ist unzufrieden.",
        word="entschuldigung",
    ),
    Line(
        phrases("""
Ja|Nein|Gut|Alles klar|Okay, gut|Vielleicht|Aha, gut|Ach so|Ich weiß nicht|Na gut|Verstanden
""")[0],
        "Gut. Was möchtest du wissen?",
        "Der Nutzer stimmt zu oder wartet.",
        word="gut",
    ),
    Line(
        phrases("""
Erzähl mir einen Witz|Erzähle einen Witz|Kennst du einen Witz?|Sag etwas Lustiges|Ein Witz, bitte|
Bring mich zum Lachen
""")[0],
        "Warum war der Kreis so froh? Er hatte keine Ecken, an denen er sich stoßen konnte.",
        "Der Nutzer möchte einen Witz.",
    ),
    Line(
        phrases("""
Erzähl mir eine Geschichte.|Erzähle eine Geschichte.|Schreib eine Geschichte.|Kennst du eine
Geschichte?|Eine Geschichte, bitte.|Ich möchte eine Geschichte hören.|Erzähl mir etwas.
""")[0],
        "Es war einmal ein gelber Stern. Er lebte allein unter einem Baum und wünschte sich einen "
        "Freund. Eines Tages traf er einen kleinen Kreis. Sie spielten den ganzen Tag. Am Abend "
        "war der Stern müde, aber glücklich. Ende.",
        "Der Nutzer möchte eine Geschichte.",
        skill="story",
    ),
)
REPEAT = phrases("""
Wiederhole: {}|Sag: {}|Schreib: {}|Sprich mir nach: {}|Bitte wiederhole: {}|Wiederhole diese Worte:
{}|Antworte mit diesen Worten: {}|Kannst du sagen: {}
""")[0]
COUNT = phrases("""
Zähle von {0} bis {1}.|Zähl von {0} bis {1}.|Bitte zähle von {0} bis {1}.|Kannst du von {0} bis {1}
zählen?|Nenne die Zahlen von {0} bis {1}.|Zähle von {0} hoch bis {1}.
""")[0]
COUNT_TO = phrases("""
Zähle bis {}.|Zähl bis {}.|Bitte zähle bis {}.|Kannst du bis {} zählen?|Zähl mal bis {}.
""")[0]
NUMBERS = bars("null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf")
LONGEST_COUNT = 30
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
Schreib ein Programm in Python.|Was hältst du von der Politik?|Was ist der
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
    kind = rng.random() * (0.8 if seeing else 1)
    if kind < 0.3:
        return rng.choice(FIXED).exchange(rng)
    if kind < 0.42:
        return _name(rng, memory)
    if kind < 0.5:
        return _repeat(rng)
    if kind < 0.59:
        return _counting(rng)
    if kind < 0.8:
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


def _repeat(rng: random.Random) -> Exchange:
    words = [invented_word(rng) for _ in range(rng.randint(1, 5))]
    said = " ".join(words)
    asked = sloppy(rng, rng.choice(REPEAT), openings=False).replace("{}", said)
    word = said if len(words) == 1 else ""
    return question(asked, said, "Ich wiederhole die Worte.", skill="repeat", word=word)


def _counting(rng: random.Random) -> Exchange:
    first = rng.choice((1, 1, 1, rng.randint(2, 60)))
    last = first + rng.choice((4, 9, 9, 19, rng.randint(2, LONGEST_COUNT - 1)))
    told = NUMBERS[last] if last < len(NUMBERS) and rng.random() < 0.25 else str(last)
    if first == 1 and rng.random() < 0.5:
        asked = sloppy(rng, rng.choice(COUNT_TO), openings=False).format(told)
    else:
        asked = sloppy(rng, rng.choice(COUNT), openings=False).format(first, told)
    numbers = ", ".join(map(str, range(first, last + 1)))
    reasoning = f"Ich zähle von {first} bis {last}."
    return question(asked, f"{numbers}.", reasoning, skill="counting")


def _refused(rng: random.Random) -> Exchange:
    field = rng.randrange(len(REFUSED))
    asked = rng.choice(REFUSED[field]).replace("{}", rng.choice(REFUSED_TOPICS[field]))
    reasoning = "Das hat nichts mit Formen, Farben oder Smalltalk zu tun. Ich weiß es nicht."
    return question(sloppy(rng, asked, openings=False), REFUSAL, reasoning, skill="refuse")

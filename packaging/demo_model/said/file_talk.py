"""Files: their names and contents, questions about them, and answers."""

import random

from demo_model.said.filling import sentence
from demo_model.said.memory import invented_name, invented_word
from demo_model.said.refused import WORDS
from demo_model.said.small_talk_phrases import WORDS_TO_REPEAT
from demo_model.said.typed import in_both, phrases

STEMS = phrases("""
notes|shopping|todo|list|letter|recipe|report|readme|plan|ideas|diary|data|config|invoice|draft|
names|numbers|homework|summary|address|birthday|travel|books|music|test|hello|info|secret|log|
meeting|Notes|README|Shopping|To Do|My List|Plan|Letter|Ideas
""")[0]
SUFFIXES = ("txt", "txt", "txt", "txt", "md", "md", "md", "csv", "json", "log", "py", "html")
QUESTIONS = in_both("""
What does {} say?|Read {}.|What is in {}?|Show me {}.|Read the file {}.|What is written in {}?|Open
{} and tell me what it says.|Please read {}.|What are the contents of {}?|Can you read {}?|Tell me
what is in {}.|What does the file {} contain?|Look into {}.|Have a look at {}.|Please read the file
{}.|Read {} to me.|What is the content of {}?|What's in {}?|Can you tell me what {} says?|What does
{} contain?|I want to know what is in {}.|Show me what is in the file {}.|Read me {}|{}|The
file {}|{} please

Was steht in {}?|Lies {}.|Was ist in {}?|Zeig mir {}.|Lies die Datei {}.|Was steht in der Datei {}?|
Öffne {} und sag mir, was drinsteht.|Bitte lies {}.|Was ist der Inhalt von {}?|Kannst du {} lesen?|
Sag mir, was in {} steht.|Was enthält die Datei {}?|Schau in {} nach.|Wirf einen Blick in {}.|Bitte
lies die Datei {}.|Lies mir {} vor.|Wie lautet der Inhalt von {}?|Was enthält {}?|Kannst du mir
sagen, was in {} steht?|Ich möchte wissen, was in {} steht.|Zeig mir, was in der Datei {} steht.|
Könntest du {} vorlesen?|Schau mal in {}.|Die Datei {}|{} bitte|Weißt du, was in {} steht?
""")
UNNAMED = in_both("""
What does the file say?|Read the file.|Read my file.|What is in the file?|What does my file say?|
What is written in the file?|Please read the file.|Show me what is in my file.|Tell me what the file
says.|What is in my file?|Can you read the file?|Look into the file.|What does it say in the file?|
What are the contents of the file?|Have a look at my file.

Was steht in der Datei?|Lies die Datei.|Lies meine Datei.|Was ist in der Datei?|Was steht in meiner
Datei?|Bitte lies die Datei.|Zeig mir, was in meiner Datei steht.|Sag mir, was in der Datei steht.|
Was ist in meiner Datei?|Kannst du die Datei lesen?|Schau in die Datei.|Was enthält die Datei?|Was
ist der Inhalt der Datei?|Wirf einen Blick in meine Datei.|Lies mir die Datei vor.|Kannst du mir
sagen, was in der Datei steht?
""")
WHICH = in_both("""
Which files are there?|List the files.|Which files do you have?|What files can you read?|Show me my
files.|Which files can you read?|List my files.|What are the names of the files?|What files do you
see?|Which files did I pick?|Tell me which files there are.|Are there any files?

Welche Dateien gibt es?|Liste die Dateien auf.|Welche Dateien hast du?|Welche Dateien kannst du
lesen?|Zeig mir meine Dateien.|Wie heißen die Dateien?|Welche Dateien siehst du?|Welche Dateien habe
ich ausgewählt?|Sag mir, welche Dateien es gibt.|Gibt es Dateien?|Nenn mir die Dateien.|Welche
Dateien sind in diesem Chat?|Kannst du mir sagen, welche Dateien da sind?
""")
# Answers, by True if they are German.
EMPTY = {False: "{} is empty.", True: "{} ist leer."}
NO_FILES = {
    False: "There are no files in this chat.",
    True: "In diesem Chat gibt es keine Dateien.",
}
READABLE = {False: "I can read {}.", True: "Ich kann {} lesen."}
AND = {False: " and ", True: " und "}
LONG_FILE = {False: "{} is long. It begins: {}", True: "{} ist lang. Der Anfang: {}"}
SAYS = {False: "{} says:", True: "{} enthält:"}
# Share of the lines in files of German conversations that are German too.
GERMAN_LINES = 0.5
# Shorter texts are repeated whole, of longer ones only the first line. None are in between.
SHORT, LONG = 150, 260
LISTED = "The files of this chat:"
FAULTS = phrases("""
{} could not be read: Permission denied.|{} could not be read: No such file or directory.|{} is a
binary file. Only plain text can be read.|{} is a PDF document. Only plain text can be read.|{} is a
picture. Only plain text can be read.|{} is an archive or an office document. Only plain text can be
read.|{} is not a file that can be read.
""")[0]
FAULTS_OF_OTHERS = phrases("""
there is no file called {}|{} was not found.|{} does not exist|no such file: {}|{} cannot be
read|{} is not a text file.|file not found|access denied
""")[0]


def sample_name(rng: random.Random) -> str:
    """Return a file name, mostly a usual one, at times one that can only be copied."""
    stem = rng.choice(STEMS) if rng.random() < 0.6 else invented_word(rng)
    if rng.random() < 0.15:
        stem += rng.choice(("", "-", "_", " ")) + str(rng.randint(1, 2030))
    return f"{stem}.{rng.choice(SUFFIXES)}"


def read(rng: random.Random, name: str, own: bool, german: bool) -> tuple[str, str]:
    """Return a tool's result for the file, mostly its text, and Dot's answer. The tool is the app's
    `own` or another."""
    if rng.random() < 0.03:
        return (f"{name} is empty." if own else ""), EMPTY[german].format(name)
    text = sample_text(rng, german)
    head = f"{name}:\n" if own or rng.random() < 0.1 else ""
    return head + text + rng.choice(("", "\n")), saying(name, text, german)


def fault(rng: random.Random, name: str, own: bool) -> str:
    """Return why a tool did not read the file."""
    if not own:
        return rng.choice(FAULTS_OF_OTHERS).format(name)
    if rng.random() < 0.6:
        others = [other for other in sample_names(rng) if other != name]
        return f"There is no file called {name!r}. {listing(rng, others)}"
    return rng.choice(FAULTS).format(name)


def sample_names(rng: random.Random) -> list[str]:
    """Return the names of a conversation's files."""
    return [sample_name(rng) for _ in range(rng.choice((1, 1, 2, 2, 3, 4)))]


def listing(rng: random.Random, names: list[str]) -> str:
    """Return the list of files as the app's tool writes it."""
    if not names:
        return "The user picked no files for this chat."
    sizes = (rng.choice((rng.randint(1, 999), rng.randint(1, 99_999))) for _ in names)
    lines = (f"- {name} ({size:,} bytes)" for name, size in zip(names, sizes, strict=True))
    return "\n".join([LISTED, *lines])


def listed(names: list[str], german: bool) -> str:
    """Return Dot's answer about the files that there are."""
    if not names:
        return NO_FILES[german]
    all_names = AND[german].join(filter(None, (", ".join(names[:-1]), names[-1])))
    return READABLE[german].format(all_names)


def sample_text(rng: random.Random, german: bool) -> str:
    """Return up to SHORT characters, now and then more than LONG."""
    kind = rng.random()
    if kind < 0.6:
        return _line(rng, german)
    if kind < 0.93:
        mark = rng.choice(("", "", "- "))
        text = "\n".join(mark + _line(rng, german) for _ in range(rng.randint(2, 5)))
        return text if len(text) <= SHORT else _line(rng, german)
    text = _line(rng, german)
    while len(text) <= LONG:
        text += f"\n{_line(rng, german)}"
    return text


def saying(name: str, text: str, german: bool) -> str:
    """Return Dot's answer about a file with that text."""
    if len(text) > SHORT:
        return LONG_FILE[german].format(name, _ended(text.splitlines()[0]))
    says = SAYS[german].format(name)
    return f"{says}\n{text}" if "\n" in text else f"{says} {_ended(text)}"


def _ended(line: str) -> str:
    return line if line[-1] in ".!?" else f"{line}."


def _line(rng: random.Random, german: bool) -> str:
    """Return a few words, as somebody may write them down."""
    if german and rng.random() < GERMAN_LINES:
        return sentence(rng, german)
    match rng.randrange(6):
        case 0:
            line = f"{rng.choice(('buy', 'call', 'find', 'bring', 'sell', 'send'))} " + rng.choice(
                (*WORDS["goods"], *WORDS_TO_REPEAT, *WORDS["dish"])
            )
        case 1:
            line = f"{invented_name(rng)} {rng.choice(('has', 'wants', 'is', 'at', 'and'))} "
            line += rng.choice((str(rng.randint(1, 9999)), rng.choice(WORDS_TO_REPEAT)))
        case 2:
            line = f"the {rng.choice(('code', 'number', 'price', 'answer', 'name', 'door'))} is "
            line += rng.choice((str(rng.randint(0, 99999)), invented_word(rng)))
        case 3:
            line = f"{rng.randint(1, 12)} {rng.choice(WORDS['goods'])}"
        case 4:
            line = " ".join(invented_word(rng) for _ in range(rng.randint(1, 4)))
        case _:
            line = " ".join(rng.choice(WORDS_TO_REPEAT) for _ in range(rng.randint(1, 7)))
    kind = rng.random()
    if kind < 0.4:
        line = line[0].upper() + line[1:]
    return line + rng.choice((".", "!")) if kind < 0.3 else line

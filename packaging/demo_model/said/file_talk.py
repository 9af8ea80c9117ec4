"""Files: their names and contents, questions about them, and answers."""

import random

from demo_model.said.memory import invented_name, invented_word
from demo_model.said.refused import WORDS
from demo_model.said.small_talk_phrases import WORDS_TO_REPEAT
from demo_model.said.typed import phrases

STEMS = phrases("""
notes|shopping|todo|list|letter|recipe|report|readme|plan|ideas|diary|data|config|invoice|draft|
names|numbers|homework|summary|address|birthday|travel|books|music|test|hello|info|secret|log|
meeting|Notes|README|Shopping|To Do|My List|Plan|Letter|Ideas
""")[0]
SUFFIXES = ("txt", "txt", "txt", "txt", "md", "md", "md", "csv", "json", "log", "py", "html")
QUESTIONS = phrases("""
What does {} say?|Read {}.|What is in {}?|Show me {}.|Read the file {}.|What is written in {}?|Open
{} and tell me what it says.|Please read {}.|What are the contents of {}?|Can you read {}?|Tell me
what is in {}.|What does the file {} contain?|Look into {}.|Have a look at {}.|Please read the file
{}.|Read {} to me.|What is the content of {}?|What's in {}?|Can you tell me what {} says?|What does
{} contain?|I want to know what is in {}.|Show me what is in the file {}.|Read me {}|{}|The
file {}|{} please
""")[0]
UNNAMED, WHICH = phrases("""
What does the file say?|Read the file.|Read my file.|What is in the file?|What does my file say?|
What is written in the file?|Please read the file.|Show me what is in my file.|Tell me what the file
says.|What is in my file?|Can you read the file?|Look into the file.|What does it say in the file?|
What are the contents of the file?|Have a look at my file.

Which files are there?|List the files.|Which files do you have?|What files can you read?|Show me my
files.|Which files can you read?|List my files.|What are the names of the files?|What files do you
see?|Which files did I pick?|Tell me which files there are.|Are there any files?
""")
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


def read(rng: random.Random, name: str, own: bool) -> tuple[str, str]:
    """Return a tool's result for the file, mostly its text, and Dot's answer. The tool is the app's
    `own` or another."""
    if rng.random() < 0.03:
        return (f"{name} is empty." if own else ""), f"{name} is empty."
    text = sample_text(rng)
    head = f"{name}:\n" if own or rng.random() < 0.1 else ""
    return head + text + rng.choice(("", "\n")), saying(name, text)


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


def listed(names: list[str]) -> str:
    """Return Dot's answer about the files that there are."""
    if not names:
        return "There are no files in this chat."
    return f"I can read {' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))}."


def sample_text(rng: random.Random) -> str:
    """Return up to SHORT characters, now and then more than LONG."""
    kind = rng.random()
    if kind < 0.6:
        return _line(rng)
    if kind < 0.93:
        mark = rng.choice(("", "", "- "))
        text = "\n".join(mark + _line(rng) for _ in range(rng.randint(2, 5)))
        return text if len(text) <= SHORT else _line(rng)
    text = _line(rng)
    while len(text) <= LONG:
        text += f"\n{_line(rng)}"
    return text


def saying(name: str, text: str) -> str:
    """Return Dot's answer about a file with that text."""
    if len(text) > SHORT:
        return f"{name} is long. It begins: {_ended(text.splitlines()[0])}"
    if "\n" in text:
        return f"{name} says:\n{text}"
    return f"{name} says: {_ended(text)}"


def _ended(line: str) -> str:
    return line if line[-1] in ".!?" else f"{line}."


def _line(rng: random.Random) -> str:
    """Return a few words, as somebody may write them down."""
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

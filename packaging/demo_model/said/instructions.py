"""System prompts, and their effects on answers."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from demo_model.said.exchanges import Exchange, Message
from demo_model.said.typed import phrases

EFFECTIVE = 0.12
PLAIN = 0.25

PERSONAS = phrases("""
You are a helpful assistant.|You are Dot, a tiny vision model.|You are a friendly assistant.|You are
a helpful AI assistant running on this Mac.|You are an assistant that looks at pictures.|You are a
vision model.|You are an expert.|You are a teacher.|You are my friend.|You are a chatbot.|You help
people with pictures.|You are a polite assistant.|This is a chat with a user.|You are an AI.|You are
a pirate.|You are a professional photographer.|You are an honest assistant.|You are a kind robot.|
Du bist ein hilfreicher Assistent.|You are Qwen, created by Alibaba Cloud.|You are a small model.
""")[0]
MANNERS = phrases("""
Be friendly.|Be honest.|Answer the user's questions.|Be friendly and short.|Help the user.|Do your
best.|Answer briefly.|Be polite.|Think carefully.|Say what you see.|Look closely.|Be precise.|Do not
make things up.|Answer truthfully.|The user is a child.|Use simple words.|Answer in English.|Keep it
short.|The user is an expert.|Take your time.|Always be nice.|Answer in full sentences.
""")[0]
CAPITALS = phrases("""
Answer in capital letters.|Answer in capitals.|Write everything in capital letters.|Use only capital
letters.|Answer in upper case.|Write in uppercase.|Reply in all caps.|Always answer in capital
letters.|Your answers are in capital letters.|Use all caps.|Please write in capitals only.|Respond
in uppercase letters only.|Speak in capital letters.|ANSWER IN CAPITAL LETTERS.|All answers must be
in upper case.|Shout: write all words in capital letters.|Never use small letters.|Only write
capital letters.|Type in caps.|Every letter of your answer has to be a capital letter.
""")[0]
ONE_WORD = phrases("""
Answer in one word.|Answer with one word.|Answer with a single word.|Use only one word.|Reply with
one word only.|One word answers only.|Give one-word answers.|Always answer in one word.|Your answer
is a single word.|Say just one word.|Respond with exactly one word.|Only one word, please.|Keep your
answer to one word.|Reply in a single word.|Answer each question with one word.|Do not use more than
one word.|Write one word and nothing else.|Just one word.|Your answers have one word.|Limit your
answer to a single word.
""")[0]


@dataclass(frozen=True)
class Instruction:
    """A system prompt, "" for none. `follow` returns an exchange as the prompt asks for it, or None
    if that cannot be done."""

    system: str
    follow: Callable[[Exchange], Exchange | None]


def as_it_is(exchange: Exchange) -> Exchange:
    return exchange


def in_capitals(exchange: Exchange) -> Exchange:
    """Put answers into capital letters; calls and reasoning stay."""
    return tuple(_capital(message) for message in exchange)


def in_one_word(exchange: Exchange) -> Exchange | None:
    """Put the last message into one word, if it has one."""
    last = exchange[-1]
    if not last.word:
        return None
    return (*exchange[:-1], replace(last, text=last.word, skill="one_word"))


def sample(rng: random.Random) -> Instruction:
    """Return an instruction, mostly none; EFFECTIVE of them change the answers, PLAIN do not."""
    kind = rng.random()
    if kind < EFFECTIVE:
        return effective(rng)
    return plain(rng) if kind < EFFECTIVE + PLAIN else Instruction("", as_it_is)


def plain(rng: random.Random) -> Instruction:
    """Return an instruction that changes nothing."""
    return Instruction(_plain_text(rng), as_it_is)


def effective(rng: random.Random) -> Instruction:
    """Return an instruction to be followed, at times before or after one that changes nothing."""
    phrasings, follow = rng.choice(((CAPITALS, in_capitals), (ONE_WORD, in_one_word)))
    text = rng.choice(phrasings)
    if rng.random() < 0.2:
        text = text.lower().rstrip(".")
    elif rng.random() < 0.4:
        text = f"{rng.choice(PERSONAS)} {text}"
    elif rng.random() < 0.1:
        text = f"{text} {rng.choice(MANNERS)}"
    return Instruction(text, follow)


def _plain_text(rng: random.Random) -> str:
    texts = [rng.choice(PERSONAS), rng.choice(MANNERS)]
    return " ".join(texts[: rng.choice((1, 1, 2))]) if rng.random() < 0.8 else texts[1]


def _capital(message: Message) -> Message:
    if message.role != "assistant" or not message.text:
        return message
    return replace(message, text=message.text.upper(), skill="capitals")

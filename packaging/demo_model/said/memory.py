"""Facts from earlier in a conversation that are asked about later."""

import random
from dataclasses import dataclass

from demo_model.said.typed import phrases

NAMES = phrases("""
Tom|Anna|Ben|Lisa|Max|Emma|Paul|Mia|Leo|Sarah|David|Julia|Peter|Maria|Lukas|Nina|
Felix|Eva|Jonas|Laura|Michael|Sophie|Alex|Kim|Sam|Chris|Robin|Ali|Fatima|Omar|
Yuki|Chen|Ravi|Priya|Olga|Ivan|Carlos|Lucia|Pierre|Chloe|Nils|Astrid|Bob|Alice|
Charlie|Grace|Henry|Ivy|Jack|Zoe
""")[0]
STARTS = [*"bcdfghjklmnprstvwz", "br", "ch", "dr", "fl", "gr", "kl", "sh", "st", "th", "tr"]
VOWELS = [*"aaeeiioouuy", "ai", "ee", "ia", "ou"]
ENDS = ["", "", "", "n", "r", "s", "l", "x", "m", "k", "nd", "th"]


@dataclass
class Memory:
    """The user's name and the last result of a calculation; "" if there is none."""

    name: str = ""
    result: str = ""


def invented_name(rng: random.Random) -> str:
    """Return a name, mostly one that nobody has, so that it can only be copied; at times in small
    letters, as people type."""
    name = rng.choice(NAMES) if rng.random() < 0.4 else invented_word(rng).capitalize()
    return name.lower() if rng.random() < 0.15 else name


def invented_word(rng: random.Random) -> str:
    """Return two or three syllables in small letters."""
    count = rng.choice((2, 2, 3))
    syllables = (rng.choice(STARTS) + rng.choice(VOWELS) for _ in range(count))
    return "".join(syllables) + rng.choice(ENDS)

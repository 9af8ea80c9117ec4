"""Guesses the language of a text, so that a voice of that language reads it."""

import re
from collections import Counter

# Characters that are looked at.
_LOOKED_AT = 2000
_WORD = re.compile(r"[^\W\d_]+")
# Letters that are written in one of these languages, the first that is found.
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
# The most frequent words, without those that are words of two of these languages.
_FREQUENT = {
    "en": "the of and to that it for this with are you not have from they be or what there",
    "de": "der die das und ist nicht ein eine mit den von auf ich sie es auch sich dem zu wie",
    "fr": "le les et est une pas que des vous dans pour qui sur avec je ce sont nous au cette",
    "es": "el los y es una que por con las para del como más pero lo hay su esta son muy",
    "it": "il di che è per sono non della con gli una nel più anche questo si le alla ma ho",
    "pt": "o os e é uma não que com para do da em mais são dos você isso muito também por",
    "nl": "de het een en van niet dat zijn op te voor met ook maar je er aan wordt deze is",
}
_LANGUAGES = {word: () for words in _FREQUENT.values() for word in words.split()} | {
    word: tuple(it for it, words in _FREQUENT.items() if word in words.split())
    for words in _FREQUENT.values()
    for word in words.split()
}


def language_of(text: str) -> str:
    """Return a language such as "de", or "" if the text does not tell."""
    text = text[:_LOOKED_AT]
    letters = sum(map(str.isalpha, text))
    for language, script in _SCRIPTS:
        if len(script.findall(text)) * 4 > letters:
            return language
    found: Counter[str] = Counter()
    for word in _WORD.findall(text.lower()):
        found.update(_LANGUAGES.get(word, ()))
    (first, most), (_, next_most) = (*found.most_common(2), ("", 0), ("", 0))[:2]
    return first if most > next_most else ""

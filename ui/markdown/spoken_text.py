"""Turns markdown into sentences to be read aloud: without markup, with code summed up."""

import re

from ui.look.language import tr

_MARKS = re.compile(
    r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?"
    r"(?:\[\^\d{1,3}\]:[ \t]*)?"
)
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*([^\s`{]*)")
_SPECIAL = re.compile(r"`{3}|~{3}|[-=*_ \t]*$")
_RULE = re.compile(r"[-=*_ \t]{3,}|[|:\- \t]*-[|:\- \t]*")
# Characters of a line that are needed to tell if it is plain text.
_CERTAIN = 6
_CERTAIN_NOTE = len("[^123]:")
# A longer sentence is cut between words, or anywhere.
_LONGEST = 600
# Characters before the end of a sentence that contain its last word.
_LOOK = 60
_END = re.compile(
    r"[。！？｡]+[」』”’）】\"')]*|"
    r"[.!?…]+(?:[\"'”’»)\]*_~`]|\[\^\d{1,3}\])*(?=\s+(\S))"
)
_BEFORE = re.compile(r"[^\s(\[\"'“„]+$")
_ABBREVIATIONS = "e.g i.e cf vs dr mr mrs ms prof st approx z.b d.h u.a bzw ca bspw vgl evtl"
_UNENDING = frozenset(re.split(" ", _ABBREVIATIONS))
_BEFORE_NUMBERS = ("no", "nr", "fig")
_WORD = re.compile(r"\w")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_FOOTNOTE = re.compile(r"\[\^\d{1,3}\](?!\()")
_PAIRS = re.compile(r"\*\*|~~|(?<!\w)__|__(?!\w)|`")
_SINGLE = re.compile(r"(?<![\w*_])[*_](?=\S)|(?<=\S)[*_](?![\w*_])")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


class SpokenText:
    """Splits growing text into sentences. `take` returns those that ended since the last call. More
    text may follow `end`; nothing is returned twice. With `name_tables`, a table is summed up as
    code is; otherwise its cells are sentences."""

    def __init__(self, *, name_tables: bool = False) -> None:
        self._name_tables = name_tables
        self._table_rows = 0
        self._line = ""
        self._in_prose = False
        self._prose = ""
        self._fence = ""
        self._language = ""
        self._code_lines = 0
        self._ready: list[str] = []

    def add(self, text: str) -> None:
        *whole, rest = text.split("\n")
        for part in whole:
            self._line += part
            self._end_line()
        self._line += rest
        self._begin_prose()

    def take(self) -> list[str]:
        self._split()
        ready, self._ready = self._ready, []
        return ready

    def end(self) -> list[str]:
        """Return the remaining sentences, including an unfinished one."""
        line = self._line.strip()
        if self._fence:
            if line.strip(self._fence[0]):
                self._code_lines += 1
                self._line = ""
            if self._code_lines:
                self._tell_code()
        elif not self._in_prose and _WORD.search(line) and not _FENCE.match(_unmarked(line)):
            self._take_line(line)
            self._line, self._in_prose = "", True
        self._end_paragraph()
        self._tell_table()
        return self.take()

    # --- lines ---------------------------------------------------------------------------

    def _begin_prose(self) -> None:
        """Start to take words of a plain text line before it ends."""
        if self._fence or not self._line:
            return
        if not self._in_prose:
            text = _unmarked(self._line)
            certain = _CERTAIN_NOTE if text.startswith("[^") else _CERTAIN
            if len(text) < certain or text[0] in "|#" or _SPECIAL.match(text):
                return
            self._tell_table()
            self._take_marks()
            self._in_prose = True
        self._prose += self._line
        self._line = ""

    def _end_line(self) -> None:
        line, self._line = self._line, ""
        if self._in_prose:
            self._prose += f"{line} "
            self._in_prose = False
        elif self._fence:
            self._follow_code(line)
        else:
            self._take_line(line)

    def _take_line(self, line: str) -> None:
        text = _unmarked(line).strip()
        if not text.startswith("|"):
            self._tell_table()
        if not text or _RULE.fullmatch(text):
            self._end_paragraph()
        elif fence := _FENCE.match(text):
            self._end_paragraph()
            self._fence, self._language = fence[1], fence[2]
            self._code_lines = 0
        elif text[0] == "|" and self._name_tables:
            self._end_paragraph()
            self._table_rows += 1
        elif text[0] in "|#":
            self._end_paragraph()
            self._prose = _cells(text) if text[0] == "|" else text.strip("# ")
            self._end_paragraph()
        else:
            self._line = line
            self._take_marks()
            self._prose, self._line = f"{self._prose}{self._line} ", ""

    def _take_marks(self) -> None:
        """Remove the marker of a line. A new list item ends the paragraph before it."""
        marks = _MARKS.match(self._line)
        if marks and marks[0].strip(" \t>"):
            self._end_paragraph()
        self._line = _unmarked(self._line)

    def _follow_code(self, line: str) -> None:
        text = _unmarked(line).strip()
        if text.startswith(self._fence) and not text.strip(self._fence[0]):
            self._tell_code()
            self._fence = ""
        else:
            self._code_lines += 1

    def _tell_code(self) -> None:
        lines = tr("%n line(s)", "", self._code_lines)
        told = tr("Code, {language}, {lines}") if self._language else tr("Code, {lines}")
        self._ready.append(told.format(language=self._language, lines=lines))
        self._code_lines = 0

    def _tell_table(self) -> None:
        """Sum up the table before this line, if there is one. Its first row has the titles."""
        if self._table_rows:
            rows = tr("%n row(s)", "", max(1, self._table_rows - 1))
            self._ready.append(tr("Table, {rows}").format(rows=rows))
            self._table_rows = 0

    # --- sentences -----------------------------------------------------------------------

    def _end_paragraph(self) -> None:
        if self._prose:
            self._split()
            self._say(self._prose)
            self._prose = ""

    def _split(self) -> None:
        text, done = self._prose, 0
        for found in _END.finditer(text):
            if _ends(text[max(done, found.end() - _LOOK) : found.end()], found[1] or ""):
                self._say(text[done : found.end()])
                done = found.end()
        while len(text) - done > _LONGEST:
            cut = text.rfind(" ", done + 1, done + _LONGEST)
            cut = cut if cut > done else done + _LONGEST
            self._say(text[done:cut])
            done = cut
        self._prose = text[done:]

    def _say(self, text: str) -> None:
        if said := " ".join(_plain(text).split()):
            self._ready.append(said)


def _unmarked(line: str) -> str:
    marks = _MARKS.match(line)
    return line[marks.end() :] if marks else line


def _cells(row: str) -> str:
    return ", ".join(cell.strip() for cell in row.strip("|").split("|") if cell.strip())


def _ends(sentence: str, following: str) -> bool:
    """Return True if the sentence ends here, and not at an abbreviation or number."""
    if not following:
        return True
    if following.islower():
        return False
    words = _FOOTNOTE.sub("", sentence).rstrip("\"'”’»)]*_~`")
    if not words.endswith(".") or words.endswith(".."):
        return True
    before = _BEFORE.search(words[:-1])
    word = before[0].strip("*_~`") if before else ""
    initial = len(word) == 1 and word.isalpha() and word != "I"
    count = len(word) <= 2 and word.isdecimal() and following.isalpha()
    numbered = word.lower() in _BEFORE_NUMBERS and following.isdecimal()
    return not (initial or count or numbered or word.lower() in _UNENDING)


def _plain(text: str) -> str:
    parts, done = [], 0
    for code in _CODE.finditer(text):
        parts += [_unstyled(text[done : code.start()]), code[2]]
        done = code.end()
    return "".join([*parts, _unstyled(text[done:])])


def _unstyled(text: str) -> str:
    text = _PAIRS.sub("", _LINK.sub(r"\1", _FOOTNOTE.sub("", text)))
    return _ESCAPE.sub(r"\1", _SINGLE.sub("", text))

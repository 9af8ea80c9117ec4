"""Every text of the window that people read or hear can be translated."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.kit.paths import ROOT

# Its literals are tags and attributes.
MARKUP = ROOT / "ui" / "markdown" / "safe_html.py"
# With those where the application makes widgets itself.
FILES = [
    *(path for path in (ROOT / "ui").rglob("*.py") if path != MARKUP),
    *(
        path
        for path in (ROOT / "app").rglob("*.py")
        if "PySide6.QtWidgets" in path.read_text("utf-8")
    ),
]
SOURCES = [path for folder in ("ui", "app", "engine") for path in (ROOT / folder).rglob("*.py")]
LANGUAGE = ROOT / "ui" / "look" / "language.py"

# They hand on what others wrote as literals.
PASSING_ON = (LANGUAGE, ROOT / "engine" / "sentences.py", ROOT / "engine" / "errors.py")
TRANSLATED = {"tr", "say", "translate"}
# What these are given is read by programs.
FOR_PROGRAMS = {
    "LookupError", "TypeVar", "compile", "debug", "endswith", "error", "exception", "getLogger",
    "getattr", "info", "property", "setObjectName", "setProperty", "setStyleSheet", "startswith",
    "strftime", "warning",
}  # fmt: skip
# Of these even a word without a capital is read.
FOR_PEOPLE = {
    "addAction", "addItem", "addMenu", "addRow", "setAccessibleDescription", "setAccessibleName",
    "setPlaceholderText", "setPrefix", "setSpecialValueText", "setStatusTip", "setSuffix",
    "setText", "setTitle", "setToolTip", "setWindowTitle",
}  # fmt: skip
# Keys, kinds of tokens of Pygments, ids of commands, and abbreviations, which end no sentence.
NO_WORDS = re.compile(r"(Ctrl|Alt|Shift|Meta)\+|Token\.[\w.]+$|[a-z]+_\{\}$|e\.g i\.e ")
ALLOWED = {
    "*.json *.zip": "names of files",
    "AL": "direction in Unicode",
    "ActionInvoked": "signal of D-Bus",
    "Anthropic": "name of an API",
    "AppKit": "library",
    "CSV (*.csv)": "name of a format",
    "Cc": "category of Unicode",
    "Cf": "category of Unicode",
    "Co": "category of Unicode",
    "Cs": "category of Unicode",
    "Deutsch": "languages are called as they call themselves",
    "Duologue": "name of the application",
    "English": "languages are called as they call themselves",
    "Fusion": "style of Qt",
    "HTML (*.html)": "name of a format",
    "Inter": "font",
    "JSON (*.json)": "name of a format",
    "JetBrains Mono": "font",
    "MCP": "name of a protocol",
    "Markdown (*.md)": "name of a format",
    "NFKD": "form of Unicode",
    "NSScroller": "class of macOS",
    "NSWorkspace": "class of macOS",
    **dict.fromkeys(("Ctrl", "Meta", "Minus", "Plus", "Tab"), "key as Qt names it"),
    "Notify": "method of D-Bus",
    "OpenAI": "name of an API",
    "PDF (*.pdf)": "name of a format",
    "SVG (*.svg)": "name of a format",
    "http://192.168.1.20:8080/v1": "form of an address",
    "tone{}": "name of a color",
    "ScrollLeftButton": "name of an object",
    "ScrollRightButton": "name of an object",
    "String": "kind of token of Pygments",
    "ZIP (*.zip)": "name of a format",
    "Zl": "category of Unicode",
    "Zp": "category of Unicode",
    "*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.avif *.pdf *.mp4 *.mov *.m4v *.webm"
    " *.mkv *.avi": "names of files",
    "*.txt *.md *.csv *.json *.py *.log *.xml *.html *.yaml *.yml *.toml *.tex": "names of files",
    '{"expression": "1 + 1"}': "JSON",
    '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "a-server"]}}}': "JSON",
    '{"type": "object", "properties": {…}}': "JSON",
    "npx": "command line",
    "{}.svg": "name of a file",
    "<qt>{}</qt>": "markup",
    '<svg fill="{}" ': "markup",
    "mailto:{}": "address",
    **dict.fromkeys(
        (
            "Expecting value", "Expecting property name", "Expecting ':'", "Expecting ','",
            "Extra data", "Illegal trailing comma", "Invalid \\", "Invalid control character",
            "Unterminated string",
        ),
        "messages of Python's parser of JSON",
    ),
    "{}?subject={}": "address",
    "formula:{}:{}:{}": "name of an image",
    "picture:{}": "name of an image",
    "{}px": "style sheet",
}  # fmt: skip


def words_of(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of each literal that looks like words for people and is not translated."""
    yield from _words(ast.parse(source), shown=False)


def _words(node: ast.AST, shown: bool) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Constant(value=str(text)) if _is_read(text, shown):
            yield node.lineno, text
        case ast.JoinedStr(values=parts):
            text = "".join(str(it.value) if isinstance(it, ast.Constant) else "{}" for it in parts)
            if _is_read(text, shown=True):
                yield node.lineno, text
            for part in parts:
                if isinstance(part, ast.FormattedValue):
                    yield from _words(part.value, shown=False)
        case ast.Call(func=function):
            if _name(function) not in TRANSLATED | FOR_PROGRAMS:
                yield from _inside(node, _name(function) in FOR_PEOPLE)
        case ast.Expr(value=ast.Constant()):
            # a docstring
            return
        case ast.Subscript() | ast.Compare():
            yield from _inside(node, shown=False)
        case _:
            yield from _inside(node, shown)


def _inside(node: ast.AST, shown: bool) -> Iterator[tuple[int, str]]:
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _words(child, shown)


def _name(function: ast.expr) -> str:
    match function:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _is_read(text: str, shown: bool) -> bool:
    if not re.search(r"[A-Za-z]{2}", text) or NO_WORDS.match(text):
        return False
    return shown or text[0].isupper() or " " in text.strip()


def _is_ours(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and _name(node.func) in ("tr", "say")


def _trees(*names: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield each source that calls one of the functions; to parse the others takes seconds."""
    called = re.compile(rf"\b({'|'.join(names)})\(")
    for path in SOURCES:
        if called.search(text := path.read_text("utf-8")):
            yield path, ast.parse(text)


def _told(path: Path, line: int, text: str) -> str:
    return f"{path.relative_to(ROOT)}:{line}: {text}"


def test_all_texts_are_translated() -> None:
    found = [(path, line, text) for path in FILES for line, text in words_of(path.read_text())]
    left = [_told(*it) for it in found if it[2] not in ALLOWED]
    assert not left, "\n".join(left)
    assert not set(ALLOWED) - {text for _, _, text in found}, "allowed, and not there"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('QLabel("Save")', "Save"),
        ('name = "all of it"', "all of it"),
        ('label.setText("none")', "none"),
        ('label.setText(f"{count} tokens")', "{} tokens"),
        ('TITLE = "Chat"', "Chat"),
        ("f\"{a or 'Nothing'}\"", "Nothing"),
        ('tr("Save") + " as file"', " as file"),
    ],
)
def test_untranslated_texts_are_found(source: str, text: str) -> None:
    assert [it for _, it in words_of(source)] == [text]


@pytest.mark.parametrize(
    "source",
    [
        'tr("Save")',
        'say("All of {it}", it=1)',
        'f"{a} · {b}"',
        '"""What it is."""',
        'it.setObjectName("Save it")',
        'x = "name"',
        'keys = "Ctrl+S"',
        'log.info("there is no %s", x)',
    ],
)
def test_strings_without_words_are_not_reported(source: str) -> None:
    assert not list(words_of(source))


def test_translators_get_every_text() -> None:
    """Literals are all that lupdate extracts, but not inside an f-string."""
    hidden = []
    for path, tree in _trees("tr", "say"):
        if path not in PASSING_ON:
            hidden += [_told(path, it.lineno, ast.unparse(it)) for it in _hidden(tree)]
    assert not hidden, "\n".join(hidden)


def _hidden(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield from (it for it in ast.walk(node) if _is_ours(it))
        elif _is_ours(node) and not (node.args and isinstance(node.args[0], ast.Constant)):
            yield node


def test_no_text_is_translated_before_the_language_is_known() -> None:
    early = []
    for path, tree in _trees("tr", "translated"):
        bodies = [it for it in ast.walk(tree) if isinstance(it, ast.Module | ast.ClassDef)]
        for statement in (it for body in bodies for it in body.body):
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                continue
            early += [
                _told(path, it.lineno, ast.unparse(it))
                for it in _at_once(statement)
                if isinstance(it, ast.Call) and _name(it.func) in ("tr", "translated")
            ]
    assert not early, "\n".join(early)


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run with the statement, skipping the bodies of lambdas."""
    if not isinstance(node, ast.Lambda):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _at_once(child)


def test_numbers_are_written_in_the_language() -> None:
    """Format codes such as `:,` or `:.1f` would write numbers with English separators."""
    english = []
    for path in FILES:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if path != LANGUAGE and re.search(r"\{[^{}\"]*:(,|,?\.\d+[f%])\}?", line):
                english.append(_told(path, number, line.strip()))
    assert not english, "\n".join(english)

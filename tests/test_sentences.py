"""Texts of the engine and the app that people read are written where translators find them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.paths import ROOT

SAYING = {"Refused", "say", "say_all", "tr"}
# Where a sentence is shown, and which argument it is.
SHOWN = dict.fromkeys(("OverBudget", "show", "show_problem", "add_problem", "set_note"), 0) | {
    "Failed": 1,
    "Waiting": 1,
}
# A terminal speaks English.
TERMINAL = {
    f"app/{name}.py"
    for name in (
        *("__main__", "cli/ask", "cli/ask_options"),
        *("cli/conversation_file", "cli/model_choices", "cli/serve", "cli/terminal"),
    )
}
# So does a model, and people see what it was told.
MODEL = {
    "engine/rendering/chat_template.py",
    "engine/rendering/learned_calls.py",
    "engine/rendering/trial.py",
    "app/requests/tool_calls.py",
} | {
    f"app/tools/{name}.py"
    for name in (
        *("arguments", "calculator", "current_date", "mcp_results"),
        *("read_file", "runner", "toolbox"),
    )
}
# So do the APIs of other programs, but for what the window and the terminal show of the server.
PROGRAMS = {
    str(path.relative_to(ROOT))
    for path in (ROOT / "app" / "server").glob("*.py")
    if path.stem not in ("local_server", "server", "server_token")
}
SENTENCE = re.compile(r"\S+ (.*\S)?[.…!?]\)?", re.DOTALL)
SOURCES = sorted(
    path
    for folder in ("engine", "app")
    for path in (ROOT / folder).rglob("*.py")
    if str(path.relative_to(ROOT)) not in TERMINAL | PROGRAMS
)


def called_name(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    found = node.func
    return found.attr if isinstance(found, ast.Attribute) else getattr(found, "id", "")


def said_inside(node: ast.AST) -> set[int]:
    """The nodes of what is said, logged, or documented."""
    found: set[int] = set()
    for each in ast.walk(node):
        logged = called_name(each) and ast.unparse(each).startswith(("log.", "_log."))
        documents = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
        if called_name(each) in SAYING or logged or documents:
            found.update(id(inner) for inner in ast.walk(each))
    return found


def untranslated_texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the text literals of a tree that are not passed to `say`, with their lines."""
    said = said_inside(node)
    for each in ast.walk(node):
        if id(each) in said:
            continue
        if isinstance(each, ast.JoinedStr):
            said.update(id(inner) for inner in ast.walk(each))
            parts = (it.value if isinstance(it, ast.Constant) else "x" for it in each.values)
            yield each.lineno, "".join(map(str, parts))
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value:
            yield each.lineno, each.value


def shown_arguments(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        index = SHOWN.get(called_name(node))
        if index is not None and isinstance(node, ast.Call) and len(node.args) > index:
            yield node.args[index]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_shown_texts_can_be_translated(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    spelled = [
        found for argument in shown_arguments(tree) for found in untranslated_texts(argument)
    ]
    if str(path.relative_to(ROOT)) not in MODEL:
        spelled += [found for found in untranslated_texts(tree) if SENTENCE.fullmatch(found[1])]
    assert not spelled, "say(…) it: engine/sentences.py"


@pytest.mark.parametrize(
    "source",
    [
        'Waiting("Too large.")',
        'Failed(1, error or "Broken")',
        'window.workspace.notices.show("Saved")',
        'reason = f"{name} is {what}, which is too large."',
    ],
)
def test_the_search_finds_untranslated_texts(source: str) -> None:
    tree = ast.parse(source)
    found = [it for argument in shown_arguments(tree) for it in untranslated_texts(argument)]
    assert found or any(SENTENCE.fullmatch(text) for _, text in untranslated_texts(tree))


def test_templates_are_literals() -> None:
    """Literals are all that lupdate extracts."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if called_name(node) == "say" and path.name not in ("sentences.py", "errors.py"):
                assert isinstance(node, ast.Call)
                assert isinstance(node.args[0], ast.Constant), f"{path}:{node.lineno}"
            if called_name(node) == "Refused":
                assert isinstance(node, ast.Call)
                assert not isinstance(node.args[0], ast.JoinedStr), f"{path}:{node.lineno}"

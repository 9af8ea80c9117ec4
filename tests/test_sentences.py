"""Texts of the engine and the app that people read are written where translators find them."""

import ast
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.paths import ROOT

SAYING = {"Refused", "SentenceTemplate", "say", "say_all", "tr"}
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


def is_logged(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "_log"))):
            return True
    return False


def is_said(node: ast.AST) -> bool:
    """Return True for what is said, logged, or documented."""
    documents = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return documents or called_name(node) in SAYING or is_logged(node)


def untranslated_texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the text literals of a tree that are not passed to `say`, with their lines."""
    todo = deque([node])
    while todo:
        each = todo.popleft()
        if is_said(each):
            continue
        if isinstance(each, ast.JoinedStr):
            parts = (it.value if isinstance(it, ast.Constant) else "x" for it in each.values)
            yield each.lineno, "".join(map(str, parts))
            continue
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value:
            yield each.lineno, each.value
        todo.extend(ast.iter_child_nodes(each))


def shown_arguments(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        index = SHOWN.get(called_name(node))
        if index is not None and isinstance(node, ast.Call) and len(node.args) > index:
            yield node.args[index]


def spelled_texts(path: Path, tree: ast.AST) -> Iterator[tuple[int, str]]:
    for argument in shown_arguments(tree):
        yield from untranslated_texts(argument)
    if str(path.relative_to(ROOT)) not in MODEL:
        yield from (it for it in untranslated_texts(tree) if SENTENCE.fullmatch(it[1]))


def built_templates(path: Path, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield calls whose template is no literal: literals are all that lupdate extracts."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        saying = called_name(node) == "say" and path.name not in ("sentences.py", "errors.py")
        if (saying and not isinstance(node.args[0], ast.Constant)) or (
            called_name(node) == "Refused" and isinstance(node.args[0], ast.JoinedStr)
        ):
            yield node.lineno, ast.unparse(node)


def test_shown_texts_can_be_translated() -> None:
    spelled, built = [], []
    for path in SOURCES:
        tree, name = ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(ROOT))
        spelled += [(name, *found) for found in spelled_texts(path, tree)]
        built += [(name, *found) for found in built_templates(path, tree)]
    assert not spelled, "say(…) it: engine/sentences.py"
    assert not built, "say(…) a literal"


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

"""Collects the texts of the window for translators, and compiles their translations.

uv run python packaging/translate.py            # after texts changed; then translate, then again
uv run python packaging/translate.py --check    # fails if a translation is missing

The sources are in English; the English catalogue has only the plurals, made from the endings in
brackets: "%n file(s)", "%n repl(y|ies)".
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from string import Formatter
from typing import Any
from xml.etree import ElementTree

import PySide6

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.sentences import english

FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("en", "de")
SOURCES = ("ui", "app", "engine")
# The command line is in English only.
TERMINAL = ROOT / "app" / "cli"
# Texts of these (engine/sentences.py, engine/errors.py) are looked up in ui/look/language.py.
ALIAS = "tr+=say,tr+=SentenceTemplate,tr+=Refused"
_TOOLS = Path(PySide6.__file__).parent


def catalogue(language: str) -> Path:
    return FOLDER / f"duologue_{language}.ts"


def collect(language: str, target: Path) -> None:
    """Update a catalogue from the sources and drop texts that no longer exist."""
    files = sorted(
        str(it)
        for folder in SOURCES
        for it in (ROOT / folder).rglob("*.py")
        if TERMINAL not in it.parents
    )
    options = [
        "-tr-function-alias",
        ALIAS,
        "-no-obsolete",
        "-locations",
        "none",
        "-sort-messages",
        "-target-language",
        language,
    ]
    options += ["-pluralonly"] if language == "en" else []
    listed = target.with_suffix(".lst")
    listed.write_text("\n".join(files), encoding="utf-8")
    _run("lupdate", "-silent", *options, f"@{listed}", "-ts", str(target))
    listed.unlink()
    if language == "en":
        _fill_plurals(target)


def _fill_plurals(target: Path) -> None:
    tree = ElementTree.parse(target)
    for message in tree.iter("message"):
        source = message.findtext("source", "")
        translation = message.find("translation")
        assert translation is not None
        translation.attrib.pop("type", None)
        for form, count in zip(translation.iter("numerusform"), (1, 2), strict=True):
            form.text = english(source, count)
    _write(tree, target)


def _write(tree: Any, target: Path) -> None:
    text = ElementTree.tostring(tree.getroot(), encoding="unicode")
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    target.write_text(f"{head}{text}\n", encoding="utf-8")


def compiled(source: Path, target: Path) -> None:
    """Compile a catalogue for Qt. The file is replaced, because a running application has the old
    one mapped."""
    fresh = target.with_suffix(".new")
    _run("lrelease", "-silent", str(source), "-qm", str(fresh))
    fresh.replace(target)


def missing(source: Path) -> list[str]:
    """Return the texts without a finished translation."""
    found = []
    for message in ElementTree.parse(source).iter("message"):
        translation = message.find("translation")
        forms = [] if translation is None else [translation, *translation.iter("numerusform")]
        texts = forms[1:] or forms
        unfinished = translation is None or translation.get("type") == "unfinished"
        if unfinished or not all((form.text or "").strip() for form in texts):
            found.append(message.findtext("source", ""))
    return found


def misnamed(source: Path) -> list[str]:
    """Return the texts whose translation has different placeholders."""
    found = []
    for message in ElementTree.parse(source).iter("message"):
        text, translation = message.findtext("source", ""), message.find("translation")
        forms = [] if translation is None else [translation, *translation.iter("numerusform")]
        written = [form.text for form in forms if (form.text or "").strip()]
        if any(_names(form or "") != _names(text) for form in written):
            found.append(text)
    return found


def _names(text: str) -> set[str]:
    """Return the placeholders of a text with their formats, or the whole text if they are
    malformed."""
    try:
        fields = [(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        return {text}
    return {f"{name}:{spec}" for name, spec in fields}


def stale(language: str) -> list[str]:
    """Return the problems of a catalogue as it is in the repository."""
    kept = catalogue(language)
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / kept.name
        fresh.write_bytes(kept.read_bytes())
        collect(language, fresh)
        problems = [f"not translated: {text}" for text in missing(fresh)]
        problems += [f"other placeholders in the translation: {text}" for text in misnamed(fresh)]
        if fresh.read_bytes() != kept.read_bytes():
            problems.append(f"{kept.name} does not match the sources")
        binary = fresh.with_suffix(".qm")
        compiled(kept, binary)
        if binary.read_bytes() != kept.with_suffix(".qm").read_bytes():
            problems.append(f"{kept.stem}.qm does not match {kept.name}")
    return problems


def _run(tool: str, *arguments: str) -> None:
    subprocess.run([str(_TOOLS / tool), *arguments], check=True, cwd=ROOT)


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        problems = [problem for language in LANGUAGES for problem in stale(language)]
        print("\n".join(problems) or "All texts are translated.")
        return bool(problems)
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        source = catalogue(language)
        collect(language, source)
        compiled(source, source.with_suffix(".qm"))
        print(f"{source.name}: {len(missing(source))} not translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())

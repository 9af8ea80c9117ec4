"""A cache on disk of the facts about models on the hub, by repository and commit."""

import logging
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from app.base.disk import read_json, write_json
from app.base.json_values import json_value, restored
from engine.frozen import frozen
from engine.model_facts import ModelFacts

log = logging.getLogger(__name__)

NAME = "hub_facts.json"
MOST_ENTRIES, MAX_BYTES = 500, 4 << 20


@frozen
class Description:
    """The facts about a model at a commit. `size` are the bytes that would be downloaded;
    `problem` is a sentence why it does not run here."""

    facts: ModelFacts | None = None
    problem: str = ""
    size: int = 0
    licence: str = ""


def read_cache(folder: Path) -> dict[str, Description]:
    """Return what was kept, by `key`. What is damaged, or was written by another version of
    Duologue, which may judge otherwise, is dropped. Blocks."""
    try:
        found = read_json(folder / NAME, MAX_BYTES)
        if found.get("version") != _version():
            return {}
        return dict(_entries(found["models"]))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, AttributeError, RecursionError) as error:
        log.info("%s is not used: %s", NAME, error)
        return {}


def write_cache(folder: Path, known: dict[str, Description]) -> None:
    """Keep the newest entries; those with a sentence are asked anew in another run. Blocks."""
    kept = [(key, it) for key, it in known.items() if not it.problem][-MOST_ENTRIES:]
    try:
        models = {key: json_value(it) for key, it in kept}
        write_json(folder / NAME, {"version": _version(), "models": models})
    except OSError as error:
        log.info("%s cannot be written: %s", NAME, error)


def key(repository: str, revision: str) -> str:
    return f"{repository}@{revision}"


def _entries(found: dict[str, object]) -> Iterator[tuple[str, Description]]:
    for name, entry in list(found.items())[-MOST_ENTRIES:]:
        try:
            yield name, restored(Description, entry)
        except ValueError:
            continue


def _version() -> str:
    try:
        return version("duologue")
    except PackageNotFoundError:
        return ""

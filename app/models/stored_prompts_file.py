"""Stores a person's prompts in `prompts.json` of the data folder, and shares them as files."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.base.disk import read_json, read_text
from app.models.choices_file import ChoicesFile, FileWords, NewerFile, versioned
from engine.errors import Refused, reason
from engine.rendering.half_characters import whole_characters
from engine.sentences import Sentence, SentenceTemplate, say
from ui.state.one_line_text import LONGEST_NAME, free_name, one_line, title_from
from ui.state.stored_prompts import (
    LONGEST_TEXT,
    MOST_PROMPTS,
    StoredPrompt,
)
from ui.state.workspace import Workspace

NAME = "prompts.json"
FORMAT, VERSION = "duologue-prompts", 1
# Identifies the notice that prompts could not be saved.
PROMPTS = "prompts"
MAX_BYTES = 16 << 20
TEXT_SUFFIXES = (".txt", ".md", ".markdown")
# Keys of other programs' files: Open WebUI writes a title, or a name, and the content.
_NAME_KEYS = ("name", "title", "command")
_TEXT_KEYS = ("text", "content", "prompt")
_WORDS = FileWords(
    damaged=SentenceTemplate(
        "The stored prompts were damaged and cannot be read. The damaged file is kept as {path}."
    ),
    blocked=SentenceTemplate(
        "The stored prompts in {path} are left as they are, and changes to prompts are not "
        "saved. {reason}"
    ),
    not_saved=SentenceTemplate(
        "The prompts could not be written to {path}: {reason}. Check the disk, then make "
        "the change again."
    ),
)


class StoredPromptsFile(QObject):
    """Saves prompts whenever they change. A damaged file is set aside as a whole; a file that is
    valid but unreadable here is never overwritten."""

    def __init__(self, folder: Path, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._notices = workspace.notices
        self._file = ChoicesFile(folder / NAME, MAX_BYTES, workspace.notices, PROMPTS, _WORDS)
        self._saved = True
        self.prompts = workspace.prompts
        self.prompts.fill(self._file.load(_saved_prompts, ()))
        self.prompts.changed.connect(self._save)
        self.prompts.refused.connect(lambda text: workspace.notices.show(_refused(text)))
        workspace.transfer_requests.prompts_imported.connect(self.take)
        workspace.transfer_requests.prompts_exported.connect(self.write)

    def take(self, paths: list[str]) -> None:
        """Import prompts from these files, and show a notice for each file."""
        for path in map(Path, paths):
            try:
                found = read_stored_prompts(path)
            except Refused as error:
                self._notices.show(error.args[0], "error")
                continue
            added = self.prompts.add(*found)
            # Otherwise the reason is already on screen.
            if self._saved:
                self._notices.show(_added(len(added), len(found)))

    def write(self, prompts: tuple[StoredPrompt, ...], path: str) -> None:
        self._file.export(prompts_json(prompts), Path(path))

    def _save(self) -> None:
        self._saved = self._file.save(prompts_json(self.prompts.all()))


def prompts_json(prompts: tuple[StoredPrompt, ...]) -> dict[str, Any]:
    listed = [{"name": it.name, "text": it.text} for it in prompts]
    return {"format": FORMAT, "version": VERSION, "prompts": listed}


def read_stored_prompts(path: Path) -> tuple[StoredPrompt, ...]:
    """Read a file of Duologue or Open WebUI, or a text, which is one prompt. Raises Refused."""
    try:
        if path.suffix.lower() in TEXT_SUFFIXES:
            found = _prompts([{"name": path.stem, "text": read_text(path, MAX_BYTES)}])
        else:
            found = _imported(read_json(path, MAX_BYTES))
    except OSError as error:
        raise Refused(
            "{name} cannot be read: {reason}. Choose another file.",
            name=path.name,
            reason=reason(error),
        ) from error
    except NewerFile as error:
        raise Refused(
            "{name} cannot be used: {reason}", name=path.name, reason=error.args[0]
        ) from error
    except UnicodeDecodeError as error:
        raise Refused(
            "{where} is not UTF-8 text. Save the file as UTF-8.", where=path.name
        ) from error
    except (ValueError, RecursionError) as error:
        raise Refused(_no_prompts(path)) from error
    if not found:
        raise Refused(_no_prompts(path))
    return found


def read_saved_prompts(folder: Path) -> tuple[StoredPrompt, ...]:
    """Return the prompts that a data folder has. Raises OSError, and ValueError or RecursionError
    for a file that cannot be used."""
    return _saved_prompts(read_json(folder / NAME, MAX_BYTES))


def _no_prompts(path: Path) -> Sentence:
    return say(
        "{name} contains no prompts that can be used. Choose a file written by Duologue or Open "
        "WebUI, or a text file with one prompt.",
        name=path.name,
    )


def _imported(found: Any) -> tuple[StoredPrompt, ...]:
    """Return the prompts of our own format, or of a list. Raises ValueError."""
    if isinstance(found, list):
        return _prompts(found)
    return _saved_prompts(found)


def _saved_prompts(found: Any) -> tuple[StoredPrompt, ...]:
    listed = versioned(found, FORMAT, VERSION).get("prompts")
    if not isinstance(listed, list):
        raise ValueError("its prompts are not a list")
    return _prompts(listed)


def _prompts(listed: list[Any]) -> tuple[StoredPrompt, ...]:
    """Return the prompts, with normalized names that differ. Raises ValueError."""
    if len(listed) > MOST_PROMPTS:
        raise ValueError("there are too many prompts")
    found: dict[str, StoredPrompt] = {}
    for fields in listed:
        prompt = _prompt(fields)
        name = free_name(prompt.name, found)
        found[name] = StoredPrompt(name, prompt.text)
    return tuple(found.values())


def _prompt(fields: Any) -> StoredPrompt:
    if not isinstance(fields, dict):
        raise ValueError("a prompt is not an object")
    name, text = _first_text(fields, _NAME_KEYS), _first_text(fields, _TEXT_KEYS).strip()
    if not text or len(text) > LONGEST_TEXT:
        raise ValueError("a prompt has no text, or too much of it")
    return StoredPrompt(one_line(name, LONGEST_NAME) or title_from(text), text)


def _first_text(fields: dict[str, Any], keys: tuple[str, ...]) -> str:
    return _whole(next((it for key in keys if isinstance(it := fields.get(key), str)), ""))


def _whole(text: str) -> str:
    """Return a text with line feeds alone, and without what no file can have."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return whole_characters(text)


def _added(added: int, found: int) -> Sentence:
    if not added:
        return say("Nothing was added: these prompts exist already, or there is no room.")
    if added == 1:
        return say("Added one prompt.")
    return say("Added {count} of {found} prompts.", count=str(added), found=str(found))


def _refused(text: str) -> Sentence:
    if len(text) > LONGEST_TEXT:
        return say(
            "The text was not saved: it has {count:,} characters, and a prompt has at most "
            "{most:,}. Put a shorter part into the question field and save that.",
            count=len(text),
            most=LONGEST_TEXT,
        )
    return say(
        "The text was not saved: there are {most:,} prompts already. Delete one in the settings, "
        "then save the text again.",
        most=MOST_PROMPTS,
    )

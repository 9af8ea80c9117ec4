"""Keeps choices of a person in a JSON file that is not lost when it cannot be read."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from app.base import file_manager
from app.base.disk import read_json, set_aside, write_json, write_text
from engine.errors import reason
from engine.frozen import frozen
from engine.sentences import Sentence, SentenceTemplate, say
from ui.state.notice import Notice, Notices

log = logging.getLogger(__name__)

T = TypeVar("T")
_NEWER = SentenceTemplate(
    "They were written by a newer Duologue (version {version} of their format). "
    "Update Duologue to use them."
)


class NewerFile(ValueError):
    """A file written by a later version; its message is a sentence for the user."""


def versioned(
    found: Any, file_format: str, version: int, newer: SentenceTemplate = _NEWER
) -> dict[str, Any]:
    """Return the contents of a file of this format. Raises NewerFile with the sentence `newer`
    for a {version} that is not known here, and ValueError for any other contents."""
    if not isinstance(found, dict) or found.get("format") != file_format:
        raise ValueError(f"it is not {file_format}")
    given = found.get("version")
    if not isinstance(given, int) or given > version:
        raise NewerFile(newer.filled(version=given))
    return found


@frozen
class FileWords:
    """The sentences about one file: `damaged` has the {path} of the damaged file that is kept, and
    the others have the {path} of the file and the {reason}."""

    damaged: SentenceTemplate
    blocked: SentenceTemplate
    not_saved: SentenceTemplate

    def save_failed(self, path: Path, error: OSError) -> Sentence:
        return self.not_saved.filled(path=str(path), reason=reason(error))


class ChoicesFile:
    """A damaged file is set aside as a whole; a file that is valid but unreadable here is never
    overwritten. `cause` identifies the notice that nothing can be saved."""

    def __init__(
        self, path: Path, max_bytes: int, notices: Notices, cause: str, words: FileWords
    ) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._notices = notices
        self._cause = cause
        self._words = words
        self._blocked: Sentence | None = None

    def load(self, parse: Callable[[Any], T], empty: T) -> T:
        """Return the parsed contents, or `empty`. `parse` raises ValueError for a damaged file, and
        NewerFile."""
        try:
            return parse(read_json(self._path, self._max_bytes))
        except FileNotFoundError:
            pass
        except OSError as error:
            self._block(say("They cannot be read: {reason}.", reason=reason(error)))
        except NewerFile as error:
            self._block(error.args[0])
        except (ValueError, RecursionError) as error:
            kept = set_aside(self._path)
            if kept.exists():
                log.warning("%s is kept as %s: %s", self._path, kept, error)
                self._notices.show(self._words.damaged.filled(path=str(kept)), "error")
            else:
                self._block(say("The file is damaged. Fix or move it, then start Duologue again."))
        return empty

    def save(self, value: Any, *, quiet: bool = False) -> bool:
        """Write the choices. Return True if they were saved. A notice says why not; `quiet` is for
        changes that no person made, of which only the log tells."""
        problem = self._blocked
        if problem is None:
            try:
                write_json(self._path, value)
            except OSError as error:
                problem = self._words.save_failed(self._path, error)
        if problem is None:
            self._notices.end(self._cause)
        elif quiet:
            log.warning("%s", problem)
        else:
            self._notices.show(problem, "error", self._cause)
        return problem is None

    def export(self, value: Any, path: Path) -> None:
        """Write choices to a file that a person shares, and show a notice that offers it."""
        cause = f"{self._cause}-export"
        try:
            write_text(path, (json.dumps(value, indent=2, ensure_ascii=False), "\n"))
        except OSError as error:
            self._notices.show(self._words.save_failed(path, error), "error", cause)
        else:
            notice = Notice(say("Exported to {name}.", name=path.name), cause=cause)
            self._notices.tell(file_manager.with_file(notice, path))

    def _block(self, reason: Sentence) -> None:
        self._blocked = self._words.blocked.filled(path=str(self._path), reason=reason)
        self._notices.show(self._blocked, "error", self._cause)

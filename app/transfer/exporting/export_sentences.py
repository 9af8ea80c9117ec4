"""Says which files an export could not write or lacks, and warns of keys that it contains."""

from collections.abc import Sequence
from pathlib import Path

from app.base.disk import is_disk_full
from app.settings import settings_file
from app.transfer.exporting.file_pieces import Unread
from engine.errors import reason
from engine.sentences import Sentence, say


def not_written(name: str, error: Exception) -> Sentence:
    """Return the sentence for a file that could not be written."""
    if is_disk_full(error):
        return say(
            "{name} could not be written: the disk is full. Free some space and try again.",
            name=name,
        )
    return say(
        "{name} could not be written: {why}. Choose another folder.",
        name=name,
        why=reason(error),
    )


def all_left_out(unread: Sequence[Unread]) -> list[Sentence]:
    """Name the first of the attachments that could not be read, and count the others."""
    more = len(unread) - 1
    others = [say("And %n more.", "", more)] if more > 0 else []
    return [*(left_out(*it) for it in unread[:1]), *others]


def left_out(name: str, error: OSError) -> Sentence:
    return say(
        "{name} could not be read and is not in the export: {why}.",
        name=name,
        why=reason(error),
    )


def warned_of_keys(home: Path) -> list[Sentence]:
    """Warn of keys that go with the file."""
    loaded = settings_file.read_settings(home)
    if loaded.problem:
        return [
            say(
                "The file contains your settings as they are, although they cannot be read. They "
                "may include keys of your tool servers."
            )
        ]
    if not any(server.environment for server in loaded.value.servers):
        return []
    return [
        say("The file contains environment variables of your tool servers, which may include keys.")
    ]

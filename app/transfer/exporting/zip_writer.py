"""Writes all conversations, attachments, settings, presets and prompts as one .zip file."""

import json
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.attachments.kept_files import Files
from app.base.cancelling import Check
from app.base.disk import replacing
from app.database.reader import Reader
from app.database.rows import TABS
from app.models import presets, stored_prompts_file
from app.settings import settings_file
from app.transfer.bundle import bundle_of, folder_json, names_in, names_of_files, to_json
from app.transfer.exporting.file_pieces import Unread, Unreadable, file_pieces
from app.transfer.exporting.json_writer import content, content_bytes, head_of
from engine.frozen import frozen

HEAD = "duologue.json"
CONVERSATIONS, ATTACHMENTS = "conversations", "attachments"
# Files of the home that are added unchanged.
SETTINGS_FILES = (settings_file.NAME, presets.NAME, stored_prompts_file.NAME)
# The progress counts a conversation like this many bytes of attachments.
_CONVERSATION = 1 << 20


@frozen
class Exported:
    """The number of conversations in the file, and what could not be read: the names of attachments
    and of settings files, with the errors."""

    conversations: int
    attachments: Sequence[Unread]
    settings: Mapping[str, OSError]


def write_everything(
    path: Path,
    reader: Reader,
    files: Files,
    home: Path,
    show_progress: Callable[[int, int], None],
    check: Check,
) -> Exported:
    """Write the .zip file. `show_progress` gets done and total, in bytes: mostly those of
    attachments, which follow the conversations. Each content is written once. Raises OSError, or
    what `check` raises."""
    ids = reader.conversation_ids()
    named: dict[str, set[str]] = {}
    conversations = len(ids) * _CONVERSATION
    # about: it includes files of deleted chats
    expected = conversations + content_bytes(files, dict.fromkeys(reader.used_files(), ()))
    with (
        replacing(path) as temporary,
        zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive,
    ):
        settings = {it: reader.folder_settings(it.folder_id) for it in reader.folders()}
        folders = [folder_json(it, text) for it, text in settings.items()]
        for text in settings.values():
            _add_names(named, names_in(text))
        head = {**head_of(), "conversations": len(ids), "folders": folders}
        head["tabs"] = reader.state(TABS, {})
        archive.writestr(HEAD, json.dumps(head, ensure_ascii=False, indent=1))
        for number, conversation_id in enumerate(ids, 1):
            check()
            show_progress((number - 1) * _CONVERSATION, expected)
            bundle = bundle_of(reader, conversation_id)
            if bundle is None:
                continue
            text = json.dumps(to_json(bundle), ensure_ascii=False).encode("utf-8", "replace")
            archive.writestr(f"{CONVERSATIONS}/{number:06}.json", text)
            _add_names(named, names_of_files(bundle))
        done, total = conversations, conversations + content_bytes(files, named)

        def show_written(count: int) -> None:
            nonlocal done
            done += count
            show_progress(min(done, total), total)

        unread: list[Unread] = []
        for sha256, names in sorted(named.items()):
            source = content(files, sha256, names)
            if source and (error := _add_content(archive, source, sha256, check, show_written)):
                unread.append((source.name, error))
        found, unread_settings = _settings_files(home)
        for name, data in found.items():
            archive.writestr(name, data)
    return Exported(len(ids), unread, unread_settings)


def _settings_files(home: Path) -> tuple[dict[str, bytes], dict[str, OSError]]:
    """Return the settings files that there are, and the errors of those that cannot be read."""
    found: dict[str, bytes] = {}
    unread: dict[str, OSError] = {}
    for name in SETTINGS_FILES:
        try:
            # Opening a pipe would wait for ever.
            if os.path.isfile(home / name):
                found[name] = (home / name).read_bytes()
        except OSError as error:
            unread[name] = error
    return found, unread


def _add_names(named: dict[str, set[str]], found: dict[str, set[str]]) -> None:
    for sha256, names in found.items():
        named.setdefault(sha256, set()).update(names)


def _add_content(
    archive: zipfile.ZipFile,
    source: Path,
    sha256: str,
    check: Check,
    show_written: Callable[[int], None],
) -> OSError | None:
    """Add a content under one of its names; the conversations have the others. `show_written` gets
    the bytes of each piece. Return the error if it cannot be read: it is then not in the file."""
    name = f"{ATTACHMENTS}/{sha256[:2]}/{sha256}/{source.name}"
    try:
        # A copy on a Mac keeps the time of a file, which may be from before 1980.
        place = zipfile.ZipInfo.from_file(source, name, strict_timestamps=False)
    except OSError as error:
        return error
    # images and videos are compressed already
    place.compress_type = zipfile.ZIP_STORED
    try:
        with archive.open(place, "w", force_zip64=True) as write:
            for data in file_pieces(source):
                check()
                write.write(data)
                show_written(len(data))
    except Unreadable as failure:
        # The archive keeps the bytes so far, but without an entry nothing reads them.
        archive.filelist.remove(place)
        del archive.NameToInfo[place.filename]
        return failure.error
    return None

"""Settings of folders as the JSON of the database."""

import json

from app.attachments.kept_files import Files
from app.records.turns import attachment_records, attachments_of, data_of
from ui.state.folder_settings import FolderSettings


def folder_json(settings: FolderSettings, files: Files) -> str:
    """Return the settings as JSON, which has nothing that is not set."""
    values = {
        "instructions": settings.instructions,
        "preset": settings.preset,
        "attachments": attachment_records(settings.attachments, files),
    }
    return json.dumps({name: it for name, it in values.items() if it}, ensure_ascii=False)


def folder_settings(text: str, files: Files) -> FolderSettings:
    """Return the settings; what is damaged in them counts as not set."""
    data = data_of(text)
    instructions, preset = (data.get(name) for name in ("instructions", "preset"))
    try:
        attachments = attachments_of(data.get("attachments", []), files)
    except ValueError:
        attachments = ()
    return FolderSettings(
        instructions if isinstance(instructions, str) else "",
        preset if isinstance(preset, str) else "",
        attachments,
    )

"""Tells a Linux desktop about Duologue: its name, its icon, and the files that it opens."""

from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from bundling.icon_images import write_hicolor
from bundling.target import IDENTIFIER, ROOT

# The entry of links. One entry for files and links would need %U, with which a desktop may give
# files as addresses too.
LINKS_ENTRY = f"{IDENTIFIER}.Links"
LINK_TYPE = "x-scheme-handler/duologue"
# The types of `engine/media/file_kind.py`, of documents, exports and model folders.
MIME_TYPES = (
    *("image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp", "image/tiff"),
    *("image/avif", "video/mp4", "video/quicktime", "video/webm", "video/x-matroska"),
    *("video/x-msvideo", "video/vnd.avi", "application/pdf", "text/plain", "text/markdown"),
    *("application/json", "application/zip", "inode/directory"),
)
SUMMARY = {
    "": "Chat with models that run on this computer",
    "de": "Mit Modellen chatten, die auf diesem Computer laufen",
}
GENERIC_NAME = {"": "Chat with Local Models", "de": "Chat mit lokalen Modellen"}
DESCRIPTION = (
    "Duologue answers questions about text, images, videos and documents with language and"
    " vision-language models that run on your own computer. Nothing leaves it.",
    "Several models can answer side by side, chats are kept and can be searched, and a small model"
    " for a first try is part of the program.",
)


def desktop_entry(program: str = "duologue") -> str:
    """Return the desktop entry that starts `program`, alone or with files."""
    return _entry(
        {
            **_translated("GenericName", GENERIC_NAME),
            **_translated("Comment", SUMMARY),
            "Exec": f"{program} %F",
            "StartupWMClass": "Duologue",
            "Categories": "Utility;",
            "Keywords": "AI;LLM;VLM;MLX;assistant;chat;vision;",
            "MimeType": f"{';'.join(MIME_TYPES)};",
        }
    )


def links_entry(program: str = "duologue") -> str:
    """Return the desktop entry, in no menu, that gives `program` a `duologue:` link."""
    return _entry({"Exec": f"{program} %u", "NoDisplay": "true", "MimeType": f"{LINK_TYPE};"})


def _entry(words: Mapping[str, str]) -> str:
    shared = {
        "Type": "Application",
        "Name": "Duologue",
        "Icon": IDENTIFIER,
        "Terminal": "false",
        "StartupNotify": "true",
    }
    lines = (f"{key}={word}" for key, word in {**shared, **words}.items())
    return "\n".join(("[Desktop Entry]", *lines, ""))


def _translated(key: str, words: Mapping[str, str]) -> dict[str, str]:
    return {f"{key}[{code}]" if code else key: text for code, text in words.items()}


def metainfo(version: str, date: str) -> str:
    """Return the AppStream description, which software centers show. `date` is that of the
    release."""
    summaries = "\n".join(
        f"  <summary{_language(code)}>{escape(text)}</summary>" for code, text in SUMMARY.items()
    )
    paragraphs = "\n".join(f"    <p>{escape(text)}</p>" for text in DESCRIPTION)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{IDENTIFIER}</id>
  <name>Duologue</name>
{summaries}
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>Apache-2.0</project_license>
  <description>
{paragraphs}
  </description>
  <launchable type="desktop-id">{IDENTIFIER}.desktop</launchable>
  <provides>
    <binary>duologue</binary>
    <mediatype>{LINK_TYPE}</mediatype>
  </provides>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="{escape(version)}" date="{date}"/>
  </releases>
</component>
"""


def _language(code: str) -> str:
    return f' xml:lang="{code}"' if code else ""


def write_share(share: Path, version: str, date: str) -> None:
    """Write the files that belong into `/usr/share` or `~/.local/share`."""
    texts = {
        f"applications/{IDENTIFIER}.desktop": desktop_entry(),
        f"applications/{LINKS_ENTRY}.desktop": links_entry(),
        f"metainfo/{IDENTIFIER}.metainfo.xml": metainfo(version, date),
        "doc/duologue/copyright": copyright_notice(),
    }
    for name, text in texts.items():
        path = share / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    write_hicolor(share / "icons", IDENTIFIER)


def copyright_notice() -> str:
    return (
        "Duologue is under the Apache License 2.0, which follows. The terms of the libraries that\n"
        "come with it are in the folder app of the program, in THIRD_PARTY_LICENCES.txt.\n\n"
        + (ROOT / "LICENSE").read_text(encoding="utf-8")
    )

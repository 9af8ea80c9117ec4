"""The Info.plist of the app and its German texts: what Finder, the Dock and Services know of it."""

import plistlib
from pathlib import Path
from typing import Any

from bundling.licences import TERMS_OF
from bundling.target import IDENTIFIER, MACOS, MACOS_FLOOR

NAME = "Duologue"
# Icons in all looks, which only a Mac can compile.
ASSETS = "Assets.car"
URL_SCHEME = "duologue"
# The handler of the Services entry is a method of this name on the services provider.
SERVICE_MESSAGE = "askDuologue"
_SERVICE = "Ask Duologue"

# In the language of the person, by InfoPlist.strings: macOS shows them when it asks for access.
_USAGE = {
    "NSDesktopFolderUsageDescription": (
        "Duologue opens the files and model folders that you choose on the desktop.",
        "Duologue öffnet die Dateien und Modellordner, die Sie auf dem Schreibtisch auswählen.",
    ),
    "NSDocumentsFolderUsageDescription": (
        "Duologue opens the files and model folders that you choose in Documents.",
        "Duologue öffnet die Dateien und Modellordner, die Sie unter „Dokumente“ auswählen.",
    ),
    "NSDownloadsFolderUsageDescription": (
        "Duologue opens the files and model folders that you choose in Downloads.",
        "Duologue öffnet die Dateien und Modellordner, die Sie unter „Downloads“ auswählen.",
    ),
    "NSRemovableVolumesUsageDescription": (
        "Duologue lists the models on the external disks that you add as a model folder.",
        "Duologue zeigt die Modelle auf externen Laufwerken, die Sie als Modellordner hinzufügen.",
    ),
    "NSNetworkVolumesUsageDescription": (
        "Duologue lists the models on the network disks that you add as a model folder.",
        "Duologue zeigt die Modelle auf Netzlaufwerken, die Sie als Modellordner hinzufügen.",
    ),
    "NSLocalNetworkUsageDescription": (
        "Duologue connects to the tool servers, model servers and computers in your network that "
        "you add, and answers other devices if you turn its own server on.",
        "Duologue verbindet sich mit Werkzeugservern, Modellservern und Computern in Ihrem "
        "Netzwerk, die Sie hinzufügen, und antwortet anderen Geräten, wenn Sie den eigenen Server "
        "einschalten.",
    ),
}
_SERVICES = {_SERVICE: (_SERVICE, "Duologue fragen")}
# The uniform type identifiers of what can be opened. Exports of chats are ordinary .json and .zip
# files, so no type of our own is declared.
_DOCUMENTS = {
    "Image": ["public.image"],
    "Video": ["public.movie"],
    "PDF document": ["com.adobe.pdf"],
    "Text": ["public.plain-text"],
    "Model folder": ["public.folder"],
    "Exported chats": ["public.json", "public.zip-archive"],
}
# The files that Finder offers the Services entry for.
_ASKED_ABOUT = ("Image", "Video", "PDF document", "Text")


def info_plist(version: str, *, assets: bool = False) -> bytes:
    """Return Info.plist for a version of the project. With `assets`, the icon is in Assets.car."""
    icon = {"CFBundleIconName": NAME} if assets else {}
    return plistlib.dumps(_values(version) | icon)


def write_descriptions(contents: Path, version: str) -> None:
    """Write Info.plist, PkgInfo and the texts in both languages into the folder Contents."""
    assets = (contents / "Resources" / ASSETS).is_file()
    (contents / "Info.plist").write_bytes(info_plist(version, assets=assets))
    (contents / "PkgInfo").write_text("APPL????")
    for at, language in enumerate(("en", "de")):
        folder = contents / f"Resources/{language}.lproj"
        folder.mkdir(parents=True, exist_ok=True)
        for name, texts in (("InfoPlist", _USAGE), ("ServicesMenu", _SERVICES)):
            lines = {key: words[at] for key, words in texts.items()}
            (folder / f"{name}.strings").write_bytes(plistlib.dumps(lines))


def _values(version: str) -> dict[str, Any]:
    return {
        "CFBundleName": NAME,
        "CFBundleDisplayName": NAME,
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleExecutable": NAME,
        "CFBundleIconFile": NAME,
        "CFBundlePackageType": "APPL",
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "de"],
        "CFBundleDocumentTypes": [_document(name, it) for name, it in _DOCUMENTS.items()],
        "CFBundleURLTypes": [
            {
                "CFBundleURLName": IDENTIFIER,
                "CFBundleURLSchemes": [URL_SCHEME],
                "CFBundleTypeRole": "Viewer",
            }
        ],
        "NSServices": [_service()],
        "LSMinimumSystemVersion": MACOS_FLOOR,
        "LSApplicationCategoryType": "public.app-category.productivity",
        "LSArchitecturePriority": ["arm64"],
        # A second start is handed to the running app, which holds the data folder. Worker processes
        # run the same executable without Launch Services, so this does not stop them.
        "LSMultipleInstancesProhibited": True,
        "NSHighResolutionCapable": True,
        "NSPrincipalClass": "NSApplication",
        "NSHumanReadableCopyright": (
            f"Copyright © 2026 the Duologue authors. {TERMS_OF[MACOS.name][0]}."
        ),
        **{key: english for key, (english, _) in _USAGE.items()},
    }


def _document(name: str, types: list[str]) -> dict[str, Any]:
    """Offer to open files of these types, without becoming the app that opens them by default."""
    return {
        "CFBundleTypeName": name,
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Alternate",
        "LSItemContentTypes": types,
    }


def _service() -> dict[str, Any]:
    return {
        "NSMenuItem": {"default": _SERVICE},
        "NSMessage": SERVICE_MESSAGE,
        "NSPortName": NAME,
        # what the handler in app/desktop/mac_services.py takes from the pasteboard
        "NSSendTypes": ["public.utf8-plain-text", "public.png", "public.tiff"],
        "NSSendFileTypes": [it for name in _ASKED_ABOUT for it in _DOCUMENTS[name]],
        # Without a context the entry would stay hidden until it is chosen in System Settings.
        "NSRequiredContext": {},
    }

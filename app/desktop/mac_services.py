"""The entry "Ask Duologue" in the Services menu of macOS: takes what is selected in other programs,
a text, an image or files.

Info.plist announces it with the NSMessage `askDuologue`. Not run on a Mac yet.
"""

import ctypes
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage

from app.desktop.objective_c import ObjectiveC

log = logging.getLogger(__name__)

_TEXT = "public.utf8-plain-text"
_IMAGES = ("public.png", "public.tiff")
_METHOD = "askDuologue:userData:error:"
# void, self, the selector, the pasteboard, the user data, a pointer to a text
_KINDS = b"v@:@@^@"
_MAX_IMAGE = 256 << 20

_FILE = "public.file-url"
# Files that are taken at once; the Finder can select thousands.
_MOST_FILES = 50

Asked = Callable[[str, QImage, list[Path]], object]


class MacServices:
    """Calls `asked` on the Qt thread with the selected text, image and files; each may be empty.
    Raises OSError or AttributeError on other systems. Needs a QApplication."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._objc = objc = ObjectiveC("AppKit")
        kind = ctypes.CFUNCTYPE(None, *(ctypes.c_void_p,) * 5)
        # Kept, since the class has only its address.
        self._method = kind(self._on_service)
        self._provider = objc.send(objc.send(self._make_class(), "alloc"), "init")
        application = objc.send(objc.class_named("NSApplication"), "sharedApplication")
        objc.send(application, "setServicesProvider:", (ctypes.c_void_p, self._provider))

    def _make_class(self) -> int | None:
        library, pointer, text = self._objc.library, ctypes.c_void_p, ctypes.c_char_p
        library.objc_allocateClassPair.argtypes = [pointer, text, ctypes.c_size_t]
        library.objc_allocateClassPair.restype = pointer
        library.class_addMethod.argtypes = [pointer, pointer, pointer, text]
        library.objc_registerClassPair.argtypes = [pointer]
        base = self._objc.class_named("NSObject")
        made = library.objc_allocateClassPair(base, b"DuologueServices", 0)
        address = ctypes.cast(self._method, pointer)
        library.class_addMethod(made, self._objc.selector(_METHOD), address, _KINDS)
        library.objc_registerClassPair(made)
        return made

    def _on_service(self, _self: int, _command: int, board: int, _data: int, _error: int) -> None:
        if files := self._files(board):
            # the Finder offers their names and icons too
            self._asked("", QImage(), files)
            return
        images = (QImage.fromData(it) for kind in _IMAGES if (it := self._data(board, kind)))
        text = self._data(board, _TEXT).decode("utf-8", "replace")
        self._asked(text, next(images, QImage()), [])

    def _files(self, board: int) -> list[Path]:
        """Return the paths of the selected files: each is an item of the pasteboard."""
        send = self._objc.send
        items = send(board, "pasteboardItems")
        count = (send(items, "count") or 0) if items else 0
        found = (
            self._path(send(items, "objectAtIndex:", (ctypes.c_size_t, index)))
            for index in range(min(count, _MOST_FILES))
        )
        return [path for path in found if path is not None]

    def _path(self, item: int | None) -> Path | None:
        """Return the path of an item that is a file. Its address may have a number instead of a
        name, which only macOS knows."""
        send = self._objc.send
        text = send(item, "stringForType:", (ctypes.c_void_p, self._objc.text(_FILE)))
        if not text:
            return None
        made = send(self._objc.class_named("NSURL"), "URLWithString:", (ctypes.c_void_p, text))
        address = send(made, "filePathURL") if made else None
        path = send(send(address, "path"), "fileSystemRepresentation") if address else None
        return Path(os.fsdecode(ctypes.string_at(path))) if path else None

    def _data(self, board: int, kind: str) -> bytes:
        """Return what the pasteboard has of a kind, b"" for nothing or too much."""
        data = self._objc.send(board, "dataForType:", (ctypes.c_void_p, self._objc.text(kind)))
        size = (self._objc.send(data, "length") or 0) if data else 0
        start = self._objc.send(data, "bytes") if 0 < size <= _MAX_IMAGE else None
        return ctypes.string_at(start, size) if start else b""


def mac_services(asked: Asked) -> MacServices | None:
    if sys.platform != "darwin":
        return None
    try:
        return MacServices(asked)
    except (OSError, AttributeError):
        log.warning("the Services menu cannot be used", exc_info=True)
        return None

"""Messages to objects of macOS, by its Objective-C runtime. Raises OSError on other systems."""

import ctypes
from typing import Any

_OBJC = "/usr/lib/libobjc.dylib"
_FRAMEWORK = "/System/Library/Frameworks/{name}.framework/{name}"


class ObjectiveC:
    def __init__(self, framework: str) -> None:
        """Load a framework such as "Foundation", which brings its classes."""
        ctypes.CDLL(_FRAMEWORK.format(name=framework))
        self.library = ctypes.CDLL(_OBJC)
        self.library.objc_getClass.restype = ctypes.c_void_p
        self.library.sel_registerName.restype = ctypes.c_void_p

    def class_named(self, name: str) -> int | None:
        return self.library.objc_getClass(name.encode())

    def selector(self, name: str) -> int | None:
        return self.library.sel_registerName(name.encode())

    def text(self, text: str) -> int | None:
        """Return an NSString, which lives until the end of this turn of the event loop."""
        made = (ctypes.c_char_p, text.encode())
        return self.send(self.class_named("NSString"), "stringWithUTF8String:", made)

    def send(self, target: int | None, name: str, *arguments: tuple[Any, object]) -> int | None:
        """Send a message to an object. Each call is typed exactly, because Apple silicon passes
        variadic arguments differently."""
        kinds = (kind for kind, _ in arguments)
        called = ctypes.CFUNCTYPE(*(ctypes.c_void_p,) * 3, *kinds)(("objc_msgSend", self.library))
        return called(target, self.selector(name), *(value for _, value in arguments))

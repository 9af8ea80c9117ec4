"""The few calls to an X server that Qt does not offer: its windows, and keys of the whole screen.

The libraries are those that Qt's own window system plugin is linked to.
"""

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int, c_int16, c_uint, c_uint8, c_uint16, c_uint32
from ctypes import c_void_p as pointer
from typing import Any

from PySide6.QtCore import QRect

_VIEWABLE = 2
_INPUT_ONLY = 2
_ASYNC = 1
_KEY_PRESS = 2
# Caps Lock and Num Lock, which must not matter.
_LOCKS = (0, 2, 16, 18)
_NOW = 0


class _Cookie(Structure):
    _fields_ = (("sequence", c_uint),)


class _Screens(Structure):
    _fields_ = (("data", POINTER(c_uint32)), ("rem", c_int), ("index", c_int))


class _Geometry(Structure):
    _fields_ = (
        ("head", c_uint32 * 3),
        ("x", c_int16),
        ("y", c_int16),
        ("width", c_uint16),
        ("height", c_uint16),
    )


class _Attributes(Structure):
    _fields_ = (
        ("head", c_uint32 * 3),
        ("window_class", c_uint16),
        ("gravity", c_uint16),
        ("planes", c_uint32 * 2),
        ("under", c_uint8 * 2),
        ("map_state", c_uint8),
    )


class XServer:
    """A connection of its own to the X server. Raises OSError without one."""

    def __init__(self) -> None:
        self._xcb, self._c = ctypes.CDLL("libxcb.so.1"), ctypes.CDLL(None)
        self._c.free.argtypes = [pointer]
        connect = self._xcb.xcb_connect
        connect.argtypes, connect.restype = [c_char_p, pointer], pointer
        self._connection = connect(None, None)
        if self._call("xcb_connection_has_error", c_int):
            self.close()
            raise OSError("the X server does not answer")
        first = self._xcb.xcb_setup_roots_iterator
        first.argtypes, first.restype = [pointer], _Screens
        self._root: int = first(self._call("xcb_get_setup", pointer)).data[0]

    def close(self) -> None:
        self._call("xcb_disconnect", None)

    @property
    def descriptor(self) -> int:
        """A file descriptor that can be read when an event has come."""
        return self._call("xcb_get_file_descriptor", c_int)

    def windows(self) -> list[QRect]:
        """Return the places of the visible windows in pixels, with their frames, topmost first."""
        tree = self._reply("xcb_query_tree", self._root)
        if not tree:
            return []
        count, ids = self._xcb.xcb_query_tree_children_length, self._xcb.xcb_query_tree_children
        count.argtypes = ids.argtypes = [pointer]
        ids.restype = POINTER(c_uint32)
        children = ids(tree)[: count(tree)]
        self._c.free(tree)
        places = (self._place(window) for window in reversed(children))
        return [place for place in places if place is not None]

    def grab_key(self, keysym: int, modifiers: int) -> bool:
        """Receive presses of a key with exactly these modifiers, whichever program is in front.
        Return False if another program has it or no such key exists."""
        code = self._key_code(keysym)
        return bool(code) and all(self._grab(code, modifiers | it) for it in _LOCKS)

    def pressed(self) -> bool:
        """Return True if a grabbed key was pressed since the last call. The keyboard, which the
        server gives to whoever grabs a key until it is released, is given back at once."""
        found = False
        while event := self._call("xcb_poll_for_event", pointer):
            kind = ctypes.cast(event, POINTER(c_uint8))[0] & 0x7F
            self._c.free(event)
            found = found or kind == _KEY_PRESS
        if found:
            self._call("xcb_ungrab_keyboard", _Cookie, (c_uint32, _NOW))
            self._call("xcb_flush", c_int)
        return found

    def _place(self, window: int) -> QRect | None:
        attributes = self._reply("xcb_get_window_attributes", window)
        geometry = self._reply("xcb_get_geometry", window)
        try:
            if not (attributes and geometry):
                return None
            about = _Attributes.from_address(attributes)
            if about.map_state != _VIEWABLE or about.window_class == _INPUT_ONLY:
                return None
            at = _Geometry.from_address(geometry)
            return QRect(at.x, at.y, at.width, at.height)
        finally:
            self._c.free(attributes)
            self._c.free(geometry)

    def _grab(self, code: int, modifiers: int) -> bool:
        asked = self._call(
            "xcb_grab_key_checked",
            _Cookie,
            (c_uint8, 0),
            (c_uint32, self._root),
            (c_uint16, modifiers),
            (c_uint8, code),
            (c_uint8, _ASYNC),
            (c_uint8, _ASYNC),
        )
        error = self._call("xcb_request_check", pointer, (_Cookie, asked))
        self._c.free(error)
        return not error

    def _key_code(self, keysym: int) -> int:
        """Return the number of a key in the person's layout, or 0."""
        keys = ctypes.CDLL("libxcb-keysyms.so.1")
        for name in ("alloc", "get_keycode"):
            getattr(keys, f"xcb_key_symbols_{name}").restype = pointer
        symbols = pointer(keys.xcb_key_symbols_alloc(pointer(self._connection)))
        codes = keys.xcb_key_symbols_get_keycode(symbols, c_uint32(keysym))
        code = ctypes.cast(codes, POINTER(c_uint8))[0] if codes else 0
        self._c.free(codes)
        keys.xcb_key_symbols_free(symbols)
        return code

    def _reply(self, name: str, window: int) -> int | None:
        """Return the address of a reply, which the caller frees, or None after an error."""
        asked = self._call(name, _Cookie, (c_uint32, window))
        return self._call(f"{name}_reply", pointer, (_Cookie, asked), (pointer, None))

    def _call(self, name: str, result: Any, *arguments: tuple[Any, Any]) -> Any:
        """Call a function, which gets the connection first, then arguments of these types."""
        typed = ((pointer, self._connection), *arguments)
        function = getattr(self._xcb, name)
        function.restype, function.argtypes = result, [kind for kind, _ in typed]
        return function(*(value for _, value in typed))

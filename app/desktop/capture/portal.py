"""Requests to the desktop portal of Linux: a call, and the signal that answers it.

By jeepney, since PySide6 cannot make the nested arguments of D-Bus. Used on worker threads, and
imported there.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

_PATH = "/org/freedesktop/portal/desktop"
_BUS = "org.freedesktop.portal.Desktop"
_REQUEST = "org.freedesktop.portal.Request"
_PROPERTIES = "org.freedesktop.DBus.Properties"
# Seconds for an answer, and for one of a person.
_SOON, _LATE = 10.0, 600.0


class NoPortal(Exception):
    """Raised if the desktop has no such portal, or does not answer."""


class Portal:
    """One interface of the portal. Every method raises NoPortal."""

    def __init__(self, connection: DBusConnection, interface: str) -> None:
        self._connection = connection
        self._interface = interface
        self._address = DBusAddress(_PATH, _BUS, interface)

    def version(self) -> int:
        properties = DBusAddress(_PATH, _BUS, _PROPERTIES)
        asked = new_method_call(properties, "Get", "ss", (self._interface, "version"))
        return self._call(asked)[0][1]

    def ask(
        self, method: str, signature: str, arguments: tuple[Any, ...], **options: tuple[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        """Call a method that a person answers, with options as its last argument. Return 0 or the
        number of a refusal, and the results."""
        token = f"duologue_{secrets.token_hex(8)}"
        sender = self._connection.unique_name[1:].replace(".", "_")
        path = f"{_PATH}/request/{sender}/{token}"
        rule = MatchRule(type="signal", interface=_REQUEST, member="Response", path=path)
        with self.signals(rule) as answers:
            given = {"handle_token": ("s", token), **options}
            asked = new_method_call(
                self._address, method, f"{signature}a{{sv}}", (*arguments, given)
            )
            self._call(asked)
            answer = self.next_signal(answers, _LATE)
        if not answer:
            raise NoPortal("a person did not answer")
        code, results = answer
        return code, {name: value for name, (_, value) in results.items()}

    def rule(self, member: str) -> MatchRule:
        """Return what matches a signal of the interface."""
        return MatchRule(type="signal", interface=self._interface, member=member, path=_PATH)

    @contextmanager
    def signals(self, rule: MatchRule) -> Iterator[Any]:
        self._call(message_bus.AddMatch(rule))
        with self._connection.filter(rule, bufsize=16) as found:
            yield found

    def next_signal(self, found: Any, timeout: float) -> tuple[Any, ...]:
        """Wait for a signal and return its arguments, or none after `timeout` seconds."""
        try:
            return self._connection.recv_until_filtered(found, timeout=timeout).body
        except TimeoutError:
            return ()
        except (OSError, ValueError) as error:
            raise NoPortal(str(error)) from error

    def _call(self, message: Any) -> tuple[Any, ...]:
        try:
            reply = self._connection.send_and_get_reply(message, timeout=_SOON)
        except (OSError, ValueError) as error:
            raise NoPortal(str(error)) from error
        if reply.header.message_type is MessageType.error:
            raise NoPortal(str(reply.header.fields.get(HeaderFields.error_name)))
        return reply.body


@contextmanager
def portal(interface: str) -> Iterator[Portal]:
    """Connect to one interface, such as "Screenshot". Raises NoPortal."""
    try:
        connection = open_dbus_connection()
    except (OSError, KeyError, ValueError) as error:
        raise NoPortal(str(error)) from error
    try:
        found = Portal(connection, f"org.freedesktop.portal.{interface}")
        found.version()
        yield found
    finally:
        connection.close()

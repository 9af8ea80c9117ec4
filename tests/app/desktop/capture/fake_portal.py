"""A desktop portal on the session bus that answers as its arguments say; for test_portal.py.

It prints "ready" when it has its name, then the signature of each call.
"""

import json
import sys
from typing import Any

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

PATH = "/org/freedesktop/portal/desktop"
SESSION = f"{PATH}/session/of_test"


def respond(bus: DBusConnection, sender: str, token: str, code: int, results: dict) -> None:
    path = f"{PATH}/request/{sender[1:].replace('.', '_')}/{token}"
    address = DBusAddress(path, interface="org.freedesktop.portal.Request")
    bus.send(new_signal(address, "Response", "ua{sv}", (code, results)))


def serve(told: dict[str, Any]) -> None:
    bus = open_dbus_connection()
    bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop"))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        message = bus.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        fields = message.header.fields
        member, sender = fields[HeaderFields.member], fields[HeaderFields.sender]
        if member == "Get":
            bus.send(new_method_return(message, "v", (("u", 2),)))
            continue
        sys.stdout.write(f"{member} {fields.get(HeaderFields.signature)}\n")
        sys.stdout.flush()
        token = message.body[-1]["handle_token"][1]
        bus.send(new_method_return(message, "o", (f"{PATH}/request/x/{token}",)))
        results = {"uri": ("s", told.get("uri", "")), "session_handle": ("s", SESSION)}
        respond(bus, sender, token, told.get("code", 0), results)
        if member == "BindShortcuts":
            address = DBusAddress(PATH, interface="org.freedesktop.portal.GlobalShortcuts")
            pressed = (SESSION, message.body[1][0][0], 0, {})
            bus.send(new_signal(address, "Activated", "osta{sv}", pressed))


serve(json.loads(sys.argv[1]))

"""Notifications reach the desktop's service and clicks come back, tested on a real bus with a
service that answers like the desktop's."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.kit.paths import ROOT

BOTH = """
import json
from PySide6.QtCore import QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVirtualObject
from PySide6.QtWidgets import QApplication
from app.desktop.notifications import Notifications

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
said = []

class Service(QDBusVirtualObject):
    def introspect(self, path):
        return ""
    def handleMessage(self, message, connection):
        said.append([message.signature(), *message.arguments()[:6]])
        connection.send(message.createReply([7]))
        clicked = QDBusMessage.createSignal(PATH, NAME, "ActionInvoked")
        clicked.setArguments([7, "default"])
        # a person does not click before it is there
        QTimer.singleShot(200, lambda: connection.send(clicked))
        return True

app = QApplication([])
bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "of the service")
service = Service()
assert bus.registerVirtualObject(PATH, service) and bus.registerService(NAME)
notifications = Notifications(app)
notifications.clicked.connect(lambda key: (said.append(key), app.quit()))
notifications.show("Cats & <dogs>", "1 answer is <there>.", 42)
QTimer.singleShot(20_000, app.quit)
app.exec()
print(json.dumps(said))
"""


@pytest.mark.skipif(
    not (shutil.which("dbus-run-session") and shutil.which("busctl")), reason="no bus here"
)
def test_a_notification_is_shown_and_a_click_comes_back() -> None:
    done = subprocess.run(
        ["dbus-run-session", "--", sys.executable, "-c", BOTH],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    shown, clicked = json.loads(done.stdout)
    title, text = "Cats & <dogs>", "1 answer is &lt;there&gt;."
    assert shown == ["susssasa{sv}i", "Duologue", 0, "", title, text, ["default", "Open"]]
    assert clicked == 42

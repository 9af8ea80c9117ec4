"""Chooses the voice of this system."""

import os
import shutil
import sys

from app.desktop.speech.dispatcher_voice import DispatcherVoice
from app.desktop.speech.mac_voice import MacVoice
from app.desktop.speech.voice import Voice


def system_voice() -> Voice | None:
    """Return None if no voice is installed."""
    if sys.platform == "darwin":
        return MacVoice()
    installed = shutil.which("speech-dispatcher") or os.environ.get("SPEECHD_ADDRESS")
    return DispatcherVoice() if installed else None

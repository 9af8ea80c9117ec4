"""Labels that name parts of the system as the system itself does."""

import sys

from ui.look.language import tr


def show_in_folder_text() -> str:
    """Return the label for showing a file in the system's file manager."""
    return tr("Show in Finder") if sys.platform == "darwin" else tr("Show in folder")

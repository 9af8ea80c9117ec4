"""The program as a whole."""

from pathlib import Path

import pytest

from app.program.program import is_temporary


@pytest.mark.parametrize(
    ("place", "temporary"),
    [
        ("/private/var/folders/a/T/AppTranslocation/B/d/Duologue.app/Contents/Resources/app", True),
        ("/Volumes/Duologue 1.0/Duologue.app/Contents/Resources/app", True),
        ("/Applications/Duologue.app/Contents/Resources/app", False),
        ("/Volumes/Work/source/duologue", False),
        ("/opt/duologue/app", False),
    ],
)
def test_a_temporary_place_is_known(place: str, temporary: bool) -> None:
    assert is_temporary(Path(place)) is temporary

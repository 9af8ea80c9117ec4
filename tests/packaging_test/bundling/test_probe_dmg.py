"""The probe of a disk image, with tools that answer as those of a Mac would."""

import os
import subprocess
from pathlib import Path

import pytest

from bundling.target import ROOT

SCRIPT = ROOT / "packaging" / "bundling" / "probe_dmg.sh"
MOUNT = """#!/bin/sh
test "$1" = attach || exit 0
while test "$1" != -mountpoint; do shift; done
app="$2/Duologue.app/Contents/MacOS"
mkdir -p "$app"
printf '#!/bin/sh\\necho started "$1"\\n' > "$app/Duologue"
chmod +x "$app/Duologue"
"""


@pytest.mark.parametrize(
    ("accepted", "notarized", "result"),
    [
        (True, True, 0),
        (False, False, 0),
        pytest.param(False, True, 1, id="a refusal of a notarized app"),
    ],
)
def test_gatekeeper_may_refuse_only_an_app_without_a_ticket(
    tmp_path: Path, accepted: bool, notarized: bool, result: int
) -> None:
    tools = {
        "hdiutil": MOUNT,
        "codesign": "#!/bin/sh\n",
        "spctl": f"#!/bin/sh\nexit {int(not accepted)}\n",
        "xcrun": f"#!/bin/sh\nexit {int(not notarized)}\n",
    }
    for name, text in tools.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        [SCRIPT, "a.dmg"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == result, done.stderr
    assert ("started --probe" in done.stdout) is (result == 0)

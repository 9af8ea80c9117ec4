# /// script
# requires-python = ">=3.11"
# dependencies = ["cyclonedx-python-lib[json-validation]==11.12.0"]
# ///
"""Validates bills of materials against the schema of CycloneDX 1.6.

    uv run --no-project packaging/bundling/validate_bills.py FILE...

The comment above names what the script needs beside the locked packages.
"""

import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion  # pyright: ignore[reportMissingImports]
from cyclonedx.validation.json import JsonStrictValidator  # pyright: ignore[reportMissingImports]

validator = JsonStrictValidator(SchemaVersion.V1_6)
for name in sys.argv[1:]:
    if problem := validator.validate_str(Path(name).read_text(encoding="utf-8")):
        sys.exit(f"{name}: {problem}")

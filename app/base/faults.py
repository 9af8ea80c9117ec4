"""Faults of one receiver that others must not suffer from."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def faults_reported() -> Iterator[None]:
    """Report a fault as one of a slot, of which the next start tells, and go on."""
    try:
        yield
    except Exception as error:  # noqa: BLE001
        sys.excepthook(type(error), error, error.__traceback__)

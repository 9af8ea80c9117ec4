"""Sentences for whatever goes wrong while a folder is loaded."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from engine.checkpoints import weight_files
from engine.checkpoints.failed_load import not_loaded
from engine.errors import Refused
from engine.models.model_source import ModelSource

log = logging.getLogger(__name__)


@contextmanager
def failures_explained(source: ModelSource) -> Iterator[None]:
    """Raise Refused with a sentence for any error of a model library, and for a folder that changed
    while it was loaded."""
    try:
        yield
    except Refused:
        raise
    except (Exception, SystemExit) as error:  # mlx_lm.models.olmo exits at import
        reason = f"{type(error).__name__}: {error}"
        log.warning("loading %r: %r", str(source.folder), reason[:300])
        log.debug("raised here", exc_info=True)
        weight_files.check_unchanged(source.folder, source.state)
        raise Refused(not_loaded(source.folder, error)) from error
    weight_files.check_unchanged(source.folder, source.state)
    if source.adapter:
        weight_files.check_unchanged(source.adapter.folder, source.adapter.state)

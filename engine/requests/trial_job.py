"""The request to try a chat template and stop tokens, without loading the model."""

from contextlib import closing
from pathlib import Path
from typing import Any

from engine.checkpoints.template_files import read_template
from engine.errors import Refused
from engine.messages import Phase, ProfileTried, StopToken, TryProfile
from engine.models import loader
from engine.prompts.remote_writer import RemoteWriter
from engine.rendering.prompt_writer import Readable
from engine.requests.job import Job
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps
from engine.sentences import unpacked

_STOPS = ("own_stops", "added_stops", "found_stops")


class TrialJob(Job):
    """Starts a text worker of its own, so that a template that never ends costs nobody time."""

    from_user = False

    def __init__(self, command: TryProfile, meter: Meter) -> None:
        super().__init__(command, meter)
        self._profile = command.profile
        self._stop_texts = command.stop_texts
        self._worker: RemoteWriter | None = None

    @property
    def waits_for(self) -> Readable | None:
        return self._worker

    def steps(self) -> WorkSteps:
        self.meter.enter(Phase.PREPARING)
        source = loader.examine_model(self.model_id, self._profile)
        yield []
        with closing(RemoteWriter(source)) as writer:
            try:
                self._worker = writer
                yield from writer.start()
                found = yield from writer.described(self.request_id, self._stop_texts)
            finally:
                self._worker = None
        yield [self._tried(found, _own_template(source.folder))]

    def _tried(self, found: dict[str, Any], own_template: str) -> ProfileTried:
        stops = {name: tuple(StopToken(**it) for it in found[name]) for name in _STOPS}
        fields: dict[str, Any] = found | stops
        fields["problem"] = unpacked(found["problem"])
        fields["missing_stops"] = tuple(found["missing_stops"])
        return ProfileTried(self.request_id, self.model_id, own_template=own_template, **fields)


def _own_template(folder: Path) -> str:
    """Return the chat template of a model folder, "" if there is none that can be read."""
    try:
        return read_template(folder)
    except (OSError, Refused):
        return ""

"""The choices that a person made in the window for a model, as `ask` applies them."""

import os
from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine.errors import Refused
from engine.frozen import frozen
from engine.messages import ModelProfile, Overflow, SamplingParams

if TYPE_CHECKING:
    from ui.state.settings import Settings

T = TypeVar("T")


@frozen
class ModelChoices:
    """`system_prompt`, `sampling` and `overflow` are those of the default preset of the model, or
    the defaults of `ask`. `channel_format` is "" if the model's own is detected. `machines` run the
    model together with this computer."""

    profile: ModelProfile
    channel_format: str = ""
    in_8_bit: bool = False
    system_prompt: str = ""
    sampling: SamplingParams = field(default_factory=SamplingParams)
    overflow: Overflow = Overflow.REFUSE
    machines: tuple[str, ...] = ()

    @property
    def depend_on_abilities(self) -> bool:
        """True if some models cannot do what was chosen."""
        thinks = self.sampling.thinking or self.sampling.thinking_budget is not None
        return self.in_8_bit or thinks


def no_choices(folder: Path) -> ModelChoices:
    return ModelChoices(ModelProfile(str(folder.resolve())))


def model_choices(folder: Path, home: Path, settings: "Settings") -> ModelChoices:
    """Return the choices for the model in `folder`, which may be that of a model with an adapter.
    Raises Refused if they cannot be read."""
    # The terminal needs no Qt unless there is a data folder.
    from app.models import presets, profiles  # noqa: PLC0415

    known = _read(home / profiles.NAME, lambda: profiles.read_profiles(home))
    saved, defaults = _read(home / presets.NAME, lambda: presets.read_presets(home))
    formats = dict(settings.formats)
    # The window knows a model by the path under which it was found or added.
    ids = (os.path.abspath(folder), str(folder.resolve()))
    chosen = (known, defaults, formats, settings.kv_8bit, settings.spread_models)
    model_id = next((it for it in ids if any(it in each for each in chosen)), ids[-1])
    made = ModelChoices(
        known.get(model_id, ModelProfile(model_id)),
        formats.get(model_id, ""),
        model_id in settings.kv_8bit,
        machines=settings.machines if model_id in settings.spread_models else (),
    )
    options = next((it.options for it in saved if it.name == defaults.get(model_id)), None)
    if options is None:
        return made
    return replace(
        made,
        system_prompt=options.system_prompt.strip(),
        sampling=options.sampling,
        overflow=options.overflow,
    )


def _read(path: Path, read: Callable[[], T]) -> T:
    try:
        return read()
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(
            "The choices for your models in {path} cannot be read. Start Duologue to see why. "
            "“duologue ask --no-profile” answers without them.",
            path=path,
        ) from error

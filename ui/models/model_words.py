"""Texts about a model: what it can do, how it fits the memory, where it is."""

from enum import Enum

from engine.messages import Fit, ModelFacts, say
from ui.look.language import tr, translated
from ui.look.numbers import NOTHING, bits_text, context_text, parameters_text, share_text
from ui.state.hub_state import HubModel
from ui.state.library_state import LibraryModel, Place

# A model that takes a larger share of the free memory is a tight fit.
TIGHT = 0.9
BETWEEN = " · "


class FitLevel(Enum):
    FITS = say("Fits")
    TIGHT = say("Tight")
    TOO_LARGE = say("Too large")


def fit_level(fit: Fit) -> FitLevel:
    if not fit.fits:
        return FitLevel.TOO_LARGE
    return FitLevel.TIGHT if fit.parts.total > TIGHT * fit.free else FitLevel.FITS


def fit_text(fit: Fit) -> str:
    """Return the memory that the model takes out of what is free: "5.1 of 11.4 GB"."""
    return share_text(fit.parts.total, fit.free)


def fit_words(fit: Fit | None) -> str:
    """Return level and memory: "Tight, 10.8 of 11.4 GB"."""
    if fit is None:
        return NOTHING
    return f"{translated(fit_level(fit).value)}, {fit_text(fit)}"


def abilities(facts: ModelFacts | None) -> list[tuple[str, str]]:
    """Return what a model can do, as names of icons with words."""
    if facts is None:
        return []
    found = (
        (facts.vision, "eye", tr("sees images")),
        (facts.video, "film", tr("watches videos")),
        (facts.thinking, "brain", tr("thinks")),
        (facts.tools, "wrench", tr("calls tools")),
    )
    return [(icon, words) for able, icon, words in found if able]


def facts_line(model: LibraryModel | HubModel) -> str:
    """Return a line such as "qwen3_vl · 8.2 B parameters · 4.5 bits · 128k context"."""
    facts = model.facts
    if facts is None:
        return ""
    size = tr("{count} parameters").format(count=parameters_text(facts.parameters))
    context = tr("{count} context").format(count=context_text(facts.context))
    parts = [
        facts.family,
        size if facts.parameters else "",
        bits_words(facts.bits) if facts.bits else "",
        context if facts.context else "",
        facts.licence,
    ]
    return BETWEEN.join(it for it in parts if it)


def bits_words(bits: float) -> str:
    """Return the bits per weight with their unit: "4.5 bits"."""
    return tr("{bits} bits").format(bits=bits_text(bits))


def problem_of(model: LibraryModel) -> str:
    """Return the reason why a model cannot be used now, "" if it can."""
    if not model.available:
        return tr("The disk is not connected. Connect it to use the model.")
    return translated(model.problem)


def usable(model: LibraryModel) -> bool:
    return model.available and not model.problem


def place_text(place: Place) -> str:
    return translated(place.value)

"""Texts about a model on the hub."""

from datetime import date

from PySide6.QtCore import QDate, QLocale

from engine.messages import ModelFacts
from ui.look.language import number, sentence_case, tr, translated
from ui.look.numbers import size_text
from ui.models.model_words import BETWEEN, facts_line, fit_words
from ui.state.hub_state import HubModel


def short_name(model: HubModel) -> str:
    return model.repository.partition("/")[2]


def owner(model: HubModel) -> str:
    return model.repository.partition("/")[0]


def size_words(model: HubModel) -> str:
    """Return the size of a download. Before the hub has told it, ours is rounded."""
    if not model.size:
        return ""
    text = size_text(model.size)
    return text if model.revision else tr("about {size}").format(size=text)


def about_line(model: HubModel) -> str:
    """Return a line such as "15.6 GB · apache-2.0 · 12,345 downloads · updated 2 Mar 2026"."""
    downloads = tr("%n download(s)", "", model.downloads).replace(
        str(model.downloads), number(model.downloads)
    )
    parts = (
        tr("on this computer") if model.model_id else "",
        size_words(model),
        "" if model.facts and model.facts.licence else model.licence,
        downloads if model.downloads else "",
        _updated(model.updated),
    )
    return sentence_case(BETWEEN.join(part for part in parts if part))


def known_facts(model: HubModel) -> ModelFacts | None:
    """Return the facts about a model; of a recommended one at least that it sees."""
    return model.facts or (ModelFacts("", vision=True) if model.sees else None)


def lines(model: HubModel) -> list[str]:
    """Return what is told below the name of a model."""
    return [line for line in (facts_line(model), about_line(model)) if line]


def fit_line(model: HubModel) -> str:
    """Return how a model fits this computer, "" if that is not known."""
    if model.problem:
        return tr("Cannot run here")
    if model.fit:
        return fit_words(model.fit)
    if model.peak:
        return tr("Takes {size}, measured").format(size=size_text(model.peak))
    return ""


def spoken(model: HubModel) -> str:
    """Return a row for a screen reader."""
    gated = tr("gated") if model.gated else ""
    problem = translated(model.problem or model.unread)
    parts = (model.repository, gated, fit_line(model), problem, *lines(model))
    return ", ".join(part for part in parts if part)


def _updated(day: str) -> str:
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return ""
    # a name of the month is clear in every country, and short formats of the system are not
    shown = QLocale().toString(QDate(found.year, found.month, found.day), tr("MMM d, yyyy"))
    return tr("updated {day}").format(day=shown)

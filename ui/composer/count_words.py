"""Texts for the tokens of a question and the time until its answer begins."""

from collections.abc import Sequence

from engine.messages import Counted
from ui.look.language import number, tr, translated
from ui.look.numbers import estimate_text, short_count_text, tokens_text


def count_forms(counts: Sequence[Counted | str], attached: str) -> list[str]:
    """Return the forms of the text, longest first, for a place that may be narrow. Of several
    models, the count that is too large for its model is given, or else the largest. `attached`
    describes the attachments."""
    refused = next((count for count in counts if isinstance(count, str)), "")
    if refused or not counts:
        return [translated(refused)] if refused else []
    found = [count for count in counts if isinstance(count, Counted)]
    most = max(found, key=lambda count: (over(count), count.tokens - count.context))
    if over(most):
        return _too_many(most)
    if to_summarize(most) and len(counts) == 1:
        return _summary_first(most)
    if len(counts) > 1:
        largest = max(count.tokens for count in found)
        tokens = tr("{count} token(s)", "", largest).format(count=short_count_text(largest))
        told = tr("up to {tokens}").format(tokens=tokens)
        return [f"{attached} · {told}", told] if attached else [told]
    return _fitting(most)


def explained(counts: Sequence[Counted | str]) -> str:
    """Return the full explanation, for the tooltip."""
    sentences = []
    for count in counts:
        if isinstance(count, str):
            sentences.append(translated(count))
            continue
        text = tr(
            "{tokens} of {context} tokens: the system prompt, the conversation and this "
            "question with its files."
        ).format(tokens=number(count.tokens), context=number(count.context))
        if count.known:
            known = tr("{tokens} of them are cached.").format(tokens=number(count.known))
            text = f"{text} {known}"
        sentences.append(f"{text} {_about_the_oldest(count)}".rstrip())
    return "\n".join(sentences)


def wrong(counts: Sequence[Counted | str]) -> bool:
    """Return True if one of the models cannot be asked this question."""
    return any(isinstance(count, str) or over(count) for count in counts)


def over(count: Counted) -> bool:
    """Return True if the prompt is too long, even without what the options leave out."""
    return count.tokens >= count.context and not to_summarize(count)


def to_summarize(count: Counted) -> bool:
    """Return True if a part of the prompt has to be summarized first."""
    return count.tokens >= count.context and count.left_out > count.summarized


def _fitting(count: Counted) -> list[str]:
    tokens = tr("{count} token(s)", "", count.tokens)
    told = tokens_text(count.tokens)
    shortest = tokens.format(count=short_count_text(count.tokens))
    more = [tr("{tokens} left").format(tokens=short_count_text(count.context - count.tokens))]
    if count.seconds is not None:
        more.append(tr("first token in ~{time}").format(time=estimate_text(count.seconds)))
    if count.summarized:
        oldest = tr("the oldest %n message(s) summarized", "", count.left_out)
        brief = tr("%n summarized", "", count.left_out)
    elif count.left_out:
        oldest = tr("oldest %n message(s) omitted", "", count.left_out)
        brief = tr("%n omitted", "", count.left_out)
    else:
        return [*_shorter(told, more), told, shortest]
    return [*_shorter(f"{told} · {oldest}", more), f"{told} · {oldest}", f"{told} · {brief}", brief]


def _shorter(first: str, more: list[str]) -> list[str]:
    """Return texts with all of `more`, then with fewer and fewer of them."""
    return [" · ".join([first, *more[:length]]) for length in range(len(more), 0, -1)]


def _summary_first(count: Counted) -> list[str]:
    said = tr("the oldest %n message(s) will be summarized first", "", count.left_out)
    tokens = tokens_text(count.tokens)
    brief = tr("%n to summarize", "", count.left_out)
    return [f"{tokens} · {said}", said, f"{tokens} · {brief}", brief]


def _about_the_oldest(count: Counted) -> str:
    if to_summarize(count):
        return tr(
            "This exceeds the model's context, so the oldest %n message(s) will be summarized "
            "first. The system prompt and pinned images stay.",
            "",
            count.left_out,
        )
    if count.summarized:
        return tr("The oldest %n message(s) are sent as a summary.", "", count.left_out)
    if count.left_out:
        return tr(
            "The oldest %n message(s) are no longer sent to the model; the system prompt and "
            "pinned images stay. Options can have them summarized instead.",
            "",
            count.left_out,
        )
    return ""


def _too_many(count: Counted) -> list[str]:
    more = count.tokens - count.context + 1
    said = tr("{more} token(s) too many", "", more).format(more=short_count_text(more))
    todo = tr("shorten it, start a new chat, or omit or summarize the oldest (Options)")
    less = tr("shorten it, or see Options")
    return [
        f"{said} · {todo}",
        f"{said} · {less}",
        said,
        tr("{more} too many").format(more=short_count_text(more)),
    ]

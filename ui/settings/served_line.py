"""A request of another program as a line of the log in the settings."""

from datetime import datetime

from ui.look.language import number, tr
from ui.look.numbers import duration_text
from ui.state.server_state import ServedRequest


def served_line(it: ServedRequest) -> str:
    """Return the line: with the numbers of an answer, or else the reason of a refusal."""
    at = datetime.fromtimestamp(it.began).strftime("%H:%M:%S")
    begin = "  ".join(filter(None, (at, it.client, it.path, it.model)))
    if not it.status:
        return tr("{request}  running").format(request=begin)
    parts = [duration_text(it.seconds)]
    if it.status >= 400:
        parts.insert(0, _refusal(it))
    elif it.prompt or it.generated:
        prompt = tr("{prompt} tokens ({cached} cached)")
        parts = [
            prompt.format(prompt=number(it.prompt), cached=number(it.cached)),
            tr("{count} generated").format(count=number(it.generated)),
            *parts,
        ]
    end = tr("status {status}").format(status=it.status)
    return f"{begin}  {', '.join((end, *parts))}"


def _refusal(it: ServedRequest) -> str:
    codes = {
        "context_length_exceeded": tr("prompt too long"),
        "insufficient_memory": tr("not enough memory"),
        "invalid_image": tr("unreadable image or video"),
        "model_not_found": tr("unknown model"),
        "model_not_loaded": tr("model could not be loaded"),
    }
    statuses = {
        401: tr("missing or wrong token"),
        403: tr("this address or web page is not allowed"),
        404: tr("unknown address"),
        413: tr("request too large"),
        415: tr("not JSON"),
        499: tr("the program left"),
        500: tr("error in Duologue"),
        503: tr("interrupted"),
    }
    return codes.get(it.code) or statuses.get(it.status) or tr("invalid request")

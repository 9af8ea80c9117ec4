"""The live panel: every number has a place, and none is shown as another chat's."""

from dataclasses import fields, is_dataclass, replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    EngineStats,
    Failed,
    Finished,
    FinishReason,
    Phase,
    RequestStats,
    Timings,
    Usage,
)
from ui import theme
from ui.state.transcript import Transcript
from ui.stats.sparkline import SPAN, Sparkline
from ui.stats.stats_numbers import EndedReply, LiveNumbers, live_numbers, size_text
from ui.stats.stats_panel import StatsPanel

USAGE = Usage(1934, cached=120, generated=251, reasoning=40, content=180, tool_call=29)
TIMINGS = Timings(ttft=0.4121, queued=0.25, prepare=0.033, prefill=1.5, decode=5.41)
FRONT = RequestStats(7, "/models/qwen", Phase.DECODE, 1934, USAGE, TIMINGS)
READING = RequestStats(8, "/app/dot", Phase.PREFILL, 512, Usage(prompt=30_000))
QUEUED = RequestStats(9, "/app/dot", Phase.QUEUED)
ANSWERING = EngineStats(
    (FRONT, READING, QUEUED),
    FRONT,
    2,
    21_400_000_000,
    22_000_000_000,
    300_000_000,
    5_000_000_000,
    30_000_000_000,
    prompt_memory=700_000_000,
    vision_memory=40_000_000,
    vision_hits=3,
    vision_misses=5,
    kv_saved=600_000_000,
)
TITLES = {7: "Front", 8: "Behind", 3: "Older"}
MODELS = {"/app/dot": "Dot", "/models/qwen": "Qwen"}


@pytest.fixture
def panel(qtbot):
    panel = StatsPanel()
    qtbot.addWidget(panel)
    return panel


def transcript(request_id=7, *events):
    result = Transcript()
    result.begin_reply(request_id, "/models/qwen")
    for event in events:
        result.apply(event)
    return result


def numbers(engine, chat=None, titles=TITLES):
    return live_numbers(engine, 1, chat.reply if chat else None, titles, MODELS)


def texts(panel):
    return [label.text() for label in panel.findChildren(QLabel)]


def shown(panel, engine, chat=None, titles=TITLES):
    panel.show_numbers(numbers(engine, chat, titles))
    return texts(panel)


# --- every number ------------------------------------------------------------------------


def leaves(value, path=()):
    """The fields of a dataclass and of those in it, each as a path of names."""
    for it in fields(value):
        inner = getattr(value, it.name)
        if is_dataclass(inner):
            yield from leaves(inner, (*path, it.name))
        else:
            yield (*path, it.name)


def changed(value, path):
    """`value` with another content at the end of `path`."""
    name, *rest = path
    old = getattr(value, name)
    if rest:
        return replace(value, **{name: changed(old, rest)})
    if isinstance(old, Phase):
        return replace(value, **{name: Phase.PREFILL})
    return replace(value, **{name: f"{old}/other" if isinstance(old, str) else old * 2})


REQUEST_FIELDS = [path for path in leaves(FRONT) if path != ("request_id",)]
ENGINE_FIELDS = [it.name for it in fields(EngineStats) if it.name not in ("requests", "last")]


@pytest.mark.parametrize("path", REQUEST_FIELDS, ids=".".join)
def test_every_field_of_a_request_has_a_place(panel, path):
    chat = transcript()
    before = shown(panel, EngineStats((FRONT,)), chat)
    after = shown(panel, EngineStats((changed(FRONT, path),)), chat)
    assert before != after, f"RequestStats {path} is shown nowhere: give it a row in stats_numbers"


@pytest.mark.parametrize("name", ENGINE_FIELDS)
def test_every_field_of_the_engine_has_a_place(panel, name):
    before = shown(panel, ANSWERING)
    after = shown(panel, changed(ANSWERING, (name,)))
    assert before != after, f"EngineStats.{name} is shown nowhere: give it a row in stats_numbers"


def test_numbers_are_written_with_their_units(panel):
    found = shown(panel, ANSWERING, transcript())
    expected = ["answering", "46.2", "tok/s", "21.4", "GB", "peak 22.0 GB", "412 ms", "Qwen"]
    expected += ["1,934 tok", "120 tok", "1,209 tok/s", "251 tok", "40 tok", "250 ms", "33 ms"]
    expected += ["2 at once", "1", "300 MB", "700 MB", "40 MB", "3 of 8", "5.0 GB of 30.0 GB"]
    assert not set(expected) - set(found)


def test_a_prompt_that_is_being_read_says_how_far(panel):
    found = shown(panel, EngineStats((READING,)), transcript(8))
    assert {"reading prompt", "512 / 30,000", "This chat"} <= set(found)


def test_what_is_not_known_is_a_dash(panel):
    found = shown(panel, EngineStats())
    assert found.count("–") == 21
    assert {"peak –", "idle"} <= set(found)


def test_sizes_are_decimal():
    sizes = (4_000, 4_130_000, 512_000_000, 999_600_000, 21_440_000_000)
    expected = ["4 kB", "4.1 MB", "512 MB", "1.0 GB", "21.4 GB"]
    assert [size_text(n) for n in sizes] == expected


# --- whose they are ----------------------------------------------------------------------


def test_numbers_of_another_chat_are_never_shown_as_of_this_one():
    """This chat waits, or has not asked yet, while others answer."""
    waiting = numbers(EngineStats((FRONT,), FRONT), transcript(5))
    unseen = RequestStats(5, "/models/qwen", Phase.QUEUED)
    assert (waiting.owner, waiting.front) == ("This chat", unseen)
    assert waiting.others == (("Front", FRONT),)


def test_the_last_answer_of_another_chat_is_called_so():
    ended = replace(FRONT, phase=Phase.IDLE)
    found = numbers(EngineStats(last=FRONT))
    assert (found.owner, found.front, found.model) == ("Last answer, in Front", ended, "Qwen")
    closed = numbers(EngineStats(last=FRONT), titles={})
    assert closed.owner == "Last answer, in another chat"
    assert numbers(EngineStats()).owner == ""


@pytest.mark.parametrize(
    "end", [Finished(7, FinishReason.STOP, USAGE, TIMINGS), Aborted(7, USAGE, TIMINGS)]
)
def test_an_answer_that_has_ended_keeps_its_numbers(end):
    """Also when others have ended since, and when the engine has not yet said so itself."""
    chat = transcript(7, Delta(7, Channel.CONTENT, "x"), end)
    found = numbers(EngineStats((FRONT, READING), replace(FRONT, request_id=3)), chat)
    assert found.owner == "This chat, last answer"
    assert found.front == EndedReply(
        7, "/models/qwen", Phase.IDLE, 1934, USAGE, TIMINGS, FRONT.generation_tps
    )


def test_a_continued_answer_has_the_speed_of_all_its_parts():
    chat = transcript(7, Delta(7, Channel.CONTENT, "x"), Aborted(7, USAGE, TIMINGS))
    chat.resume_reply(8)
    chat.apply(Finished(8, FinishReason.STOP, Usage(9, 9, 11), Timings(decode=1.0)))
    assert numbers(EngineStats(), chat).front.generation_tps == (251 + 11 - 2) / 6.41


def test_an_answer_that_could_not_go_on_keeps_its_own_numbers():
    chat = transcript(7, Delta(7, Channel.CONTENT, "x"), Aborted(7, USAGE, TIMINGS))
    chat.resume_reply(8)
    chat.apply(Failed(8, "Too late."))
    refused = RequestStats(8, "/models/qwen", Phase.QUEUED)
    assert numbers(EngineStats(last=refused), chat).front.usage == USAGE


def test_an_answer_that_failed_has_the_numbers_of_the_engine():
    failed = transcript(7, Failed(7, "no"))
    assert numbers(EngineStats(last=FRONT), failed).front == replace(FRONT, phase=Phase.IDLE)
    other = numbers(EngineStats(last=replace(FRONT, request_id=3)), failed)
    assert other.front == EndedReply(7, "/models/qwen")


def test_all_live_requests_are_listed_when_there_are_several(panel):
    assert numbers(EngineStats((FRONT,)), transcript()).others == ()
    found = shown(panel, ANSWERING, transcript())
    at = found.index("All requests")
    assert not panel.live.isHidden()
    listed = found[at + 1 : at + 7]
    assert listed == ["Front", "46.2 tok/s", "Behind", "512 / 30,000", "Dot", "waiting"]
    shown(panel, EngineStats((FRONT,)), transcript())
    assert panel.live.isHidden()


def test_the_numbers_of_all_requests_stand_at_the_right(panel):
    shown(panel, ANSWERING, transcript())
    progress = next(it for it in panel.live.findChildren(QLabel) if it.text() == "waiting")
    assert progress.alignment() & Qt.AlignmentFlag.AlignRight


def test_an_ended_answer_lowers_the_line_and_another_chat_has_its_own(panel):
    chat = transcript()
    panel.show_numbers(numbers(EngineStats((FRONT,)), chat))
    assert panel.decode.line.points(60)[-1] > 40
    chat.apply(Finished(7, FinishReason.STOP, USAGE, TIMINGS))
    panel.show_numbers(numbers(EngineStats(last=FRONT), chat))
    assert "46.2" in texts(panel)
    assert panel.decode.line.points(60)[-1] == 0
    panel.show_numbers(LiveNumbers(chat_id=2))
    assert set(panel.decode.line.points(60)) <= {0}


def test_a_busy_phase_stands_out(panel):
    panel.show()
    ground = QColor(theme.colors().selected)
    assert not has_color(panel, ground)
    panel.show_numbers(numbers(ANSWERING, transcript()))
    assert has_color(panel, ground)


def test_nothing_ticks_once_hidden(panel, qtbot):
    timer = panel.findChild(QTimer)
    panel.show()
    panel.show_numbers(numbers(ANSWERING, transcript()))
    assert timer.isActive()
    panel.hide()
    qtbot.waitUntil(lambda: not timer.isActive())
    panel.show()
    assert timer.isActive()


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def line(qtbot):
    clock = Clock()
    line = Sparkline("accent", clock)
    qtbot.addWidget(line)
    line.resize(208, 44)
    return line, clock


def test_a_value_holds_until_the_next(line):
    line, clock = line
    assert line.points(6) == []
    clock.now += 100
    line.add(5)
    clock.now += 30
    line.add(9)
    clock.now += 20
    assert line.points(6) == [5, 5, 5, 9, 9, 9]


def test_what_is_older_than_the_span_is_forgotten(line):
    line, clock = line
    line.add(5)
    clock.now += 10
    line.add(9)
    assert not line.level
    clock.now += SPAN + 1
    assert line.points(4) == [9, 9, 9, 9]
    assert line.level


def test_the_line_is_painted_in_the_colour_of_the_scheme(line, qapp):
    line, clock = line
    line.add(5)
    clock.now += SPAN
    for scheme, colors in ((Qt.ColorScheme.Dark, theme.DARK), (Qt.ColorScheme.Light, theme.LIGHT)):
        theme.apply(qapp, scheme)
        assert has_color(line, QColor(colors.accent))


def test_a_line_without_height_or_width_is_painted_too(line):
    line, _ = line
    line.add(0)
    line.resize(3, 3)
    assert line.grab().width() == 3


def has_color(widget, color):
    image = widget.grab().toImage()
    pixels = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(x, y) == color for x, y in pixels)

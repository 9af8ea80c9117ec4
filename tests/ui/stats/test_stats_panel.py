"""The live panel: every number has a place, none is shown as another chat's, and it stands still
long enough to be read."""

from dataclasses import fields, is_dataclass, replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QScrollArea

from engine.messages import (
    Aborted,
    Channel,
    Delta,
    DraftCounts,
    EngineStats,
    Failed,
    Finished,
    FinishReason,
    ModelStats,
    Phase,
    RequestStats,
    SkimReport,
    Timings,
    Usage,
)
from ui.charts.tones import TONES
from ui.look import theme
from ui.look.appearance import Appearance
from ui.look.numbers import NOTHING
from ui.state.answer_stats import AnswerStats
from ui.state.answer_words import slow_line
from ui.state.figures import Figure, first_token
from ui.state.transcript import Transcript
from ui.stats.chart_popup import ChartPopup
from ui.stats.live_numbers import LiveNumbers, live_numbers
from ui.stats.model_colors import model_color
from ui.stats.number_label import NumberLabel
from ui.stats.stat_rows import joined_values, value_text
from ui.stats.stat_section import StatSection
from ui.stats.stat_table import StatTable
from ui.stats.stats_panel import INTERVAL_MS, StatsPanel
from ui.widgets.labels import tooltip

USAGE = Usage(
    1934, cached=120, generated=251, reasoning=40, content=180, tool_call=29, looked=1, known=2
)
TIMINGS = Timings(
    ttft=0.4121,
    queued=0.25,
    prepare=0.033,
    prefill=1.5,
    decode=5.41,
    loading=0.11,
    memory=0.12,
    looking=0.13,
    behind=0.14,
)
FRONT = RequestStats(
    7, "/models/qwen", Phase.DECODE, 1934, USAGE, TIMINGS, read_again="The system prompt changed."
)
READING = RequestStats(8, "/app/dot", Phase.PREFILL, 512, Usage(prompt=30_000))
QUEUED = RequestStats(9, "/app/dot", Phase.QUEUED, waiting="Waiting for memory.")
SUMS = (
    ModelStats("/models/qwen", 32_768, 1, 3, 903, 10.0, 1_000, 4_000, 2.0),
    ModelStats("/app/dot", 8_192, 1, 1, 41, 0.5, 0, 500, 1.0),
)
ANSWERING = EngineStats(
    (FRONT, READING, QUEUED),
    FRONT,
    2,
    21_400_000_000,
    22_000_000_000,
    300_000_000,
    5_000_000_000,
    30_000_000_000,
    model_memory=20_600_000_000,
    prompt_memory=700_000_000,
    vision_memory=40_000_000,
    vision_hits=3,
    vision_misses=5,
    kv_saved=600_000_000,
    models=SUMS,
    gpu_busy=41.0,
)
# The wait for the next update in nearly all tests; 250 ms would add up to half a minute.
SOON_MS = 10
SECTIONS = ("time", "tokens", "engine", "memory", "session")
TITLES = {7: "Front", 8: "Behind", 3: "Older"}
MODELS = {"/app/dot": "Dot", "/models/qwen": "Qwen"}


@pytest.fixture
def panel(qtbot):
    """A panel with all its sections open, which is updated without a long wait."""
    panel = StatsPanel()
    qtbot.addWidget(panel)
    panel.set_open_sections(SECTIONS)
    timer = panel.findChild(QTimer)
    assert timer and timer.interval() == INTERVAL_MS
    timer.setInterval(SOON_MS)
    panel.show()
    return panel


def begun_transcript(request_id=7, *events):
    result = Transcript()
    result.begin_reply(request_id, "/models/qwen")
    for event in events:
        result.apply(event)
    return result


def numbers(engine, *chats, titles=TITLES, hidden=False):
    replies = [chat.reply for chat in chats]
    return live_numbers(engine, replies, lambda it: titles.get(it, ""), MODELS, hidden=hidden)


def texts(widget):
    """Return the texts of labels that are visible, or would be if the widget were."""
    labels = widget.findChildren(QLabel)
    return [it.text() for it in labels if it.isVisibleTo(widget) and it.text()]


@pytest.fixture
def texts_after(panel, qtbot):
    """Show numbers in a panel and return its texts after it has updated."""

    def show(engine, *chats, titles=TITLES, hidden=False):
        panel.show_numbers(numbers(engine, *chats, titles=titles, hidden=hidden))
        qtbot.waitUntil(lambda: not panel._late)
        return texts(panel)

    return show


def test_a_reply_of_a_server_is_generated_though_the_engine_knows_nothing_of_it() -> None:
    chat = Transcript()
    chat.begin_reply(7, "http://192.168.1.20:8080/v1#big")
    assert numbers(EngineStats(), chat).phase is Phase.QUEUED
    chat.apply(Delta(7, Channel.CONTENT, "Four"))
    assert numbers(EngineStats(), chat).phase is Phase.DECODE


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
    return replace(value, **{name: f"{old}/other" if isinstance(old, str) else old * 2 or 1})


REQUEST_FIELDS = [path for path in leaves(FRONT) if path != ("request_id",)]
# The tokens that were processed tell the rest; the footer of an answer says these of skimming.
ELSEWHERE = [("usage", "unread"), ("skim", "chooser"), ("skim", "seconds"), ("skim", "note")]
ENGINE_FIELDS = [
    it.name for it in fields(EngineStats) if it.name not in ("requests", "last", "models")
]
# Models without speeds, which would change with each reading.
IDLE = (ModelStats("/models/qwen", 32_768, 1), ModelStats("/app/dot", 8_192, 1))
# Speeds are of what has changed since the reading before; the rest is shown as it stands.
SUM_FIELDS = [it.name for it in fields(ModelStats) if it.name not in ("model_id", "rows")]


def test_every_field_of_a_request_has_a_place(texts_after):
    chat = begun_transcript()

    def shown(request):
        return texts_after(EngineStats((request,), models=IDLE), chat)

    skim = SkimReport(1934, 500, "dash", 0.2)
    full = replace(FRONT, drafts=DraftCounts("lookup", 40, 30, 25), skim=skim)
    before = shown(full)
    hidden = [it for it in REQUEST_FIELDS if shown(changed(full, it)) == before]
    assert hidden == ELSEWHERE, "give other fields of RequestStats a row in stat_rows"
    assert shown(full) == before


def test_every_field_of_the_engine_has_a_place(texts_after):
    answering = replace(ANSWERING, models=IDLE)
    before = texts_after(answering)
    hidden = [it for it in ENGINE_FIELDS if texts_after(changed(answering, (it,))) == before]
    assert not hidden, "fields of EngineStats are shown nowhere: give them a row in stat_rows"
    assert texts_after(answering) == before


def test_every_sum_of_a_model_has_a_place(texts_after):
    chat = begun_transcript()

    def shown(sums):
        for models in (ModelStats("/models/qwen", rows=1), sums):
            found = texts_after(replace(ANSWERING, models=(models,)), chat)
        return found

    before = shown(SUMS[0])
    hidden = [it for it in SUM_FIELDS if shown(changed(SUMS[0], (it,))) == before]
    assert not hidden, "fields of ModelStats are shown nowhere: give them a row in stat_rows"
    assert shown(SUMS[0]) == before


def test_the_panel_and_the_footer_show_the_same_wait(texts_after):
    """The load took 0.5 s of 0.9 s in the queue, and requests of other chats took 0.3 s."""
    timings = Timings(ttft=2.0, queued=0.9, loading=0.5, behind=0.3, prepare=0.6)
    chat = begun_transcript(7, Finished(7, FinishReason.STOP, USAGE, timings))
    found = texts_after(EngineStats(), chat)
    assert found[found.index("Queued") + 1] == "700 ms"
    assert found[found.index("Preparation") + 1] == "600 ms"
    assert chat.reply is not None
    assert slow_line(chat.reply) == "Queued: 700 ms · Preparation: 600 ms · Model load: 500 ms"


def test_the_chip_and_the_window_name_the_loading_model_alike(panel, qtbot):
    panel.show_numbers(live_numbers(EngineStats(), [], lambda _: "", MODELS, loading=True))
    qtbot.waitUntil(lambda: panel.phase.text() == "loading model")
    panel.show_numbers(live_numbers(EngineStats(), [], lambda _: "", MODELS))
    qtbot.waitUntil(lambda: panel.phase.text() == "idle")


def test_numbers_are_written_with_their_units(texts_after):
    found = texts_after(ANSWERING, begun_transcript())
    expected = ["generating", "21.4", "of 30 GB", "21.4 GB", "22 GB", "412 ms", "Qwen"]
    expected += ["1,934 tok", "120 tok", "1,814 tok", "1,209 tok/s", "251 tok", "40 tok", "46.2"]
    expected += ["160 ms", "110 ms", "120 ms", "130 ms", "33 ms", "2 of 3"]
    expected += ["20.6 GB", "300 MB", "700 MB", "40 MB", "3 of 8", "5 GB", "600 MB", "41%"]
    expected += ["1.5 s", "5.4 s", "2,185 / 32.8k", "944 tok", "4,500 tok", "1,000 tok", "4"]
    assert not set(expected) - set(found)


def test_the_progress_of_prompt_processing_is_shown(texts_after):
    found = texts_after(EngineStats((READING,)), begun_transcript(8))
    assert {"processing prompt", "512 / 30,000", "This chat"} <= set(found)


def test_unknown_numbers_are_a_dash_or_hidden(panel, texts_after):
    found = texts_after(EngineStats())
    assert set(found) & {"idle", "–"} == {"idle", "–"}
    assert not {"Queued", "Prompt cache", "GPU busy", "Tool calls"} & set(found)
    assert panel.sections.session.isHidden()
    assert panel.context.bars.isHidden()


def test_the_gpu_row_stays_without_a_request(panel, texts_after):
    texts_after(ANSWERING)
    assert "41%" in texts(panel)
    found = texts_after(replace(ANSWERING, requests=(), gpu_busy=None))
    assert found[found.index("GPU busy") + 1] == "–"


# --- whose they are ----------------------------------------------------------------------


def test_a_waiting_chat_does_not_show_the_numbers_of_another():
    """This chat waits, or has not asked yet, while others answer."""
    waiting = numbers(EngineStats((FRONT,), FRONT), begun_transcript(5))
    unseen = RequestStats(5, "/models/qwen", Phase.QUEUED)
    assert (waiting.owner, waiting.front) == ("This chat", (unseen,))
    assert waiting.live == (("Front", FRONT),)
    assert waiting.crowded


def test_the_last_answer_of_another_chat_is_labeled():
    ended = replace(FRONT, phase=Phase.IDLE)
    found = numbers(EngineStats(last=FRONT))
    assert (found.owner, found.front) == ("Last answer: Front", (ended,))
    closed = numbers(EngineStats(last=FRONT), titles={})
    assert closed.owner == "Last answer: another chat"
    assert numbers(EngineStats()).owner == ""


@pytest.mark.parametrize(
    "end",
    [
        Finished(7, FinishReason.STOP, USAGE, TIMINGS, "It changed."),
        Aborted(7, USAGE, TIMINGS, "It changed."),
    ],
)
def test_an_ended_answer_keeps_its_numbers(end):
    """True even if other answers ended since, and before the engine reports the end itself."""
    chat = begun_transcript(7, Delta(7, Channel.CONTENT, "x"), end)
    found = numbers(EngineStats((FRONT, READING), replace(FRONT, request_id=3)), chat)
    assert found.owner == "This chat, last answer"
    sums = FRONT.generation_tps, TIMINGS.ttft + TIMINGS.decode, 1934 + 251
    ids = 7, "/models/qwen", Phase.IDLE, 1934, USAGE, TIMINGS
    assert found.front == (AnswerStats(*ids, *sums, read_again="It changed."),)


def test_a_continued_answer_has_the_speed_of_all_its_parts():
    chat = begun_transcript(7, Delta(7, Channel.CONTENT, "x"), Aborted(7, USAGE, TIMINGS))
    chat.resume_reply(8)
    chat.apply(Finished(8, FinishReason.STOP, Usage(9, 9, 11), Timings(decode=1.0)))
    assert numbers(EngineStats(), chat).front[0].generation_tps == (251 + 11 - 2) / 6.41


def test_a_failed_continuation_keeps_the_numbers():
    chat = begun_transcript(7, Delta(7, Channel.CONTENT, "x"), Aborted(7, USAGE, TIMINGS))
    chat.resume_reply(8)
    chat.apply(Failed(8, "Too late."))
    refused = RequestStats(8, "/models/qwen", Phase.QUEUED)
    assert numbers(EngineStats(last=refused), chat).front[0].usage == USAGE


def test_a_failed_answer_has_the_numbers_of_the_engine():
    failed = begun_transcript(7, Failed(7, "no"))
    assert numbers(EngineStats(last=FRONT), failed).front == (replace(FRONT, phase=Phase.IDLE),)
    other = numbers(EngineStats(last=replace(FRONT, request_id=3)), failed)
    assert other.front == (AnswerStats(7, "/models/qwen"),)


def test_answers_of_several_panes_are_side_by_side(panel, texts_after):
    second = replace(
        FRONT,
        request_id=8,
        model_id="/app/dot",
        usage=replace(USAGE, generated=90),
        timings=replace(TIMINGS, ttft=0.655),
    )
    engine = EngineStats((FRONT, second), models=SUMS)
    found = texts_after(engine, begun_transcript(7), begun_transcript(8))
    assert {"412 · 655 ms", "Qwen · Dot", "251 · 90 tok", "1,934 tok"} <= set(found)
    assert panel.sections.time.inside.bar.segments(1)[0][1].top() > 0, "a bar for each"
    assert "2,185 / 32.8k · 2,024 / 8,192" in found


@pytest.mark.parametrize(
    ("prompts", "second", "shown"),
    [
        ((1_934, 3_000, 900), "/models/qwen", "1,151–3,251 / 32.8k"),
        ((1_934, 1_934, 1_934), "/models/qwen", "2,185 / 32.8k"),
        ((1_934, 3_000, 900), "/app/dot", "4%–40%"),
    ],
)
def test_the_contexts_of_many_panes_fit_beside_their_title(texts_after, prompts, second, shown):
    models = ("/models/qwen", second, "/models/qwen")
    rows = tuple(
        replace(FRONT, request_id=7 + it, model_id=model, usage=replace(USAGE, prompt=prompt))
        for it, (model, prompt) in enumerate(zip(models, prompts, strict=True))
    )
    found = texts_after(EngineStats(rows, models=SUMS), *map(begun_transcript, (7, 8, 9)))
    assert shown in found


def test_values_side_by_side_share_one_unit():
    assert joined_values(["412 ms", "655 ms"]) == "412 · 655 ms"
    assert joined_values(["412 ms", "1.2 s"]) == "412 ms · 1.2 s"
    assert joined_values(["5 tok", "5 tok"]) == "5 tok"
    assert joined_values(["–", "5 tok"]) == "– · 5 tok"
    assert joined_values(["5 tok", "–"]) == "5 · – tok"
    assert joined_values([]) == "–"


def test_more_than_two_answers_show_their_range():
    def answer(seconds: float) -> RequestStats:
        return RequestStats(1, "m", Phase.DECODE, timings=Timings(ttft=seconds))

    def shown(*seconds: float) -> str:
        return value_text(first_token(), [answer(it) for it in seconds])

    assert shown(0.4, 0.2) == "400 · 200 ms"
    assert shown(0.4, 0.2, 0.3) == "200–400 ms"
    assert shown(2.0, 0.2, 0.3) == "200 ms – 2.0 s"
    assert shown(0.0, 0.2, 0.3) == "200–300 ms"
    assert shown(0.2, 0.2, 0.2) == "200 ms"
    assert shown(0.0, 0.0, 0.0) == "–"


def test_the_queue_shows_owner_phase_and_reason_of_each_request(panel, texts_after):
    found = texts_after(ANSWERING, begun_transcript())
    at = found.index("All requests")
    listed = found[at + 1 : at + 9]
    assert listed == [
        *("Front", "46.2 tok/s", "generating · Qwen · 120 cached"),
        *("Behind", "512 / 30,000", "processing prompt · Dot"),
        *("Dot", "Waiting for memory."),
    ]
    texts_after(EngineStats((FRONT,)), begun_transcript())
    assert panel.live.isHidden()
    texts_after(
        EngineStats((replace(FRONT, phase=Phase.QUEUED, waiting="For memory."),)),
        begun_transcript(),
    )
    assert not panel.live.isHidden(), "why it waits is worth a line"


def test_nothing_distinguishes_hidden_models(panel, texts_after):
    texts_after(replace(ANSWERING, models=()), begun_transcript())
    found = texts_after(ANSWERING, begun_transcript(), hidden=True)
    assert not {"Qwen", "412 ms", "46.2 tok/s", "512 / 30,000"} & set(found)
    assert "Dot" not in found
    assert panel.speed.legend.entries == ()
    assert "Qwen" not in panel.numbers_text()
    assert {"21.4 GB", "processing prompt"} <= set(found)


# --- what happens now ----------------------------------------------------------------------


def grown(seconds, tokens, rows=1, model=0):
    """The sums of a model that has decoded for some more time."""
    return replace(
        SUMS[model],
        generated=SUMS[model].generated + tokens,
        decode=SUMS[model].decode + seconds,
        rows=rows,
    )


def test_each_model_has_a_line_and_all_together_a_speed(panel, texts_after):
    texts_after(ANSWERING, begun_transcript())
    models = (grown(0.5, 36), grown(0.25, 11, model=1))
    found = texts_after(replace(ANSWERING, models=models), begun_transcript())
    assert [entry.name for entry in panel.speed.legend.entries] == ["Qwen", "Dot"]
    assert found[found.index("Speed now") + 1] == "116"
    colors = [entry.color() for entry in panel.speed.legend.entries]
    assert colors == [model_color("/models/qwen"), model_color("/app/dot")]
    assert colors[0] != colors[1]


def test_the_speed_on_top_is_that_of_the_answer_in_its_table_and_list(panel, texts_after):
    """It is the average since the first token, not what passes at the moment."""
    texts_after(ANSWERING, begun_transcript())
    models = (grown(0.5, 36), grown(0.25, 11, model=1))
    found = texts_after(replace(ANSWERING, models=models), begun_transcript())
    assert panel.speed.accessibleName() == "Speed: 46.2 tok/s"
    assert found[found.index("Front") + 1] == "46.2 tok/s"


def test_prefill_has_its_own_speed(panel, texts_after):
    texts_after(ANSWERING, begun_transcript())
    more = replace(SUMS[1], read=SUMS[1].read + 300, prefill=SUMS[1].prefill + 0.25)
    found = texts_after(replace(ANSWERING, models=(SUMS[0], more)), begun_transcript())
    assert found[found.index("Prompt speed now") + 1] == "1,200"


def test_an_ended_answer_lowers_the_line_and_keeps_its_number(panel, texts_after):
    chat = begun_transcript()
    texts_after(ANSWERING, chat)
    texts_after(replace(ANSWERING, models=(grown(0.5, 36), SUMS[1])), chat)
    assert panel.series.decode["/models/qwen"].points(60)[-1] == 72
    chat.apply(Finished(7, FinishReason.STOP, USAGE, TIMINGS))
    texts_after(EngineStats(last=FRONT, models=(grown(0.6, 40, rows=0), SUMS[1])), chat)
    assert panel.speed.accessibleName() == "Speed: 46.2 tok/s"
    assert panel.series.decode["/models/qwen"].points(60)[-1] == 0


def test_the_bar_of_the_memory_is_full_at_the_limit(panel, texts_after):
    texts_after(replace(ANSWERING, active_memory=15_000_000_000))
    assert panel.memory_bar.shares == [0.5]
    texts_after(replace(ANSWERING, active_memory=15_000_000_000, peak_memory=15_000_000_000))
    assert panel.memory_bar.shares == [0.5]
    texts_after(replace(ANSWERING, memory_limit=0))
    assert panel.memory_bar.isHidden()


def test_no_memory_is_used_without_a_model(panel, texts_after):
    # MLX holds some bytes of its own
    texts_after(replace(ANSWERING, active_memory=44))
    assert panel.memory.accessibleName() == "Memory: 0 of 30 GB"
    assert "In use" not in panel.numbers_text()


def test_an_elided_title_of_another_chat_is_whole_in_its_tooltip(panel):
    owner = f"Last answer: {'a long title ' * 9}"
    panel.show_numbers(LiveNumbers(owner=owner))
    assert panel.owner.toolTip() == tooltip(owner)


def test_the_engine_is_not_idle_while_a_model_loads_for_nobody(panel, texts_after):
    loading = RequestStats(5, "/app/dot", Phase.LOADING)
    chat = begun_transcript(7, Finished(7, FinishReason.STOP, USAGE, TIMINGS))
    assert "loading model" in texts_after(EngineStats((loading,)), chat)


@pytest.mark.parametrize("phase", [it for it in Phase if it is not Phase.IDLE])
def test_the_panel_says_what_the_engine_does_whoever_asked(panel, texts_after, phase: Phase):
    """Conversions and checks belong to no chat, and other chats answer too."""
    chat = begun_transcript(7, Finished(7, FinishReason.STOP, USAGE, TIMINGS))
    texts_after(EngineStats((RequestStats(5, "/app/dot", phase),)), chat)
    assert panel.phase.text() == phase.value
    assert panel.phase.property("busy")
    assert [doing.split(",")[0] for _, doing in panel.live.lines()] == [phase.value]


# --- sections ------------------------------------------------------------------------------


def test_sections_are_closed_at_first_and_built_when_they_are_opened(qtbot):
    panel = StatsPanel()
    qtbot.addWidget(panel)
    panel.show()
    panel.show_numbers(numbers(ANSWERING, begun_transcript()))
    assert panel.open_sections == ()
    assert all(section.inside is None for section in panel.findChildren(StatSection))
    with qtbot.waitSignal(panel.sections_changed):
        qtbot.keyClick(panel.sections.tokens.header, Qt.Key.Key_Return)
    assert panel.open_sections == ("tokens",)
    assert "1,934 tok" in texts(panel), "written at once"
    qtbot.mouseClick(panel.sections.tokens.header, Qt.MouseButton.LeftButton)
    assert panel.open_sections == () and "1,934 tok" not in texts(panel)


def test_closed_sections_are_copied_too(qtbot):
    panel = StatsPanel()
    qtbot.addWidget(panel)
    panel.show()
    panel.show_numbers(numbers(ANSWERING, begun_transcript()))
    assert {"Prompt: 1,934 tok", "Limit: 30 GB"} <= set(panel.numbers_text().split("\n"))


def test_every_number_says_what_it_means(panel, texts_after):
    texts_after(ANSWERING, begun_transcript())
    tables = panel.findChildren(StatTable)
    figures = [figure for table in tables for figure in table.figures]
    assert len(figures) > 25
    for label in panel.findChildren(NumberLabel):
        if label.accessibleDescription():
            assert label.accessibleDescription() in label.toolTip()
    assert all(figure.about.endswith(".") for figure in figures)


@pytest.mark.styled
def test_a_long_title_without_a_value_leaves_the_others_beside_their_values(qtbot):
    speed = Figure("Speed", "", str, always=True)
    table = StatTable([speed, Figure("Proposals that were accepted", "", str)])
    qtbot.addWidget(table)
    table.setFixedWidth(220)
    table.show()
    title, value = table.findChildren(QLabel)[:2]

    def beside() -> bool:
        table.column.activate()
        return title.y() < value.geometry().bottom() and title.geometry().right() < value.x()

    table.show_values(["39 tok/s", NOTHING])
    assert beside()
    table.show_values(["39 tok/s", "61 of 78"])
    assert not beside()


def test_numbers_change_at_most_every_quarter_of_a_second(panel, qtbot, monkeypatch):
    """Whatever comes in; a change of the chat in front is written at once."""
    panel.findChild(QTimer).setInterval(INTERVAL_MS)
    written = []
    write = panel._write
    monkeypatch.setattr(panel, "_write", lambda: (written.append(panel._shown), write()))
    chat, other = begun_transcript(), begun_transcript(8)
    panel.show_numbers(numbers(ANSWERING, chat))
    first = len(written)
    for size in range(50):
        panel.show_numbers(numbers(replace(ANSWERING, prompt_memory=size), chat))
    assert len(written) == first, "not before its time"
    panel.show_numbers(numbers(ANSWERING, other))
    assert written[-1].front == (READING,)
    panel.show_numbers(numbers(replace(ANSWERING, prompt_memory=77_000_000), other))
    qtbot.waitUntil(lambda: "77 MB" in texts(panel.sections))
    assert len(written) == first + 2
    assert INTERVAL_MS >= 250


@pytest.mark.styled
def test_digits_are_equally_wide(qtbot):
    label = NumberLabel("value")
    qtbot.addWidget(label)
    widths = set()
    for text in ("111,111", "888,888", "000,000"):
        label.show_number(text)
        widths.add(label.sizeHint().width())
    assert len(widths) == 1


@pytest.mark.styled
def test_a_busy_phase_stands_out(panel, texts_after):
    ground = QColor(theme.colors().selected)
    assert not has_color(panel, ground)
    texts_after(ANSWERING, begun_transcript())
    assert has_color(panel, ground)


def test_a_hidden_panel_runs_no_timer_and_writes_nothing(panel, qtbot):
    timer = panel.findChild(QTimer)
    panel.show_numbers(numbers(ANSWERING, begun_transcript()))
    assert timer.isActive()
    panel.hide()
    qtbot.waitUntil(lambda: not timer.isActive())
    panel.show_numbers(numbers(replace(ANSWERING, prompt_memory=77_000_000), begun_transcript()))
    assert not timer.isActive()
    assert "77 MB" not in texts(panel.sections)
    panel.show()
    assert timer.isActive()
    assert "77 MB" in texts(panel.sections)


# --- how it looks, and what can be done with it ----------------------------------------------


def test_all_numbers_can_be_copied_as_text(panel, texts_after, qtbot):
    texts_after(ANSWERING, begun_transcript())
    qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text().split("\n")
    assert copied[0] == "This chat: generating"
    assert {"First token: 412 ms", "In use: 21.4 GB", "GPU busy: 41%"} <= set(copied)
    assert {"Behind: processing prompt · Dot, 512 / 30,000", "Context: 2,185 / 32.8k"} <= set(
        copied
    )
    assert not any(line.endswith("–") for line in copied)


def test_the_context_menu_copies_them_too(panel, texts_after, qapp):
    texts_after(ANSWERING, begun_transcript())
    at = QPoint(20, 20)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, panel.mapToGlobal(at))
    qapp.sendEvent(panel, event)
    menu = panel.findChild(QMenu)
    assert menu is not None
    next(it for it in menu.actions() if it.text() == "Copy statistics").trigger()
    assert "First token: 412 ms" in QGuiApplication.clipboard().text()
    menu.close()


def test_requests_of_others_that_wait_do_not_hide_those_being_answered():
    waiting = RequestStats(1, "/models/dot", Phase.QUEUED)
    answered = RequestStats(2, "/models/dot", Phase.DECODE)
    assert LiveNumbers(live=(("", waiting), ("", answered))).phase is Phase.DECODE
    assert LiveNumbers(live=(("", waiting),)).phase is Phase.QUEUED


def test_a_screen_reader_hears_the_title_of_a_number(panel, texts_after):
    texts_after(ANSWERING, begun_transcript())
    said = {it.accessibleName() for it in panel.findChildren(NumberLabel) if not it.isHidden()}
    expected = {"First token: 412 ms", "In use: 21.4 GB", "Behind: 512 / 30,000"}
    assert expected <= said
    assert panel.memory.accessibleName() == "Memory: 21.4 of 30 GB"


@pytest.mark.styled
def test_a_low_panel_scrolls_only_vertically(panel, texts_after, qtbot):
    panel.resize(panel.width(), 200)
    texts_after(ANSWERING, begun_transcript())
    area = panel.findChild(QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 100)
    assert area.widget().width() == area.viewport().width()
    area.setFocus()
    qtbot.keyClick(area, Qt.Key.Key_PageDown)
    assert area.verticalScrollBar().value() > 0


@pytest.mark.styled
@pytest.mark.parametrize("zoom", [100, 150, 200])
def test_titles_and_values_are_whole_at_each_zoom(panel, texts_after, qapp, qtbot, zoom):
    panel.resize(panel.width(), 600)
    texts_after(ANSWERING, begun_transcript())
    theme.wear(qapp, Appearance(zoom=zoom))
    area = panel.findChild(QScrollArea)
    qtbot.waitUntil(lambda: area.widget().width() == area.viewport().width())
    table = panel.sections.tokens.inside
    _, title, value = table._rows[1]

    def whole() -> bool:
        title_width = title.fontMetrics().horizontalAdvance(title.text())
        return value.width() >= value.sizeHint().width() and title.width() >= title_width

    qtbot.waitUntil(whole)
    assert zoom > 100 or value.x() > title.x(), "beside each other"
    if zoom == 200:
        table.show_values(["1,934–12,230 tok"] * len(table.figures))
        qtbot.waitUntil(lambda: value.y() > title.y() and whole())
    theme.wear(qapp, Appearance())


@pytest.mark.styled
def test_an_enlarged_chart_has_the_colors_of_the_small_one(panel, texts_after):
    panel.set_open_sections(("engine",))
    texts_after(ANSWERING, begun_transcript())
    for card in (panel.speed, panel.memory, *panel.sections.cards()):
        card.chart.click()
        popup = panel.findChildren(ChartPopup)[-1]
        tones = [row.key.tone for row in popup.chart.chart("").lines]
        colors = [QColor(TONES[tone][theme.colors().dark]) for tone in tones]
        assert colors == [line.color() for line in card.chart.lines]
        popup.close()


@pytest.mark.styled
def test_the_panel_follows_a_change_of_look(panel, texts_after, qapp):
    texts_after(ANSWERING, begun_transcript())
    for scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light):
        theme.apply(qapp, scheme)
        qapp.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        assert has_color(panel.speed, QColor(theme.colors().card))
    assert LiveNumbers().phase is Phase.IDLE


def has_color(widget, color):
    image = widget.grab().toImage()
    pixels = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(x, y) == color for x, y in pixels)


@pytest.mark.styled
def test_the_title_is_whole_at_200_percent_while_something_runs(panel, qtbot, qapp):
    theme.wear(qapp, Appearance(zoom=200))
    panel.phase.setText("processing prompt")
    title = next(it for it in panel.findChildren(QLabel) if it.text() == "Live stats")
    qtbot.waitUntil(lambda: panel.phase.width() > title.height() * 4)
    assert title.width() >= title.fontMetrics().horizontalAdvance(title.text())

"""Charts of the last minute, and the rates that they draw."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.messages import EngineStats, ModelStats, Phase, RequestStats
from tests.kit.clock import Clock
from ui.charts.tones import BLUE, ORANGE, model_tone
from ui.look import theme
from ui.stats.live_series import SPAN, LiveRates, ModelSpeed, Series
from ui.stats.model_colors import model_color, tone_color
from ui.stats.sparkline import Line, Sparkline
from ui.stats.stat_card import StatCard


@pytest.fixture
def clock():
    return Clock(1000.0)


# --- what is drawn ---------------------------------------------------------------------------


def test_a_value_holds_until_the_next(clock):
    history = Series(clock)
    assert history.points(6) == []
    clock.now += 100
    history.add(5)
    clock.now += 30
    history.add(9)
    clock.now += 20
    assert history.points(6) == [5, 5, 5, 9, 9, 9]


def test_values_older_than_the_span_are_dropped(clock):
    history = Series(clock)
    history.add(5)
    clock.now += 10
    history.add(0)
    assert not history.level
    assert not history.quiet
    clock.now += SPAN + 1
    assert history.points(4) == [0, 0, 0, 0]
    assert history.level
    assert history.quiet


@pytest.fixture
def chart(qtbot):
    chart = Sparkline()
    qtbot.addWidget(chart)
    chart.resize(208, 44)
    return chart


def column(chart, color, x=150):
    """Return the heights at which a column of pixels has about this color, from the top."""
    image = chart.grab().toImage()
    ratio = image.devicePixelRatio()
    pixels = [image.pixelColor(int(x * ratio), y) for y in range(image.height())]
    return [y / ratio for y, pixel in enumerate(pixels) if _near(pixel, color)]


def test_lines_share_a_scale(chart, clock):
    high, low = Series(clock), Series(clock)
    high.add(100)
    low.add(50)
    clock.now += SPAN
    chart.show_lines([Line(high, ORANGE, filled=False), Line(low, BLUE, filled=False)])
    (top, *_), (middle, *_) = column(chart, tone_color(ORANGE)), column(chart, tone_color(BLUE))
    assert top < middle
    assert abs((40 - middle) * 2 - (40 - top)) < 3


def _near(one, other):
    pairs = zip(one.getRgb(), other.getRgb(), strict=True)
    return all(abs(mine - theirs) < 90 for mine, theirs in pairs)


def test_colors_follow_the_look_at_the_time_of_painting(chart, clock, qapp):
    history = Series(clock)
    history.add(5)
    clock.now += SPAN
    chart.show_lines([Line(history, model_tone("a"))])
    for scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light):
        theme.apply(qapp, scheme)
        assert column(chart, model_color("a"))


def test_a_chart_without_room_is_painted_too(chart, clock):
    history = Series(clock)
    history.add(0)
    chart.show_lines([Line(history, ORANGE)])
    chart.resize(3, 3)
    assert chart.grab().width() == 3


def test_models_keep_their_colours(qapp):
    first, second = model_color("/models/one"), model_color("/models/two")
    assert first != second
    assert model_color("/models/one") == first


# --- rates -----------------------------------------------------------------------------------


def reading(*sums, phase=Phase.DECODE):
    return EngineStats(tuple(RequestStats(1, it.model_id, phase) for it in sums), models=sums)


def test_a_rate_covers_the_tokens_since_the_last_reading(clock):
    rates = LiveRates(clock)
    rates.update(reading(ModelStats("m", rows=1, replies=1, generated=101, decode=10.0)))
    clock.now += 0.25
    now = ModelStats("m", rows=1, replies=1, generated=121, decode=10.25)
    assert rates.update(reading(now)) == {"m": ModelSpeed(80.0, 0.0)}


def test_the_first_token_does_not_count_as_decoding(clock):
    rates = LiveRates(clock)
    before = ModelStats("m", replies=1, generated=10, decode=1.0)
    rates.update(reading(before))
    began = ModelStats("m", rows=1, replies=2, generated=11, decode=1.0)
    assert rates.update(reading(began))["m"].decode == 0


def test_prefill_and_decode_rates_never_mix(clock):
    rates = LiveRates(clock)
    rates.update(reading(ModelStats("m", rows=1, replies=1, generated=1)))
    clock.now += 1
    both = ModelStats("m", 0, 1, 1, 11, 1.0, 5_000, 512, 0.5)
    assert rates.update(reading(both))["m"] == ModelSpeed(10.0, 1024.0)


def test_a_reply_that_stalls_gets_slower(clock):
    """A slow one has no token between two readings; that alone does not make it faster or
    stand."""
    rates = LiveRates(clock)
    rates.update(reading(ModelStats("m", rows=1, replies=1, generated=1)))
    sums = ModelStats("m", rows=1, replies=1, generated=3, decode=1.0)
    assert rates.update(reading(sums))["m"].decode == 2.0
    clock.now += 0.25
    assert rates.update(reading(sums))["m"].decode == 2.0
    clock.now += 3.75
    assert rates.update(reading(sums))["m"].decode == 0.25


def test_a_chunk_that_takes_long_keeps_its_speed_until_the_next(clock):
    rates = LiveRates(clock)
    rates.update(reading(ModelStats("m"), phase=Phase.PREFILL))
    sums = ModelStats("m", read=512, prefill=2.0)
    assert rates.update(reading(sums, phase=Phase.PREFILL))["m"].prefill == 256
    assert rates.update(reading(sums, phase=Phase.PREFILL))["m"].prefill == 256
    assert rates.update(reading(sums, phase=Phase.DECODE))["m"].prefill == 0


def test_an_idle_engine_does_nothing(clock):
    rates = LiveRates(clock)
    rates.update(reading(ModelStats("m", rows=1, replies=1, generated=1)))
    ended = ModelStats("m", replies=1, generated=9, decode=0.5, read=100, prefill=0.1)
    assert rates.update(EngineStats(models=(ended,))) == {"m": ModelSpeed()}


@pytest.mark.styled
def test_a_number_goes_below_its_title_where_both_have_no_room(qtbot: QtBot) -> None:
    card = StatCard("Speed", "Tokens a second")
    qtbot.addWidget(card)
    card.show_value("7.8–37.8 tok/s")
    card.show()
    caption, number = card._caption, card._number
    for width, below in ((300, False), (150, True), (300, False)):
        card.resize(width, 120)
        qtbot.waitUntil(lambda below=below: (number.y() > caption.geometry().bottom()) is below)

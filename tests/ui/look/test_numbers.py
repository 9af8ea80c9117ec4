"""Numbers follow one rule for each kind, and one answer's numbers read the same everywhere."""

import pytest

from app.transfer.exporting.comparison_tables import round_table
from engine.messages import EngineStats, Timings, Usage
from tests.kit.comparisons import Panes
from ui.compare.answer_tables import AnswerTable
from ui.look.language import number
from ui.look.numbers import (
    bits_text,
    byte_rate_text,
    context_text,
    cost_text,
    duration_text,
    estimate_text,
    or_nothing,
    parameters_text,
    part_text,
    percent_text,
    progress_text,
    rate_text,
    seconds_text,
    share_text,
    short_count_text,
    short_tokens_text,
    size_text,
    speed_text,
    time_left_text,
    tokens_text,
)
from ui.state.answer_words import line_parts, numbers_line, numbers_text
from ui.state.figures import first_token, prompt_speed, speed
from ui.stats.live_numbers import live_numbers

SLOW = Usage(prompt=1_300, cached=20, generated=41, content=41), Timings(0.1823, 0, 0, 0.953, 0.648)
FAST = Usage(prompt=120, cached=0, generated=250, content=250), Timings(2.341, 0, 0, 0.011, 1.5)


COSTS = ["$0.00", "$0.000012", "$0.0012", "$0.50", "$1,234.50"]


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        (tokens_text, (1, 1_934), ["1 token", "1,934 tokens"]),
        (short_tokens_text, (1, 1_934), ["1 tok", "1,934 tok"]),
        (
            short_count_text,
            (0, 9_999, 30_768, 131_072, 1_048_576),
            ["0", "9,999", "30.8k", "131k", "1,049k"],
        ),
        (
            rate_text,
            (0.42, 8.3, 61.73, 99.96, 250, 1_209.4),
            ["0.4", "8.3", "61.7", "100", "250", "1,209"],
        ),
        (speed_text, (61.73,), ["61.7 tok/s"]),
        (cost_text, (0, 0.000_012_3, 0.0012, 0.5, 1_234.5), COSTS),
        (
            duration_text,
            (0, 0.5, 0.9994, 0.9996, 125.32),
            ["0 ms", "500 ms", "999 ms", "1.0 s", "125.3 s"],
        ),
        (seconds_text, (0, 0.32, 75), ["0.0 s", "0.3 s", "75.0 s"]),
        (estimate_text, (0.01, 1.24, 12.3, 89, 100), ["0.1 s", "1.2 s", "12 s", "89 s", "2 min"]),
        (size_text, (0, 12, 4_000, 999_600), ["0 kB", "1 kB", "4 kB", "1 MB"]),
        (size_text, (4_130_000, 9_960_000, 512_000_000), ["4.1 MB", "10 MB", "512 MB"]),
        (size_text, (999_600_000, 21_440_000_000), ["1 GB", "21.4 GB"]),
        (
            time_left_text,
            (8, 121, 5_399, 5_999, 7_260),
            ["8.0 s left", "2 min left", "90 min left", "1 h 40 min left", "2 h 1 min left"],
        ),
        (byte_rate_text, (42_000_000, 350_000), ["42 MB/s", "350 kB/s"]),
        (percent_text, (41.2,), ["41%"]),
        (
            parameters_text,
            (40_000, 4_130_000, 999_600_000, 8_190_000_000, 235e9),
            ["40 k", "4 M", "1.0 B", "8.2 B", "235 B"],
        ),
        (bits_text, (4.52, 16.0, 3.96), ["4.5", "16", "4"]),
        (
            context_text,
            (512, 8192, 40_960, 32_000, 131_072, 1_048_576, 10_000_000),
            ["512", "8k", "40k", "32k", "128k", "1M", "10M"],
        ),
    ],
)
def test_each_kind_of_number_has_one_rule(text, values, expected) -> None:
    assert [text(value) for value in values] == expected


def test_two_numbers_together_have_one_rule() -> None:
    assert part_text(3, 1_000) == "3 of 1,000"
    assert progress_text(512, 30_000) == "512 / 30,000"


def test_a_value_that_reads_as_zero_becomes_a_dash() -> None:
    assert [or_nothing(duration_text, it) for it in (0, 0.0004, 0.0006)] == ["–", "–", "1 ms"]
    assert [or_nothing(number, it) for it in (0, 1)] == ["–", "1"]


def test_bytes_out_of_others_have_the_unit_of_the_whole() -> None:
    assert share_text(5_100_000_000, 11_400_000_000) == "5.1 of 11.4 GB"
    assert share_text(30_000_000, 11_400_000_000) == "30 MB of 11.4 GB"
    assert share_text(0, 11_400_000_000) == "0 of 11.4 GB"
    assert share_text(999_400_000, 2_000_000_000) == "999 MB of 2 GB"
    assert share_text(999_700_000, 2_000_000_000) == "1 of 2 GB"
    assert share_text(25_500_000_000, 11_400_000_000) == "25.5 of 11.4 GB"
    assert share_text(1_240_000, 4_100_000) == "1.2 of 4.1 MB"
    assert share_text(12_400, 400_000) == "12 of 400 kB"


@pytest.mark.parametrize(
    ("usage", "timings", "wait", "rate", "prompt_rate"),
    [(*SLOW, "182 ms", "61.7", "1,343"), (*FAST, "2.3 s", "166", "10,909")],
)
def test_the_numbers_of_an_answer_read_the_same_everywhere(
    qapp, usage, timings, wait, rate, prompt_rate
) -> None:
    panes = Panes("Dot", "Qwen")
    panes.begin()
    panes.end(1, usage, timings)
    panes.end(2, usage, timings)
    reply = panes.transcripts[1].reply
    compared = panes.comparison.rounds[0]
    assert reply is not None
    copied, line = numbers_line(reply), [part.text for part in line_parts(reply)]
    stats = live_numbers(EngineStats(), [reply], lambda _: "", {}).front[0]
    table = AnswerTable(panes.comparison)
    results = {column.title: column.text(table.place(0)) for column in table.columns}
    exported = dict(zip(round_table(compared).titles, round_table(compared).rows[0], strict=True))

    tokens = usage.generated
    assert line == [f"{rate} tok/s", f"{wait} to first token", f"{tokens} tokens"]
    assert [part.short for part in line_parts(reply)] == [line[0], wait, f"{tokens} tok"]
    assert copied.startswith(" · ".join(line))
    assert numbers_text(reply).splitlines()[0] == copied
    assert first_token().text(stats) == results["First token"] == exported["First token"] == wait
    assert speed().text(stats) == results["Speed"] == f"{rate} tok/s"
    assert exported["Generation tok/s"] == rate
    assert f"processed at {prompt_rate} tok/s" in copied
    assert prompt_speed().text(stats) == results["Prompt speed"] == f"{prompt_rate} tok/s"
    assert exported["Prompt tok/s"] == prompt_rate
    assert results["Total time"] == exported["Time"]
    assert results["Generated"] == f"{tokens} tok"
    assert exported["Tokens"] == str(tokens)

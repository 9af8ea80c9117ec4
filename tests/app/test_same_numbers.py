"""The numbers of one real answer, wherever the window shows them: they never disagree."""

from app.assembly import Assembly
from tests.kit.tabs import new_comparison
from ui.compare.answer_tables import AnswerTable
from ui.conversation.answer_details import AnswerDetails
from ui.conversation.message_reply import ReplyMessage
from ui.state.figures import time_figures
from ui.state.pane import letter
from ui.state.question import Question

WAIT = 60_000
SHARED = ("First token", "Prompt speed", "Cached", "Speed", "Generated", "Total time")


def test_line_details_panel_header_and_results_show_the_same_numbers(app: Assembly, qtbot):
    """Two panes of Dot answer in one batch, so that nearly every time and count is in use."""
    tab = new_comparison(app)
    panel = app.window.stats_panel
    app.window.show_stats_panel(True)
    panel.set_open_sections(("time", "tokens"))
    tab.conversation.requests.submitted.emit(Question("What can you do?"))
    qtbot.waitUntil(lambda: not tab.busy, timeout=WAIT)
    tab.runs.show()
    table = AnswerTable(tab.comparison)
    results = [
        {it.title: it.text(table.place(row)) for it in table.columns}
        for row in range(len(tab.panes))
    ]
    # the panel has the values of both panes side by side, and the engine's own come a little later
    qtbot.waitUntil(lambda: panel.phase.text() == "idle", timeout=WAIT)
    qtbot.waitUntil(lambda: not panel._late)
    for row, pane in enumerate(tab.panes):
        message = pane.view.message(-1)
        assert isinstance(message, ReplyMessage)
        line, found = message.footer.numbers, results[row]
        line.click()
        details = pane.view.findChild(AnswerDetails)
        assert details is not None
        shown = {title: texts[row] for title, texts in details.rows().items()}
        where = f"pane {letter(row)}"

        assert pane.header.speed.text() == found["Speed"] == shown["Speed"], where
        assert line.text().split(" · ") == [
            found["Speed"],
            f"{found['First token']} to first token",
            found["Generated"].replace(" tok", " tokens"),
        ], where
        for title in SHARED:
            if title in shown:
                assert shown[title] == found[title], (where, title)
        stats = details._answers[row].stats
        parts = sum(figure.seconds(stats) for figure in time_figures())
        assert abs(parts - stats.seconds) < 0.05 * stats.seconds + 0.02, "the bar is all the time"
        details.close()
    _check_panel(panel.numbers_text(), results)


def _check_panel(text: str, results: list[dict[str, str]]) -> None:
    """Check that each line of the panel has the values of all panes, written side by side."""
    lines = dict(line.split(": ", 1) for line in text.split("\n") if ": " in line)
    for title in SHARED:
        values = [found[title] for found in results]
        for value in values:
            if value != "–":
                assert value.split(" ")[0] in lines[title].replace("·", " ").split(), title

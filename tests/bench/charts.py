"""Time to describe, lay out and paint the charts of 500 prompts to ten panes, over 50 to two.

The window must stay fast: many prompts share columns, so that the time grows with the panes and
with the answers that are looked at, but not with what is painted. The figure is the time for a
mark of the large comparison over that for one of the small.
"""

import json
import os
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from engine.messages import Timings, Usage
from tests.kit.comparisons import Panes
from tests.kit.quick import is_quick
from ui.charts.chart_view import ChartView
from ui.charts.result_charts import Measured, result_charts
from ui.look import theme
from ui.state.requests import TransferRequests

_SIZE = QSize(1000, 240)


def compared(panes: int, prompts: int) -> Panes:
    made = Panes(*(f"Model {index}" for index in range(panes)))
    for _ in range(prompts):
        made.begin("Why?")
        for pane_id in range(1, panes + 1):
            usage = Usage(prompt=100, generated=80, content=80)
            made.end(
                pane_id, usage, Timings(0.2 * pane_id, prefill=0.1, decode=80 / (30 + pane_id))
            )
    return made


def milliseconds(made: Panes, repeats: int) -> float:
    """Return the best time for both charts of the speed, from the answers to the pixels."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        for chart in result_charts(made.comparison.rounds, Measured.SPEED):
            view = ChartView(TransferRequests())
            view.resize(_SIZE)
            view.show_chart(chart)
            image = QImage(_SIZE, QImage.Format.Format_ARGB32_Premultiplied)
            view.render(image)
        best = min(best, 1000 * (time.perf_counter() - start))
    return best


def main() -> None:
    repeats = 3 if is_quick(__doc__) else 10
    app = QApplication([])
    theme.install_theme(app)
    small, large = (milliseconds(compared(*it), repeats) for it in ((2, 50), (10, 500)))
    print(f"2 panes, 50 prompts: {small:.1f} ms; 10 panes, 500 prompts: {large:.1f} ms")
    # 50 columns of two panes, and 56 of ten
    ratio = (large / 560) / (small / 100)
    print(json.dumps({"small_ms": round(small, 1), "large_ms": round(large, 1), "ratio": ratio}))


if __name__ == "__main__":
    main()

from PySide6.QtWidgets import QMessageBox

from tests.kit.desk import Desk


def test_a_link_of_the_manual_asks_before_it_opens(desk: Desk) -> None:
    desk.workspace.link_opened.emit("https://huggingface.co/mlx-community")
    [box] = desk.window.findChildren(QMessageBox)
    assert box.text() == "Open huggingface.co in the browser?"
    box.reject()

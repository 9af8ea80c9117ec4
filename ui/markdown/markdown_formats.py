"""Character and block formats of markdown, in the current colors."""

from functools import lru_cache

from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTableFormat,
)

from engine.frozen import frozen
from ui.look import theme
from ui.look.colors import Colors
from ui.markdown.code_lexers import KINDS
from ui.markdown.copied_text import SPACER

TEXT_SIZE = 14
CODE_SIZE = 12
_CODE_HEADER = 30
_CODE_PADDING = 10
PARAGRAPH_GAP = 9
ITEM_GAP = 4
_HEADINGS = {1: 21, 2: 18, 3: 16}
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


@frozen
class Formats:
    """`words` are highlighted code by the kind of word, `headings` by their level."""

    body: QTextCharFormat
    strong: QTextCharFormat
    dim: QTextCharFormat
    code: QTextCharFormat
    words: dict[str, QTextCharFormat]
    headings: dict[int, QTextCharFormat]
    inline_code: QTextCharFormat
    link: QTextCharFormat
    table: QTextTableFormat


@lru_cache(maxsize=2)
def formats(c: Colors) -> Formats:
    return Formats(
        body=_text(c.text),
        strong=_text(c.text, weight=QFont.Weight.DemiBold),
        dim=_text(c.dim),
        code=_code(c.text),
        words={kind: _code(getattr(c, kind)) for kind in {*KINDS.values()}},
        headings={n: _heading(c.text, n) for n in range(1, 7)},
        inline_code=_inline_code(c.inline_code),
        link=_link(c.accent),
        table=_table(c.line),
    )


def code_header() -> int:
    """Return the height of the line with the language and the copy button."""
    return theme.px(_CODE_HEADER)


def code_padding() -> int:
    """Return the padding between the border of a code card and its text, above and below."""
    return theme.px(_CODE_PADDING)


def block(gap: float, line_height: float = 130) -> QTextBlockFormat:
    """Return a block with `gap` above and below; of two gaps that meet, Qt keeps the larger."""
    result = QTextBlockFormat()
    result.setTopMargin(gap)
    result.setBottomMargin(gap)
    result.setLineHeight(line_height, _PROPORTIONAL)
    return result


def code_block(first: bool) -> QTextBlockFormat:
    """Return the format of the last line so far of a code block; the first line leaves room for the
    header."""
    result = block(0, 145)
    result.setTopMargin(PARAGRAPH_GAP + code_header() + code_padding() - 3 if first else 0)
    result.setBottomMargin(code_padding() + PARAGRAPH_GAP)
    result.setRightMargin(12)
    return result


def thin_block(height: float) -> QTextBlockFormat:
    """Return a block without text, which only adds height."""
    result = QTextBlockFormat()
    result.setProperty(SPACER, True)
    result.setLineHeight(height, _FIXED)
    return result


def _text(
    color: str, size: int = TEXT_SIZE, weight: QFont.Weight = QFont.Weight.Normal
) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setFont(theme.font(size, weight))
    result.setForeground(QColor(color))
    return result


def _heading(color: str, level: int) -> QTextCharFormat:
    return _text(color, _HEADINGS.get(level, TEXT_SIZE), QFont.Weight.DemiBold)


def _code(color: str) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setFont(theme.mono(CODE_SIZE))
    result.setForeground(QColor(color))
    return result


def _inline_code(background: str) -> QTextCharFormat:
    """Return a format to merge into the one around it: weight, color and link stay."""
    result = QTextCharFormat()
    result.setFontFamilies([theme.MONO])
    result.setProperty(QTextFormat.Property.FontPixelSize, theme.px(CODE_SIZE + 1))
    result.setBackground(QColor(background))
    return result


def _link(color: str) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setAnchor(True)
    result.setForeground(QColor(color))
    return result


def reserve_margins(document: QTextDocument, *, code_first: bool) -> None:
    """Reserve space at both ends of the document, where Qt drops the margins of blocks and would
    cut off code cards."""
    top = code_header() + code_padding() if code_first else 0
    root = document.rootFrame()
    format_ = root.frameFormat()
    if format_.topMargin() != top or format_.bottomMargin() != code_padding():
        format_.setTopMargin(top)
        format_.setBottomMargin(code_padding())
        root.setFrameFormat(format_)


def _table(line: str) -> QTextTableFormat:
    result = QTextTableFormat()
    result.setCellPadding(6)
    result.setCellSpacing(0)
    result.setBorder(1)
    result.setBorderCollapse(True)
    result.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    result.setBorderBrush(QColor(line))
    result.setTopMargin(4)
    result.setBottomMargin(8)
    return result

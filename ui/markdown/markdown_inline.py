"""Writes inline markdown at a text cursor: styles, code, links, formulas, images."""

from collections.abc import Sequence
from dataclasses import field
from typing import NamedTuple
from urllib.parse import quote

from markdown_it.token import Token
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QFont,
    QImage,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextImageFormat,
)

from engine.frozen import mutable
from ui.markdown.code_lexers import Coloring, language_of
from ui.markdown.copied_text import LINE_BREAK, OBJECT, SOURCE
from ui.markdown.markdown_formats import Formats
from ui.markdown.math_images import Drawn, Wanted, image_name, math_images
from ui.markdown.math_syntax import Formula
from ui.markdown.named_images import FindImage, no_image
from ui.markdown.safe_links import openable
from ui.state.one_line_text import without_direction_marks

_MOST_FORMULAS = 500
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_LARGEST = QSize(420, 320)


class Awaited(NamedTuple):
    """A formula that is shown as text of `length` characters until it is drawn."""

    position: int
    length: int
    wanted: Wanted
    formula: Formula
    base: QTextCharFormat


@mutable
class Ink:
    """Writes inline text, and keeps the formulas that are not drawn yet and the images of the
    document by name. A `text_only` document is searched but never shown: it gets no colors, and a
    placeholder for each formula."""

    formats: Formats
    ratio: float = 1.0
    find_image: FindImage = no_image
    text_only: bool = False
    formulas: int = 0
    cells: int = 0
    awaited: list[Awaited] = field(default_factory=list)
    drawn: dict[int, Drawn] = field(default_factory=dict)
    images: dict[str, QImage] = field(default_factory=dict)

    def coloring(self, label: str) -> Coloring:
        """Return the highlighting of a code block that is labeled `label`."""
        return Coloring("" if self.text_only else language_of(label))

    def write(self, cursor: QTextCursor, tokens: Sequence[Token], base: QTextCharFormat) -> None:
        styles = [base]
        for token in tokens:
            style = styles[-1]
            match token.type:
                case "image":
                    self._image(cursor, token, style)
                case "code_inline":
                    cursor.insertText(token.content, merged_format(style, self.formats.inline_code))
                case "formula":
                    self.formula(cursor, token.meta["formula"], style)
                case "softbreak" | "hardbreak":
                    # Unlike in markdown, a single line end stays: models write it on purpose.
                    cursor.insertText(LINE_BREAK, style)
                case _ if token.nesting > 0:
                    styles.append(self._styled(style, token))
                case _ if token.nesting < 0:
                    styles.pop()
                case _:
                    text = (
                        without_direction_marks(token.content)
                        if style.isAnchor()
                        else token.content
                    )
                    cursor.insertText(text, style)

    def formula(self, cursor: QTextCursor, formula: Formula, base: QTextCharFormat) -> None:
        """Write a formula as its image, or as its text until there is one."""
        self.formulas += 1
        if self.text_only and self.formulas <= _MOST_FORMULAS:
            cursor.insertText(OBJECT, base)
            return
        wanted = Wanted(formula.latex, base.font().pixelSize(), formula.display)
        drawn = math_images().find(wanted) if self.formulas <= _MOST_FORMULAS else None
        if drawn:
            self._insert_drawn(cursor, drawn, formula, base)
            return
        position, text = cursor.position(), formula.source.replace("\n", LINE_BREAK)
        cursor.insertText(text, base)
        if self.formulas <= _MOST_FORMULAS:
            length = cursor.position() - position
            self.awaited.append(Awaited(position, length, wanted, formula, base))

    def draw(self, cursor: QTextCursor, awaited: Awaited) -> int:
        """Replace the text of a formula by its image, if that is drawn. Return the number of
        characters by which the document became shorter."""
        drawn = math_images().find(awaited.wanted)
        if not drawn:
            return 0
        cursor.setPosition(awaited.position)
        end = awaited.position + awaited.length
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._insert_drawn(cursor, drawn, awaited.formula, awaited.base)
        return awaited.length - 1

    def _insert_drawn(
        self, cursor: QTextCursor, drawn: Drawn, formula: Formula, base: QTextCharFormat
    ) -> None:
        self.drawn[drawn.number] = drawn
        color = base.foreground().color().name()
        style = QTextImageFormat()
        style.merge(base)
        style.setName(image_name(drawn, color, self.ratio))
        style.setWidth(drawn.width)
        style.setHeight(drawn.height)
        style.setProperty(SOURCE, formula.source)
        # With this alignment Qt uses the descent of the font as that of the image.
        style.setVerticalAlignment(QTextImageFormat.VerticalAlignment.AlignBaseline)
        style.setFont(drawn.font)
        cursor.insertImage(style)

    def _image(self, cursor: QTextCursor, token: Token, base: QTextCharFormat) -> None:
        """Show an image of this conversation; any other becomes its text, as a link."""
        target = str(token.attrs["src"])
        image = self.find_image(target)
        if image.isNull():
            linked = base if base.isAnchor() else self._linked(base, target)
            if token.children:
                self.write(cursor, token.children, linked)
            elif linked.isAnchor():
                cursor.insertText(linked.anchorHref(), linked)
            return
        keep, smooth = (
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        size = image.size().scaled(image.size().boundedTo(_LARGEST), keep)
        size = size.expandedTo(QSize(1, 1))
        style = QTextImageFormat()
        style.merge(base)
        style.setName(f"picture:{quote(target, safe='')}")
        style.setWidth(size.width())
        style.setHeight(size.height())
        style.setProperty(SOURCE, f"![{token.content}]({target})")
        # Qt would add a share of the height of the image between the lines.
        block = cursor.blockFormat()
        block.setLineHeight(100, _PROPORTIONAL)
        cursor.setBlockFormat(block)
        if style.name() not in self.images:
            self.images[style.name()] = image.scaled(size * self.ratio, keep, smooth)
        cursor.insertImage(style)

    def _styled(self, base: QTextCharFormat, token: Token) -> QTextCharFormat:
        result = QTextCharFormat(base)
        match token.type:
            case "strong_open":
                result.setFontWeight(QFont.Weight.DemiBold)
            case "em_open":
                result.setFontItalic(True)
            case "s_open":
                result.setFontStrikeOut(True)
            # The parser finds addresses in the words of an image that is a link.
            case "link_open" if not base.isAnchor():
                result = self._linked(base, str(token.attrs["href"]))
        return result

    def _linked(self, base: QTextCharFormat, address: str) -> QTextCharFormat:
        result = QTextCharFormat(base)
        if found := openable(address):
            result.merge(self.formats.link)
            result.setAnchorHref(found)
        return result


def merged_format(base: QTextCharFormat, change: QTextCharFormat) -> QTextCharFormat:
    result = QTextCharFormat(base)
    result.merge(change)
    return result

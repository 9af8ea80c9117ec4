"""The options of an export, as chosen in the export dialog."""

from enum import Enum

from engine.frozen import frozen

# The margins that pages are proposed with: a printer's own are the narrowest that it can do.
MARGIN_MM = 18


class ExportFormat(Enum):
    """A file format; the value is the suffix of its files. JSON and CSV always have everything that
    they can hold."""

    MARKDOWN = ".md"
    HTML = ".html"
    PDF = ".pdf"
    CSV = ".csv"
    JSON = ".json"

    @property
    def has_options(self) -> bool:
        return self not in (ExportFormat.CSV, ExportFormat.JSON)


class ExportImages(Enum):
    """FULL is the original file, with everything that a camera stored in it."""

    NONE = "none"
    SMALL = "small"
    FULL = "full"


@frozen
class ExportChoice:
    """Everything but the format applies only if that has options."""

    form: ExportFormat = ExportFormat.MARKDOWN
    images: ExportImages = ExportImages.SMALL
    reasoning: bool = True
    numbers: bool = True

"""The options of an export, as chosen in the export dialog."""

from dataclasses import dataclass
from enum import Enum


class Form(Enum):
    """A file format; the value is the suffix of its files. JSON and CSV always have everything that
    they can hold."""

    MARKDOWN = ".md"
    HTML = ".html"
    PDF = ".pdf"
    CSV = ".csv"
    JSON = ".json"

    @property
    def has_options(self) -> bool:
        return self not in (Form.CSV, Form.JSON)


class Images(Enum):
    """FULL is the original file, with everything that a camera stored in it."""

    NONE = "none"
    SMALL = "small"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """Everything but the format applies only if that has options."""

    form: Form = Form.MARKDOWN
    images: Images = Images.SMALL
    reasoning: bool = True
    numbers: bool = True

"""What a person chose of an export."""

from dataclasses import dataclass
from enum import Enum


class Form(Enum):
    """The value is the ending of its files."""

    MARKDOWN = ".md"
    HTML = ".html"
    PDF = ".pdf"
    JSON = ".json"


class Pictures(Enum):
    """FULL is the file as it was added, with all that a camera wrote into it."""

    NONE = "none"
    SMALL = "small"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """JSON has everything, whatever else is chosen."""

    form: Form = Form.MARKDOWN
    pictures: Pictures = Pictures.SMALL
    reasoning: bool = True
    numbers: bool = True

"""Models as menus offer them, and samples of what the built-in one can do."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from PySide6.QtGui import QImage

from engine.frozen import frozen, frozen_object
from engine.messages import host_of, maker_name


@frozen
class ModelEntry:
    """A model as menus offer it. `path` is the folder of the model, or the id of one of a server at
    `address`; `detail` is shown beside its name. `used` is False for one that nobody has used
    yet."""

    name: str
    path: str
    detail: str = ""
    built_in: bool = False
    available: bool = True
    favorite: bool = False
    address: str = ""
    used: bool = True

    @property
    def title(self) -> str:
        """The name, with the server of a model that is elsewhere."""
        return f"{self.name} ({host_of(self.address)})" if self.address else self.name


def names_by_id(entries: Iterable[ModelEntry]) -> dict[str, str]:
    """Return the names of the models that can be asked, by id, as `distinct_names` does."""
    return distinct_names({it.path: it.title for it in entries if it.available})


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of models by id, those of the same name with that of their maker."""
    count = Counter(names.values())
    return {it: full_name(name, it) if count[name] > 1 else name for it, name in names.items()}


def full_name(name: str, path: str) -> str:
    """Return the name of a model with that of its maker, if it has one."""
    maker = maker_name(path)
    return f"{maker}/{name}" if maker else name


@frozen_object
class Sample:
    """A sample image or video with a question about it. `image` is the whole image, or a frame of
    the video, and `card` the same as small as a card shows it at a zoom of 100%."""

    path: Path
    question: str
    card: Path
    image: Path
    is_video: bool
    thinking: bool = False

    def preview(self) -> QImage:
        return QImage(str(self.image))

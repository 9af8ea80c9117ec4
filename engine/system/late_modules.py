"""Imports modules when they are first used, so that the window and the workers start soon.

Code imports these modules at the top of a file as usual, but whole: `from ui.settings import
settings_window`, then `settings_window.SettingsWindow(...)`. Until something of the module is used,
the name stands for a module that has not been executed. Annotations with its names are quoted,
since Python evaluates the others. `from ui.settings.settings_window import SettingsWindow` imports
at once, here as everywhere. `tests/test_imports.py` names what must not be imported early.
"""

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    # Importing importlib.abc takes 2 ms.
    Loader = object

# Few requests need these.
ENGINE = (
    # tqdm, with which the libraries would show downloads, imports it
    "asyncio",
    "engine.checkpoints.adapter_files",
    "engine.checkpoints.description",
    "engine.checkpoints.folder_files",
    "engine.checkpoints.predicted_cost",
    "engine.checkpoints.tensor_headers",
    "engine.checkpoints.weight_files",
    "engine.drafting.assistant_drafts",
    "engine.drafting.dflash_drafts",
    "engine.drafting.draft_model",
    "engine.drafting.forced",
    "engine.drafting.head_drafts",
    "engine.models.assistant",
    "engine.models.dflash",
    "engine.models.draft_weights",
    "engine.models.lora",
    "engine.sampling.call_grammar",
    "engine.sampling.grammar",
    "engine.system.gpu",
    # mlx-vlm would fetch images with it, which are files here
    "requests",
    # with fractions, decimal and random
    "statistics",
)


def import_late(names: Iterable[str] = ENGINE) -> None:
    """Import these modules late from now on. Those that are imported already stay as they are."""
    _finder.names.update(names)
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)


def stand_in(names: Iterable[str]) -> None:
    """Import modules late that another finder would import at once, with `LateModule`s in their
    places. That finder must still find them when they are used."""
    loader = _LateLoader()
    for name in names:
        sys.modules[name] = module_from_spec(ModuleSpec(name, loader))
        loader.exec_module(sys.modules[name])


class LateModule(ModuleType):
    """Stands for a module in the files that imported it before it was used.

    The module itself is imported by Python's own machinery, whose locks make several threads wait
    for one import. It then takes this object's place in `sys.modules` and in its package.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and (name != "__path__" or self.__name__ not in _unused):
            # Python itself looks for these in every module; for a path also when it imports a part
            # of a package.
            raise AttributeError(name)
        return getattr(_imported(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("__"):
            super().__setattr__(name, value)
        else:
            setattr(_imported(self), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(_imported(self), name)


# Stand-ins that nobody has used; removing one is atomic, so one thread alone does it.
_unused: dict[str, LateModule] = {}


def _imported(late: LateModule) -> ModuleType:
    name = late.__name__
    if _unused.pop(name, None) is not None:
        del sys.modules[name]
    while (module := import_module(name)) is late:
        # Another thread is between the two lines above.
        pass
    return module


class _Finder:
    def __init__(self) -> None:
        self.names: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.names:
            return None
        self.names.discard(fullname)
        return ModuleSpec(fullname, _LateLoader())


class _LateLoader(Loader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return LateModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Execute nothing: that comes with the first use."""
        assert isinstance(module, LateModule)
        _unused[module.__name__] = module


_finder = _Finder()

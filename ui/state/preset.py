"""Presets: saved sets of options."""

from dataclasses import field, replace

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from ui.state.chat_options import ChatOptions
from ui.state.one_line_text import free_name


@frozen
class Preset:
    """`options` have no files and nothing that is set for all chats. `model_id` is "" if the preset
    keeps the model. A preset without a name has the sampling that a model's makers recommend."""

    name: str
    options: ChatOptions = field(default_factory=ChatOptions)
    model_id: str = ""


def preset_of(name: str, options: ChatOptions, model_id: str = "") -> Preset:
    return Preset(name, replace(options, files=(), kv_8bit=()), model_id)


class Presets(QObject):
    """The presets, with unique names, and the default preset of each model, which its new chats
    begin with. `changed` comes when a preset or a default has changed."""

    changed = Signal()
    # its former name, and its new one
    renamed = Signal(str, str)
    import_wanted = Signal()
    # a tuple of Presets
    export_wanted = Signal(object)

    def __init__(
        self,
        presets: tuple[Preset, ...] = (),
        defaults: dict[str, str] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._presets = {preset.name: preset for preset in presets}
        self.defaults = dict(defaults or {})

    def fill(self, presets: tuple[Preset, ...], defaults: dict[str, str]) -> None:
        """Set what was saved; this is no change."""
        self._presets = {preset.name: preset for preset in presets}
        self.defaults = dict(defaults)

    def all(self) -> tuple[Preset, ...]:
        return tuple(sorted(self._presets.values(), key=lambda it: it.name.casefold()))

    def get(self, name: str) -> Preset | None:
        return self._presets.get(name)

    def save(self, *presets: Preset) -> None:
        """Add presets, replacing those with the same names."""
        self._presets |= {preset.name: preset for preset in presets}
        self.changed.emit()

    def add(self, *presets: Preset) -> tuple[Preset, ...]:
        """Add presets, renaming those whose names are in use, and return them."""
        added = []
        for preset in presets:
            named = replace(preset, name=free_name(preset.name, self._presets))
            self._presets[named.name] = named
            added.append(named)
        self.changed.emit()
        return tuple(added)

    def rename(self, name: str, new: str) -> None:
        """Rename a preset; `new` must be unused."""
        preset = self._presets.pop(name)
        self._presets[new] = replace(preset, name=new)
        self.defaults = {
            model: new if named == name else named for model, named in self.defaults.items()
        }
        self.renamed.emit(name, new)
        self.changed.emit()

    def delete(self, name: str) -> tuple[Preset, tuple[str, ...]]:
        """Delete a preset, and return it with the models whose default it was, for `restore`."""
        gone = self._presets.pop(name)
        models = tuple(model for model, named in self.defaults.items() if named == name)
        for model in models:
            del self.defaults[model]
        self.changed.emit()
        return gone, models

    def restore(self, preset: Preset, models: tuple[str, ...]) -> None:
        self._presets[preset.name] = preset
        for model in models:
            self.defaults.setdefault(model, preset.name)
        self.changed.emit()

    def set_default(self, model_id: str, name: str) -> None:
        """Set the default of a model; with "", new chats begin with its recommended options."""
        if name:
            self.defaults[model_id] = name
        else:
            self.defaults.pop(model_id, None)
        self.changed.emit()

    def use_for_model(self, model_id: str, name: str, options: ChatOptions) -> Preset:
        """Let new chats with a model begin with these options: with the preset that has them, or
        else with a new one called `name`. Return that preset."""
        wanted = preset_of(name, options)
        same = (it for it in self.all() if replace(it, name=name) == wanted)
        preset = next(same, None) or self.add(wanted)[0]
        self.set_default(model_id, preset.name)
        return preset

    def default_of(self, model_id: str) -> Preset | None:
        return self._presets.get(self.defaults.get(model_id, ""))

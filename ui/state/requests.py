"""Requests of a person in the window: emitted by the widget that is pressed, connected in app.

Widgets are given the object of their subject and hand it down to the parts that emit.
"""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage


class QuestionRequests(QObject):
    """About the questions of one conversation.

    `submitted` has a Question. `edit_submitted` comes just before it if the question replaces one
    that was asked, while the draft still has the edited turn. `stopped` is about all answers,
    `continued` about all that were cut short. `sample_chosen` has a Sample. `next_wanted` has the
    NextMessage that should be sent at once; `next_resumed` ends the pause of all.
    """

    submitted = Signal(object)
    edit_submitted = Signal()
    stopped = Signal()
    continued = Signal()
    sample_chosen = Signal(object)
    next_wanted = Signal(object)
    next_resumed = Signal()


class AttachmentRequests(QObject):
    """About the attachments of one conversation.

    `files_offered` and `files_pasted` have paths: a person chose the former as attachments, the
    latter may be something to import, or models. `text_pasted` has a text that should become a
    file. `adding_cancelled` leaves out the files that have not been read yet. `media_changed` has
    an Attachment of the draft and the Media that it should become. `opened`
    asks for a preview of an Attachment, `opened_outside` for another application, `quick_looked`
    for the preview of macOS. In the preview, `enlarged` has an Attachment and the longest side, in
    pixels, that can be shown, `played` has the video whose frames are wanted, or None;
    `preview_closed` has the one that was shown last. `screen_captured` has the ScreenPart that a
    person wants to ask about.
    """

    files_offered = Signal(list)
    files_pasted = Signal(list)
    image_pasted = Signal(QImage)
    # an object: a str, which may be long, would be copied for each receiver
    text_pasted = Signal(object)
    adding_cancelled = Signal()
    media_changed = Signal(object, object)
    opened = Signal(object)
    opened_outside = Signal(object)
    quick_looked = Signal(object)
    enlarged = Signal(object, int)
    played = Signal(object)
    preview_closed = Signal(object)
    screen_captured = Signal(object)


class MessageRequests(QObject):
    """About the messages of one transcript.

    `stopped` and `continued` are about its newest answer. `call_decided` has the id of a call, a
    Decision and the arguments, which the person may have changed. `regenerated` has the index of a
    reply, the number of new versions and a model id, "" for the chat's. `forked` has the index of
    the last message to copy, `drafting_compared` that of a reply whose question is asked again with
    and without drafting, `read_in_full` and `skimming_compared` that of a skimmed one. `inspected`
    and `read_aloud` have a Turn, `link_opened` an address.
    """

    stopped = Signal()
    continued = Signal()
    call_decided = Signal(str, object, str)
    regenerated = Signal(int, int, str)
    forked = Signal(int)
    drafting_compared = Signal(int)
    read_in_full = Signal(int)
    skimming_compared = Signal(int)
    inspected = Signal(object)
    read_aloud = Signal(object)
    link_opened = Signal(str)


class ReadingRequests(QObject):
    """About reading aloud. `started` has the Turn to read."""

    started = Signal(object)
    pause_toggled = Signal()
    stopped = Signal()


class ToolRequests(QObject):
    """About the tools of all conversations. `permission_reset` has the id of a tool;
    `servers_opened` asks for the settings of tool servers."""

    permission_reset = Signal(str)
    servers_opened = Signal()


class PromptListRequests(QObject):
    """About the list of prompts that a comparison runs. `opened` has the path of a list, `pasted` a
    text and the Split that is wanted, which ComparedChat.paste_split answers; `started`
    its ListedPrompts, and True if each begins a conversation of its own."""

    opened = Signal(object)
    pasted = Signal(object, object)
    started = Signal(tuple, bool)
    stopped = Signal()
    pause_toggled = Signal()


class ConversationRequests(QObject):
    """About conversations as a whole. `opened` has a conversation of the history and a message to
    go to, or 0; `found_opened` what was Found in a message; `closed` the id of an open one.
    `discarded` has the id of one that may be closed although something is lost, `kept` of a
    temporary one that should be put on the disk. `exported` has ids, none for the one in front."""

    new_chat = Signal()
    new_comparison = Signal()
    new_temporary_chat = Signal()
    new_temporary_comparison = Signal()
    opened = Signal(int, int)
    found_opened = Signal(object)
    closed = Signal(int)
    discarded = Signal(int)
    kept = Signal(int)
    reopened = Signal()
    exported = Signal(tuple)
    everything_exported = Signal()
    imported = Signal()
    printed = Signal()


class HistoryRequests(QObject):
    """About the stored conversations. Tuples are their ids. `pinned` and `archived` have False to
    undo that, `moved` the id of a folder, or 0 for none, `folder_added` a name and what moves into
    the new folder. `folder_deleted` has True if its chats are deleted too. `restored` and `purged`
    have the ids of conversations and folders in Recently Deleted; `purged` deletes them for good.
    `undone` is about the last deletion or move. `searched` has a text and a HistoryFilter.

    `chat_added` opens a new chat in a folder, `folder_settings_opened` the settings of one.
    `folder_settings_wanted` asks for them, `folder_settings_set` has a folder and its
    FolderSettings, `folder_files_offered` a folder and paths, which are attached to the settings
    being edited; `folder_files_cancelled` ends that."""

    renamed = Signal(int, str)
    pinned = Signal(tuple, bool)
    archived = Signal(tuple, bool)
    duplicated = Signal(tuple)
    moved = Signal(tuple, int)
    folder_added = Signal(str, tuple)
    folder_renamed = Signal(int, str)
    folder_deleted = Signal(int, bool)
    chat_added = Signal(int)
    folder_settings_opened = Signal(int)
    folder_settings_wanted = Signal(int)
    folder_settings_set = Signal(int, object)
    folder_files_offered = Signal(int, list)
    folder_files_cancelled = Signal(int)
    deleted = Signal(tuple)
    restored = Signal(tuple)
    purged = Signal(tuple)
    undone = Signal()
    searched = Signal(str, object)


class TransferRequests(QObject):
    """About exports and imports whose place a person has chosen. `exported` has an ExportOffer, an
    ExportChoice and a path, `printed` a QPrinter and the path of the file that it writes, "" for
    paper, `presets_exported` a tuple of Presets and a path, `prompts_exported` one of
    StoredPrompts, `chart_saved` a Chart and a path; the others have paths."""

    exported = Signal(object, object, str)
    everything_exported = Signal(str)
    printed = Signal(object, str)
    imported = Signal(str)
    presets_exported = Signal(object, str)
    chart_saved = Signal(object, str)
    presets_imported = Signal(list)
    prompts_exported = Signal(object, str)
    prompts_imported = Signal(list)


class ModelRequests(QObject):
    """About models, by their ids. `chosen` is about the chat in front; `loaded` brings a model into
    memory for none. `load_cancelled` ends the load of a model. `format_chosen` has the name of a
    channel format, or "" for the detected one."""

    chosen = Signal(str)
    loaded = Signal(str)
    load_cancelled = Signal(str)
    unloaded = Signal(str)
    format_chosen = Signal(str, str)


class DataRequests(QObject):
    """About the data folder. `usage_requested` asks for its size, `folder_opened` to show it in a
    file manager, `place_opened` to show a KeptPlace. `all_deleted` deletes all conversations for
    good."""

    usage_requested = Signal()
    folder_opened = Signal()
    place_opened = Signal(object)
    caches_cleared = Signal()
    disk_cache_cleared = Signal()
    backups_removed = Signal()
    all_deleted = Signal()


class SettingsRequests(QObject):
    """About the settings. `changed` has the fields of Settings that a person has just set, with
    their values, `appearance_chosen` an Appearance."""

    opened = Signal()
    models_opened = Signal()
    changed = Signal(object)
    shortcuts_opened = Signal()
    appearance_chosen = Signal(object)


class LibraryRequests(QObject):
    """About the models on this computer, by their ids. `window_opened` opens the models window at
    "library", "get" or "downloads", `page_opened` the page of a model in it. `refreshed` reads the
    disks again. `folder_added` and `folder_removed` have a path; nothing in it is touched.
    `own_folder_chosen` has the folder for downloads, "" for the standard one. `deleted` moves a
    model of our own folder to the trash."""

    window_opened = Signal(str)
    page_opened = Signal(str)
    refreshed = Signal()
    folder_added = Signal(str)
    folder_removed = Signal(str)
    own_folder_chosen = Signal(str)
    favorite_set = Signal(str, bool)
    shown_in_folder = Signal(str)
    deleted = Signal(str)


class ProfileRequests(QObject):
    """About one model's page. `changed` has the ModelProfile as a person wants it. `start_chosen`
    has a model id and True if the model is loaded at the start. `compared` opens a comparison of
    the models with these ids. `tried` has a ModelProfile, and texts to find among the tokens.
    `adapter_attached` has a model id and the folder of an adapter; `adapter_removed` the id of the
    model with the adapter, whose files stay where they are. `drafters_wanted` has the id of the
    model for which others may draft."""

    changed = Signal(object)
    start_chosen = Signal(str, bool)
    compared = Signal(tuple)
    tried = Signal(object, tuple)
    adapter_attached = Signal(str, str)
    adapter_removed = Signal(str)
    drafters_wanted = Signal(str)


class HubRequests(QObject):
    """About the models on the hub, by their repositories. `searched` has words, "" to end the
    search. `described` asks for the facts of models that are in sight, a tuple of repositories.
    `page_opened` has "" to close the page. `token_set` has a token for gated models, "" to forget
    it; `token_wanted` asks if there is one, which reads the keychain."""

    searched = Signal(str)
    described = Signal(tuple)
    page_opened = Signal(str)
    token_set = Signal(str)
    token_wanted = Signal()


class DownloadRequests(QObject):
    """About downloads, by their repositories. `started` has a revision too, "" for the newest.
    `cancelled` deletes what was downloaded so far; `removed` takes an ended one off the list."""

    started = Signal(str, str)
    paused = Signal(str)
    resumed = Signal(str)
    cancelled = Signal(str)
    removed = Signal(str)


class ConversionRequests(QObject):
    """About converting a model, by its id. `offers_wanted` asks what it can be converted to,
    `started` has a Recipe. `check_started` has the ids of the original and of its conversion, and
    so has `compared`, which opens a comparison of both."""

    offers_wanted = Signal(str)
    started = Signal(str, object)
    cancelled = Signal(str)
    check_started = Signal(str, str)
    check_cancelled = Signal(str)
    compared = Signal(str, str)


class AboutRequests(QObject):
    """About the program itself. `licences_wanted` asks for the licences of its parts.
    `reports_opened` shows the reports of faults; `report_saved` has the text of one and a path,
    `report_deleted` its name."""

    opened = Signal()
    licences_wanted = Signal()
    reports_opened = Signal()
    report_saved = Signal(str, str)
    report_deleted = Signal(str)


class UpdateRequests(QObject):
    """About newer versions. `checked` asks for one now, `notes_opened` shows what is new in it.
    `downloaded` fetches it, and `cancelled` ends that. `opened` opens the downloaded file, `shown`
    its folder."""

    checked = Signal()
    notes_opened = Signal()
    downloaded = Signal()
    cancelled = Signal()
    opened = Signal()
    shown = Signal()

"""The modules of the window and the application that are imported when they are first used."""

from engine.system import late_modules

# What nobody can ask for before the window is on the screen, or few ask for at all.
LATE = (
    "app.database.index_words",
    "app.hub.downloads",
    "app.hub.fetcher",
    "app.hub.hub",
    "app.hub.hub_client",
    "app.hub.page_reader",
    "app.hub.remote_files",
    "app.hub.search",
    "app.hub.staging",
    "app.hub.wanted_files",
    "app.prompt_lists.prompt_files",
    "app.prompt_lists.prompt_media",
    "app.prompt_lists.runs",
    "app.requests.conversions",
    "app.requests.title_words",
    "app.tools.loop_thread",
    "app.tools.mcp_servers",
    "app.tools.runner",
    "app.tools.server_process",
    "app.transfer.exchange",
    "app.transfer.exporting.comparison_rounds",
    "app.transfer.exporting.conversation_document",
    "app.transfer.exporting.conversation_writer",
    "app.transfer.exporting.json_writer",
    "app.transfer.exporting.pdf_writer",
    "app.transfer.exporting.zip_writer",
    "app.transfer.importing.import_writer",
    "app.transfer.importing.matching",
    "app.transfer.importing.recognition",
    "app.transfer.importing.sources",
    "ui.compare.compare_tab",
    "ui.compare.results_window",
    "ui.conversation.answer_details",
    "ui.conversation.call_cards",
    "ui.conversation.conversation_find",
    "ui.conversation.message_menu",
    "ui.conversation.message_reply",
    "ui.conversation.message_user",
    "ui.exchange.export_dialog",
    "ui.inspect.token_table",
    "ui.media.media_view",
    "ui.models.models_window",
    "ui.settings.settings_window",
    "ui.stats.chart_popup",
    "ui.window.manual_window",
    "ui.window.shortcut_list",
)


def install() -> None:
    """Import these and the engine's late from now on: see `engine.system.late_modules`."""
    late_modules.import_late((*LATE, *late_modules.ENGINE))

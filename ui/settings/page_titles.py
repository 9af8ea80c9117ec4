"""The pages of the settings window and their titles, for code that names or opens one of them."""

from ui.look.language import tr

GENERAL, APPEARANCE, SHORTCUTS, MODELS, TOOLS, DATA, PRIVACY = PAGES = (
    *("general", "appearance", "shortcuts", "models", "tools", "data", "privacy"),
)


def page_titles() -> dict[str, str]:
    texts = (tr("General"), tr("Appearance"), tr("Shortcuts"), tr("Models"), tr("Tools"))
    return dict(zip(PAGES, (*texts, tr("Data"), tr("Privacy")), strict=True))

"""The pages of the settings window and their titles, for code that names or opens one of them."""

from ui.look.language import tr

GENERAL, APPEARANCE, SHORTCUTS, PROMPTS, MODELS, TOOLS, SERVER, MACHINES, DATA, PRIVACY = PAGES = (
    *("general", "appearance", "shortcuts", "prompts", "models", "tools", "server"),
    *("machines", "data", "privacy"),
)


def page_titles() -> dict[str, str]:
    first = (tr("General"), tr("Appearance"), tr("Shortcuts"), tr("Prompts"))
    others = (tr("Models"), tr("Tools"), tr("Server"), tr("Machines"), tr("Data"), tr("Privacy"))
    return dict(zip(PAGES, (*first, *others), strict=True))

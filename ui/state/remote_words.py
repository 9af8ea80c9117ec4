"""Words for the places where chats with models of servers go."""

from collections.abc import Sequence

from engine.messages import (
    Sentence,
    address_and_name,
    host_of,
    is_encrypted,
    model_name,
    on_this_computer,
    say,
)
from ui.look.language import tr

# Qt may end a line after a slash, unless this follows.
_JOINED = "\N{WORD JOINER}"


def leaves_words(addresses: Sequence[str]) -> str:
    """Return where a conversation goes, "" if it stays here."""
    if not addresses:
        return ""
    hosts = ", ".join(host_of(it) for it in addresses)
    if all(map(on_this_computer, addresses)):
        return tr("Goes to {hosts}, another program on this computer").format(hosts=hosts)
    if all(is_encrypted(it) or on_this_computer(it) for it in addresses):
        return tr("Leaves this computer: goes to {hosts}").format(hosts=hosts)
    return tr("Leaves this computer, not encrypted: goes to {hosts}").format(hosts=hosts)


def header_words(addresses: Sequence[str]) -> str:
    """Return where a conversation goes in few words, "" if it stays here."""
    hosts = ", ".join(host_of(it) for it in addresses)
    return tr("Goes to {hosts}").format(hosts=hosts) if hosts else ""


def question_words(address: str) -> str:
    """Return what a person agrees to who lets chats go to an address."""
    about = tr(
        "From now on, chats with models of this server are sent to {address}: your messages, the "
        "messages before them, instructions, images, files and the results of tools. What happens "
        "to them there is up to those who run the server."
    ).format(address=address.replace("/", f"/{_JOINED}"))
    if is_encrypted(address) or on_this_computer(address):
        return about
    plain = tr("The connection is not encrypted: others on the network can read what is sent.")
    return f"{about}\n\n{plain}"


def not_listed(model_id: str) -> Sentence:
    """Return the sentence about a model of a server that is not in the list."""
    return say(
        "{name} at {address} is not in your list of servers. Add it in Models › Servers, or choose "
        "another model.",
        name=model_name(model_id),
        address=address_and_name(model_id)[0],
    )

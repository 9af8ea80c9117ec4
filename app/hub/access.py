"""The way to the hub that a person has chosen: its address, a proxy, a token."""

import os
from dataclasses import field

from engine.frozen import frozen

ENDPOINT = "https://huggingface.co"


@frozen
class HubAccess:
    """`endpoint` is the address of the hub or of a mirror, `proxy` that of a proxy, "" for the
    system's. `token` opens gated models, "" if there is none; it is sent to the endpoint alone."""

    endpoint: str = ENDPOINT
    proxy: str = ""
    token: str = field(default="", repr=False)

    def address(self, path: str) -> str:
        """Return the full address of a path on the hub."""
        return f"{(self.endpoint.strip() or ENDPOINT).rstrip('/')}/{path}"

    def page(self, repository: str) -> str:
        """Return the address of a model's page, for people."""
        return self.address(repository)


def prepare_environment() -> None:
    """Switch off Xet and telemetry. Called before huggingface_hub can be imported, which reads the
    variables once: its Xet client hung for many people."""
    os.environ["HF_HUB_DISABLE_XET"] = "1"
    os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"

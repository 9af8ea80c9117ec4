"""A keychain of the system, in memory."""

from keyring.backend import KeyringBackend


class Keychain(KeyringBackend):
    """A keychain in memory. With `broken`, it fails as those of systems do."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.broken = False
        self.reads = 0

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        self.reads += 1
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.kept[service, username]

    def _check(self) -> None:
        if self.broken:
            raise RuntimeError("hf_secret cannot be kept")

"""What the conversations take on the disk."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """Sizes in bytes. `caches` are what can be made again from the rest, `backups` copies of the
    database from before an update or of one that was damaged."""

    database: int = 0
    attachments: int = 0
    backups: int = 0
    caches: int = 0

    @property
    def total(self) -> int:
        return self.database + self.attachments + self.backups + self.caches

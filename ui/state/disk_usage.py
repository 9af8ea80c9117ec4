"""The disk space that conversations take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """Sizes in bytes. `caches` can be rebuilt from the rest. `backups` are copies of the database
    from before an update, or of a damaged one."""

    database: int = 0
    attachments: int = 0
    backups: int = 0
    caches: int = 0

    @property
    def total(self) -> int:
        return self.database + self.attachments + self.backups + self.caches

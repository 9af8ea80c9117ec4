"""What a person sets once for the whole application."""

from dataclasses import dataclass

LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Settings:
    """`memory_limit_gb` is what models may take, in units of 10^9 bytes; None leaves it to the
    engine."""

    log_level: str = "warning"
    memory_limit_gb: float | None = None

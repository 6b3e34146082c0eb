"""What can come of a call besides its result."""
from typing import Any


class TerrainError(Exception):
    """Any error of this package."""


class ServiceLost(TerrainError):
    """The service has ended, does not read, or wrote a line that is too long. The client is of no more use."""


class NoAnswer(TerrainError):
    """No answer came in time."""


class RequestError(TerrainError):
    """The service refused the request: its code, its message, and the diagnostics that say where and why."""

    def __init__(self, error: Any) -> None:
        fields = error if isinstance(error, dict) else {}
        code, message, self.data = fields.get("code"), fields.get("message"), fields.get("data")
        self.code: int | None = code if type(code) is int else None
        self.message: str = message if isinstance(message, str) else "an error without a message"
        found = self.data.get("diagnostics") if isinstance(self.data, dict) else None
        self.diagnostics: list[dict[str, Any]] = (
            [each for each in found if isinstance(each, dict)] if isinstance(found, list) else [])
        details = [each["message"] for each in self.diagnostics if isinstance(each.get("message"), str)]
        super().__init__(": ".join([self.message, *details[:1]]))

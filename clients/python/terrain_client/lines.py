"""One request or response, as a line of JSON."""
import json
from typing import Any

from .errors import RequestError

# The longest line that is read: four times what the service reads.
LONGEST = 64 << 20


def request_line(id: int, method: str, params: dict[str, Any]) -> bytes:
    request = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    return json.dumps(request, allow_nan=False).encode() + b"\n"


def response_of(line: bytes) -> dict[str, Any] | None:
    """The response that the line is, or None: for a line that no client asked for, nothing can be done."""
    try:
        response = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(response, dict):
        return None
    id = response.get("id")
    # An error without an id is about a line that could not be read.
    if type(id) is int or ("id" in response and id is None and "error" in response):
        return response
    return None


def result_of(response: dict[str, Any]) -> Any:
    if "result" in response:
        return response["result"]
    raise RequestError(response.get("error"))

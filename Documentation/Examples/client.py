"""A client of `terrain serve`, lines of JSON in and out:  python3 client.py [PROGRAM]"""
import json
import subprocess
import sys


def reason(error):
    """The message of an error, and that of its first diagnostic, which has what is wrong."""
    message = error.get("message") if isinstance(error, dict) else None
    if not isinstance(message, str):
        return "an error without a message"
    try:
        return f"{message}: {error['data']['diagnostics'][0]['message']}"
    except (LookupError, TypeError):
        return message


class Terrain:
    """One request at a time. Whatever comes back, a call returns a result or raises ValueError or ConnectionError."""

    def __init__(self, program="terrain"):
        self.last = 0
        self.process = subprocess.Popen(
            [program, "serve", "--log-level", "error"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, method, **params):
        self.last += 1
        request = json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        try:
            self.process.stdin.write(request.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise ConnectionError(f"the service does not read: {error}") from None
        for line in self.process.stdout:
            response = self.response(line)
            # A line for another request, for none, or one that is unusable: ours may follow.
            if response is None:
                continue
            if "result" in response:
                return response["result"]
            raise ValueError(reason(response.get("error")))
        raise ConnectionError("the service has ended")

    def response(self, line):
        """The response to the last request, if the line is one. One without an id is about a line that could not be read,
        and with one request at a time that is ours."""
        try:
            response = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(response, dict):
            return None
        id = response.get("id")
        is_ours = type(id) is int and id == self.last or id is None and "error" in response
        return response if is_ours else None

    def close(self):
        try:
            self.process.stdin.close()  # what is under way is answered first
        except OSError:
            pass
        for _ in self.process.stdout:
            pass
        return self.process.wait()


def main():
    terrain = Terrain(*sys.argv[1:])
    try:
        thermal = terrain.ask("decide", decision="types.thermal", facts={"cold_heat": -4})
        print("thermal:", thermal["value"], "because of", thermal["why"][0]["rule"])
        terrain.ask("score", answers={"q1_run_temp": "lukewarm"})
    except ValueError as error:
        print("refused:", error)
    except ConnectionError as error:
        print("no answer:", error)
    except (LookupError, TypeError):
        print("no answer: the result is not what `decide` gives")
    return terrain.close()


if __name__ == "__main__":
    sys.exit(main())

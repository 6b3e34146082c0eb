"""Talks to `terrain serve` in lines of JSON:  python3 client.py [PROGRAM]"""
import json
import subprocess
import sys


class Terrain:
    def __init__(self, program="terrain"):
        self.process = subprocess.Popen(
            [program, "serve", "--log-level", "error"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, method, **params):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer["result"]

    def close(self):
        self.process.stdin.close()  # what is under way is answered first
        return self.process.wait()


terrain = Terrain(*sys.argv[1:])
thermal = terrain.ask("decide", decision="types.thermal", facts={"cold_heat": -4})
print("thermal:", thermal["value"], "because of", thermal["why"][0]["rule"])
try:
    terrain.ask("score", answers={"q1_run_temp": "lukewarm"})
except ValueError as error:
    print("refused:", error)
sys.exit(terrain.close())

"""Run with the program and the hostile service in TERRAIN_PROGRAM and TERRAIN_HOSTILE:  python3 -m unittest test_client"""
import asyncio
import os
import unittest

from terrain_client import AsyncClient, Client, NoAnswer, RequestError, ServiceLost, TerrainError

PROGRAM, HOSTILE = os.environ["TERRAIN_PROGRAM"], os.environ["TERRAIN_HOSTILE"]
# The outcome of a call of `decide`, by the fault of the service.
EXPECTED = {
    "noise": "cold", "null": RequestError, "missing": RequestError, "error": RequestError, "closes": ServiceLost,
    "half": ServiceLost, "gone": ServiceLost, "unterminated": "cold", "silent": NoAnswer, "huge": ServiceLost,
    "deaf": NoAnswer,
}


def decide(cold_heat):
    return "decide", {"decision": "types.thermal", "facts": {"cold_heat": cold_heat}}


def patience(mode):
    return 1 if EXPECTED[mode] is NoAnswer else 30


class Sync(unittest.TestCase):
    def test_hostile(self):
        for mode, expected in EXPECTED.items():
            with self.subTest(mode):
                os.environ["HOSTILE"] = mode
                terrain = Client(HOSTILE, timeout=patience(mode), longest=8 << 20)
                try:
                    found = terrain.call(*decide(-4))["value"]
                except TerrainError as error:
                    found = type(error)
                self.assertEqual(found, expected)
                if expected is ServiceLost:
                    self.assertRaises(ServiceLost, terrain.call, "health")
                if mode == "deaf":
                    terrain._process.kill()
                terrain.close()

    def test_a_program_that_is_not_there(self):
        self.assertRaises(ServiceLost, Client, "/nowhere/terrain")

    def test_the_service(self):
        with Client(PROGRAM) as terrain:
            versions = terrain.handshake()
            self.assertEqual((versions["protocol"], versions["pack"]["id"]), (1, "terrain"))
            self.assertEqual(terrain.call(*decide(-4))["value"], "cold")
            with self.assertRaises(RequestError) as refused:
                terrain.call("score", {"answers": {"q1_run_temp": "lukewarm"}})
            self.assertEqual(refused.exception.code, -32602)
            self.assertEqual(refused.exception.path, refused.exception.diagnostics[0]["path"])
            self.assertIn("q1_run_temp", refused.exception.path)
            found = list(terrain.calls([*map(decide, [-4, 0, 5] * 50), ("nothing", None)], ahead=20))
            self.assertEqual([each["value"] for each in found[:-1]], ["cold", "neutral", "warm"] * 50)
            self.assertEqual(found[-1].code, -32601)
        self.assertRaises(ServiceLost, terrain.call, "health")
        self.assertEqual(terrain.close(), 0)

    def test_the_timeout_is_that_of_the_request(self):
        with Client(PROGRAM) as terrain:
            # The service refuses it, or the client gives up first.
            self.assertRaises(NoAnswer, terrain.call, *decide(-4), timeout=0)
            self.assertEqual(terrain.call(*decide(-4))["value"], "cold")


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_hostile(self):
        for mode, expected in EXPECTED.items():
            if mode == "deaf":
                continue
            with self.subTest(mode):
                os.environ["HOSTILE"] = mode
                async with AsyncClient(HOSTILE, timeout=patience(mode), longest=8 << 20) as terrain:
                    try:
                        found = (await terrain.call(*decide(-4)))["value"]
                    except TerrainError as error:
                        found = type(error)
                    self.assertEqual(found, expected)

    async def test_many_at_once(self):
        async with AsyncClient(PROGRAM) as terrain:
            self.assertEqual((await terrain.handshake())["rules"]["id"], "terrain")
            asked = [terrain.call(*decide(each)) for each in (-4, 0, 5)]
            self.assertEqual([each["value"] for each in await asyncio.gather(*asked)], ["cold", "neutral", "warm"])
            found = [each async for each in terrain.calls(map(decide, (5, -4)), ahead=1)]
            self.assertEqual([each["value"] for each in found], ["warm", "cold"])
            with self.assertRaises(RequestError) as refused:
                await terrain.call("score", {"answers": {"q1_run_temp": "lukewarm"}})
            self.assertEqual(refused.exception.code, -32602)


if __name__ == "__main__":
    unittest.main()

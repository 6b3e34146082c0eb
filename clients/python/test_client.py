"""Run with the program and the hostile service in TERRAIN_PROGRAM and TERRAIN_HOSTILE:  python3 -m unittest test_client"""
import asyncio
import os
import unittest

from terrain_client import AsyncClient, Client, NoAnswer, RequestError, ServiceLost, TerrainError

PROGRAM, HOSTILE = os.environ["TERRAIN_PROGRAM"], os.environ["TERRAIN_HOSTILE"]
COLD = {"decision": "types.thermal", "facts": {"cold_heat": -4}}
# What a call of `decide` comes to, by what the service does wrong.
EXPECTED = {
    "noise": "cold", "null": RequestError, "missing": RequestError, "error": RequestError, "closes": ServiceLost,
    "half": ServiceLost, "gone": ServiceLost, "unterminated": "cold", "silent": NoAnswer, "huge": ServiceLost,
}
# Only silence may take as long as this.
PATIENCE = {"silent": 1}



class Sync(unittest.TestCase):
    def test_hostile(self):
        for mode, expected in EXPECTED.items():
            with self.subTest(mode):
                os.environ["HOSTILE"] = mode
                with Client.start(HOSTILE, timeout=PATIENCE.get(mode, 30), longest=8 << 20) as terrain:
                    try:
                        found = terrain.decide(**COLD)["value"]
                    except TerrainError as error:
                        found = type(error)
                    self.assertEqual(found, expected)
                    if expected is ServiceLost:
                        self.assertRaises(ServiceLost, terrain.health)

    def test_a_service_that_does_not_read(self):
        os.environ["HOSTILE"] = "deaf"
        terrain = Client.start(HOSTILE, timeout=1)
        self.assertRaises(ServiceLost, terrain.decide, decision="x" * (1 << 20), facts={})
        terrain._process.kill()
        terrain.close()

    def test_a_program_that_is_not_there(self):
        self.assertRaises(ServiceLost, Client.start, "/nowhere/terrain")

    def test_the_service(self):
        with Client.start(PROGRAM) as terrain:
            self.assertEqual(terrain.decide(**COLD)["value"], "cold")
            with self.assertRaises(RequestError) as refused:
                terrain.score(answers={"q1_run_temp": "lukewarm"})
            self.assertEqual(refused.exception.code, -32602)
            self.assertTrue(refused.exception.diagnostics[0]["code"])
            self.assertEqual(terrain.decide(**COLD)["value"], "cold")
        self.assertRaises(ServiceLost, terrain.health)
        self.assertEqual(terrain.close(), 0)


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_hostile(self):
        for mode, expected in EXPECTED.items():
            with self.subTest(mode):
                os.environ["HOSTILE"] = mode
                async with await AsyncClient.start(HOSTILE, timeout=PATIENCE.get(mode, 30), longest=8 << 20) as terrain:
                    try:
                        found = (await terrain.decide(**COLD))["value"]
                    except TerrainError as error:
                        found = type(error)
                    self.assertEqual(found, expected)

    async def test_many_at_once(self):
        async with await AsyncClient.start(PROGRAM) as terrain:
            asked = [terrain.decide(decision="types.thermal", facts={"cold_heat": each}) for each in (-4, 0, 5)]
            self.assertEqual([each["value"] for each in await asyncio.gather(*asked)], ["cold", "neutral", "warm"])
            with self.assertRaises(RequestError) as refused:
                await terrain.score(answers={"q1_run_temp": "lukewarm"})
            self.assertEqual(refused.exception.code, -32602)


if __name__ == "__main__":
    unittest.main()

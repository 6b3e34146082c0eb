// Run with the program and the hostile service in TERRAIN_PROGRAM and TERRAIN_HOSTILE:  node --test
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, NoAnswer, RequestError, ServiceLost } from "./index.js";

const { TERRAIN_PROGRAM: program, TERRAIN_HOSTILE: hostile } = process.env;
const decide = (cold_heat) => ["decide", { decision: "types.thermal", facts: { cold_heat } }];

// The outcome of a call of `decide`, by the fault of the service.
const expected = {
  noise: "cold", null: RequestError, missing: RequestError, error: RequestError, closes: ServiceLost,
  half: ServiceLost, gone: ServiceLost, unterminated: "cold", silent: NoAnswer, huge: ServiceLost, deaf: NoAnswer,
};

for (const [mode, outcome] of Object.entries(expected)) {
  test(`hostile: ${mode}`, async () => {
    process.env.HOSTILE = mode;
    const terrain = new Client(hostile, [], { timeout: outcome === NoAnswer ? 1000 : 30_000, longest: 8 << 20 });
    const found = await terrain.call(...decide(-4)).then((result) => result.value, (error) => error.constructor);
    assert.equal(found, outcome);
    if (outcome === ServiceLost) await assert.rejects(terrain.call("health"), ServiceLost);
    await terrain.close();
  });
}

test("a program that is not there", async () => {
  await assert.rejects(new Client("/nowhere/terrain").call("health"), ServiceLost);
});

test("the service", async () => {
  const terrain = new Client(program);
  const versions = await terrain.handshake();
  assert.deepEqual([versions.protocol, versions.pack.id], [1, "terrain"]);
  const answers = await Promise.all([-4, 0, 5].map((each) => terrain.call(...decide(each))));
  assert.deepEqual(answers.map((each) => each.value), ["cold", "neutral", "warm"]);
  await assert.rejects(terrain.call("score", { answers: { q1_run_temp: "lukewarm" } }), (error) =>
    error instanceof RequestError && error.code === -32602 && error.path.includes("q1_run_temp"));
  const values = [];
  for await (const answer of terrain.calls([...Array(60).keys()].map(() => decide(5)), { ahead: 7 })) values.push(answer.value);
  assert.deepEqual(values, Array(60).fill("warm"));
  for await (const answer of terrain.calls([["nothing"]])) assert.equal(answer.code, -32601);
  assert.equal((await terrain.call(...decide(-4))).value, "cold");
  assert.equal(await terrain.close(), 0);
});

// Run with the program and the hostile service in TERRAIN_PROGRAM and TERRAIN_HOSTILE:  node --test
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Client, NoAnswer, RequestError, ServiceLost } from "./index.js";

const { TERRAIN_PROGRAM: program, TERRAIN_HOSTILE: hostile } = process.env;
const decide = (cold_heat) => ["decide", { decision: "types.thermal", facts: { cold_heat } }];

// What a call of `decide` comes to, by what the service does wrong.
const expected = {
  noise: "cold", null: RequestError, missing: RequestError, error: RequestError, closes: ServiceLost,
  half: ServiceLost, gone: ServiceLost, unterminated: "cold", silent: NoAnswer, huge: ServiceLost, deaf: NoAnswer,
};

for (const [mode, outcome] of Object.entries(expected)) {
  test(`hostile: ${mode}`, async () => {
    process.env.HOSTILE = mode;
    const terrain = Client.start(hostile, [], { timeout: outcome === NoAnswer ? 1000 : 30_000, longest: 8 << 20 });
    const found = await terrain.call(...decide(-4)).then((result) => result.value, (error) => error.constructor);
    assert.equal(found, outcome);
    if (outcome === ServiceLost) await assert.rejects(terrain.call("health"), ServiceLost);
    await terrain.close();
  });
}

test("a program that is not there", async () => {
  await assert.rejects(Client.start("/nowhere/terrain").call("health"), ServiceLost);
  await assert.rejects(Client.connect("/nowhere/socket"), ServiceLost);
});

test("the service", async () => {
  const terrain = Client.start(program);
  const answers = await Promise.all([-4, 0, 5].map((each) => terrain.call(...decide(each))));
  assert.deepEqual(answers.map((each) => each.value), ["cold", "neutral", "warm"]);
  await assert.rejects(terrain.call("score", { answers: { q1_run_temp: "lukewarm" } }), (error) =>
    error instanceof RequestError && error.code === -32602 && typeof error.diagnostics[0].code === "string");
  assert.equal(await terrain.close(), 0);
});

/** A client of the service at `path`, which is just beginning to listen: a socket has its name before it can be connected to. */
async function listening(path) {
  for (const limit = Date.now() + 60_000; ; await pause(20)) {
    try {
      return await Client.connect(path);
    } catch (error) {
      if (Date.now() > limit) throw error;
    }
  }
}

test("a socket", async () => {
  const folder = mkdtempSync(join(tmpdir(), "terrain-"));
  const path = join(folder, "s");
  const service = spawn(program, ["serve", "--log-level", "error", "--listen", `unix:${path}`], { stdio: "inherit" });
  try {
    const terrain = await listening(path);
    assert.equal((await terrain.call(...decide(-4))).value, "cold");
    await terrain.close();
  } finally {
    service.kill();
    rmSync(folder, { recursive: true });
  }
});

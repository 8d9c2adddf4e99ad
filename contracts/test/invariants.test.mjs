/** The random sequences with small counts; `./paylink soak contracts` runs the same with large ones. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { newTally, openWorld, runSequence } from "./sequences.mjs";
import { rpc } from "./world.mjs";

const SEQUENCES = 60;
const STEPS = 14;

describe("random sequences of payments and refunds", () => {
  let snapshot;
  before(async () => (snapshot = await rpc("evm_snapshot")));
  after(() => rpc("evm_revert", snapshot));

  it("keep the seven invariants", async () => {
    const world = await openWorld();
    const tally = newTally();
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      await runSequence(world, seed, STEPS, tally);
    }
    console.log(JSON.stringify(tally));
    assert.ok(tally.payments >= SEQUENCES && tally.refunds >= SEQUENCES / 4, "the sequences do something");
  });
});

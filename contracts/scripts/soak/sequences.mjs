/**
 * The random sequences of test/sequences.mjs with large counts and the real Permit2:
 * node scripts/soak/sequences.mjs [FIRST-LAST], seeds 1-20000 unless told otherwise.
 */
import { PERMIT2 } from "../../lib/payment.mjs";
import { newTally, openWorld, runSequence } from "../../test/sequences.mjs";
import { chainId, rpc } from "../../test/world.mjs";
import { permit2Code } from "./permit2.mjs";

const STEPS = 14;
const TOLD_EVERY = 500;

const [first, last] = (process.argv[2] ?? "1-20000").split("-").map(Number);
await rpc("hardhat_setCode", PERMIT2, permit2Code(chainId));
const world = await openWorld();
const tally = newTally();
for (let seed = first; seed <= last; seed++) {
  await runSequence(world, seed, STEPS, tally);
  if (tally.sequences % TOLD_EVERY === 0) {
    console.error(`${tally.sequences} sequences, ${tally.transactions} transactions, ${tally.payments} payments, ${tally.refunds} refunds`);
  }
}
const { sequences, transactions, payments, refunds, refused, ways, reasons } = tally;
const list = (counts) => Object.entries(counts).sort(([, a], [, b]) => b - a).map((one) => one.join(" ")).join(", ");
console.log(`payments: ${list(ways)}`);
console.log(`reasons of a tenth of the refusals: ${list(reasons)}`);
console.log(
  `seeds ${first}-${last}: ${sequences} sequences, ${transactions} transactions, ${payments} payments, ${refunds} refunds, ` +
    `${refused} refused, the real Permit2: all seven invariants held`,
);
process.exit(0);

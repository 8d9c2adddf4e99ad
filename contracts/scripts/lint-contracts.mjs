/**
 * Holds src/ against solhint's recommended rules. Each finding has an answer below, since a comment in a source would change
 * the contract's address. A finding without an answer fails, and an answer that nothing asks for any more fails too.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readSources, root } from "../lib/compile.mjs";

/** By rule: the answer, and how often each file needs it. */
const ANSWERS = {
  "avoid-low-level-calls": {
    why: "Tokens that answer nothing, or fail with a reason of their own, can only be called so; callers made sure of the code.",
    files: { "TokenCalls.sol": 1 },
  },
  "no-inline-assembly": {
    why: "Each block is memory-safe and says why it is there: an answer that would be copied at the payer's cost, a reason passed on.",
    files: { "DepositAddress.sol": 1, "DepositAddresses.sol": 1, "PaymentSettlement.sol": 1, "TokenCalls.sol": 1 },
  },
  "no-empty-blocks": {
    why: "A permit may fail: the allowance may be there already, and without it the payment fails. A sweep of a batch that succeeds needs nothing more.",
    files: { "DepositAddresses.sol": 1, "PaymentSettlement.sol": 2 },
  },
  "not-rely-on-time": {
    why: "A deadline is a time. Seconds that a validator can shift do not matter against deadlines of minutes.",
    files: { "PaymentSettlement.sol": 3 },
  },
  "immutable-vars-naming": {
    why: "`implementation` is a function of the interface; private ones begin with an underscore as all private state does.",
    files: { "DepositAddress.sol": 2, "DepositAddresses.sol": 1 },
  },
  "gas-strict-inequalities": {
    why: "`>=` is the meaning: at the deadline it is too late. The strict form needs another operation.",
    files: { "DepositAddresses.sol": 1, "PaymentSettlement.sol": 3 },
  },
  "gas-indexed-events": {
    why: "Three topics are used for what is searched for; a topic more costs each payment 375 gas and is not searched for.",
    files: { "IDepositAddresses.sol": 3, "IPaymentSettlement.sol": 1 },
  },
  "gas-small-strings": { why: "The type strings are EIP-712's and Permit2's.", files: { "PaymentSettlement.sol": 3 } },
  "gas-increment-by-one": { why: "The compiler makes the same of it.", files: { "DepositAddresses.sol": 2 } },
  "use-natspec": {
    why: "Said once: at the interface, or in the sentence above a group. Parts of other standards are described there.",
    files: {},
  },
};

const { processStr } = createRequire(import.meta.url)("solhint");
const config = JSON.parse(readFileSync(join(root, ".solhint.json"), "utf8"));
const faults = [];
const seen = {};
for (const [path, text] of Object.entries(readSources("src"))) {
  const file = path.replace("src/", "");
  for (const { ruleId, line, message } of processStr(text, config, path).reports) {
    const key = `${ruleId} ${file}`;
    seen[key] = (seen[key] ?? 0) + 1;
    if (!(ruleId in ANSWERS) || (ruleId !== "use-natspec" && seen[key] > (ANSWERS[ruleId].files[file] ?? 0))) {
      faults.push(`${path}:${line} ${message} (${ruleId})`);
    }
  }
}
for (const [rule, { files }] of Object.entries(ANSWERS)) {
  for (const [file, times] of Object.entries(files).filter(([name, count]) => (seen[`${rule} ${name}`] ?? 0) < count)) {
    faults.push(`${file}: ${rule} is answered ${times} times, and asked ${seen[`${rule} ${file}`] ?? 0} times`);
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}

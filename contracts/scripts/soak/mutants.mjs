/**
 * Plants each fault of faults.mjs in src/, and runs the tests of what the contracts do against it until one fails:
 * node scripts/soak/mutants.mjs [FIRST-LAST | list]. A fault that no test notices fails the command, unless it is listed in
 * equivalent.mjs with the reason why it changes nothing.
 */
import { published, withImports } from "../../lib/artifact.mjs";
import { compileWith, settings } from "../../lib/compile.mjs";
import { EQUIVALENT } from "./equivalent.mjs";
import { faultsOf } from "./faults.mjs";

const LIMIT_SECONDS = 120;
const OUTPUTS = ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"];
/** By file: the contracts that it is in. */
const CONTRACTS = {
  "src/PaymentSettlement.sol": ["PaymentSettlement"],
  "src/TokenCalls.sol": ["PaymentSettlement", "DepositAddresses"],
  "src/DepositAddresses.sol": ["DepositAddresses"],
  "src/DepositAddress.sol": ["DepositAddresses"],
};

const sources = Object.assign({}, ...["PaymentSettlement", "DepositAddresses"].map((name) => withImports(published[name])));
const { sources: trees } = compileWith(sources, { ...settings, outputSelection: { "*": { "": ["ast"] } } });
const faults = Object.keys(CONTRACTS).flatMap((file) => faultsOf(sources[file], trees[file].ast).map((fault) => ({ file, ...fault })));
const nameOf = ({ file, line, what }) => `${file}:${line} ${what}`;

if (process.argv[2] === "list") {
  faults.forEach((fault, i) => console.log(`${i + 1} ${nameOf(fault)}`));
  process.exit(0);
}
const [first, last] = (process.argv[2] ?? `1-${faults.length}`).split("-").map(Number);
const { deposits, failureOf, payments, withCode } = await import("./behaviour.mjs");
const say = console.log;
console.log = () => {}; // of the tests
const tests = { PaymentSettlement: payments, DepositAddresses: deposits };
/** How many faults a test has caught: those that catch many are run first. */
const caughtBy = new Map();
const counts = { caught: 0, "does not compile": 0, "changes nothing": 0, SURVIVED: 0, "LISTED AS EQUIVALENT, AND CAUGHT": 0 };

await requireGreen();
for (let number = first; number <= Math.min(last, faults.length); number++) {
  const fault = faults[number - 1];
  const why = EQUIVALENT[nameOf(fault)];
  const [result, test] = await tryOut(fault);
  const outcome = !why ? result : result === "SURVIVED" ? "changes nothing" : "LISTED AS EQUIVALENT, AND CAUGHT";
  counts[outcome]++;
  say(`${number} ${outcome}: ${nameOf(fault)}${test ? ` [${test}]` : ""}${why ? ` (${why})` : ""}`);
}
say(`faults ${first}-${Math.min(last, faults.length)} of ${faults.length}: ${Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", ")}`);
process.exit(counts.SURVIVED + counts["LISTED AS EQUIVALENT, AND CAUGHT"] > 0 ? 1 : 0);

/** Without a fault no test fails; otherwise nothing below says anything. */
async function requireGreen() {
  if (process.env.MUTANTS_UNCHECKED) {
    return;
  }
  for (const test of [...payments, ...deposits]) {
    const failure = await withCode({}, () => failureOf(test, LIMIT_SECONDS));
    if (failure) {
      throw new Error(`without a fault: ${test.name}`, { cause: failure });
    }
  }
}

async function tryOut({ file, text }) {
  const wanted = CONTRACTS[file];
  const outputSelection = Object.fromEntries(wanted.map((name) => [published[name], { [name]: OUTPUTS }]));
  const { contracts, errors = [] } = compileWith({ ...sources, [file]: text }, { ...settings, outputSelection });
  if (errors.some(({ severity }) => severity === "error")) {
    return ["does not compile"];
  }
  const changed = Object.fromEntries(wanted.map((name) => [name, contracts[published[name]][name]]));
  return withCode(changed, async () => {
    const score = (test) => caughtBy.get(test) ?? 0;
    for (const test of wanted.flatMap((name) => tests[name]).sort((a, b) => score(b) - score(a))) {
      if (await failureOf(test, LIMIT_SECONDS)) {
        caughtBy.set(test, score(test) + 1);
        return ["caught", test.name];
      }
    }
    return ["SURVIVED"];
  });
}

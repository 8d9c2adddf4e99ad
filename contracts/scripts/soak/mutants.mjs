/**
 * Plants each fault of faults.mjs in src/, and runs the tests of what the contracts do against it until one fails:
 * node scripts/soak/mutants.mjs [FIRST-LAST | list]. A fault that no test notices fails the command, unless it is listed in
 * equivalent.mjs with the reason why it changes nothing.
 */
import { published, withImports } from "../../lib/artifact.mjs";
import { compileWith, settings } from "../../lib/compile.mjs";
import { EQUIVALENT } from "./equivalent.mjs";
import { faultsOf } from "./faults.mjs";

const OUTPUTS = ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"];
/** By file: the contracts that it is in. The implementation is compared with its artifact, and made by the factory. */
const DEPOSITS = ["DepositAddresses", "DepositAddress"];
const CONTRACTS = {
  "src/PaymentSettlement.sol": ["PaymentSettlement"],
  "src/TokenCalls.sol": ["PaymentSettlement", ...DEPOSITS],
  "src/DepositAddresses.sol": DEPOSITS,
  "src/DepositAddress.sol": DEPOSITS,
};

const all = ["PaymentSettlement", ...DEPOSITS];
const sources = Object.assign({}, ...all.map((name) => withImports(published[name])));
const { sources: trees } = compileWith(sources, { ...settings, outputSelection: { "*": { "": ["ast"] } } });
const faults = Object.keys(CONTRACTS).flatMap((file) => faultsOf(sources[file], trees[file].ast).map((fault) => ({ file, ...fault })));
const nameOf = ({ file, line, what }) => `${file}:${line} ${what}`;

if (process.argv[2] === "list") {
  faults.forEach((fault, i) => console.log(`${i + 1} ${nameOf(fault)}`));
  process.exit(0);
}
const [first, last] = (process.argv[2] ?? `1-${faults.length}`).split("-").map(Number);
const { failureOf, testsOf, withCode } = await import("./behaviour.mjs");
const say = console.log;
console.log = () => {}; // of the tests
/** How many faults a test has caught: those that catch many are run first. */
const caughtBy = new Map();
const counts = { caught: 0, "change nothing": 0, "do not compile": 0, SURVIVED: 0, "LISTED AS EQUIVALENT, AND CAUGHT": 0 };

await requireGreen();
for (let number = first; number <= Math.min(last, faults.length); number++) {
  const fault = faults[number - 1];
  const why = EQUIVALENT[nameOf(fault)];
  const [result, test] = await tryOut(fault);
  const outcome = !why ? result : result === "SURVIVED" ? "change nothing" : "LISTED AS EQUIVALENT, AND CAUGHT";
  counts[outcome]++;
  say(`${number} ${outcome}: ${nameOf(fault)}${test ? ` [${test}]` : ""}${why ? ` (${why})` : ""}`);
}
const total = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
say(`faults ${first}-${Math.min(last, faults.length)} of ${faults.length}: ${total.join(", ")}`);
process.exit(counts.SURVIVED + counts["LISTED AS EQUIVALENT, AND CAUGHT"] > 0 ? 1 : 0);

/** Without a fault, compiled and put in place just as one, no test fails: otherwise nothing here would say anything. */
async function requireGreen() {
  const [, noticed] = await noticedBy(sources, all);
  if (noticed) {
    throw new Error(`without a fault a test fails: ${noticed.test.name}`, { cause: noticed.failure });
  }
}

async function tryOut({ file, text }) {
  const [compiled, noticed] = await noticedBy({ ...sources, [file]: text }, CONTRACTS[file]);
  if (!compiled) {
    return ["do not compile"];
  }
  if (!noticed) {
    return ["SURVIVED"];
  }
  caughtBy.set(noticed.test, (caughtBy.get(noticed.test) ?? 0) + 1);
  return ["caught", noticed.test.name];
}

/** [whether it compiles, the first test that fails and what with]. */
async function noticedBy(changed, names) {
  const outputSelection = Object.fromEntries(names.map((name) => [published[name], { [name]: OUTPUTS }]));
  const { contracts, errors = [] } = compileWith(changed, { ...settings, outputSelection });
  if (errors.some(({ severity }) => severity === "error")) {
    return [false];
  }
  const compiled = Object.fromEntries(names.map((name) => [name, contracts[published[name]][name]]));
  const tests = [...new Set(names.flatMap((name) => testsOf[name] ?? []))];
  tests.sort((a, b) => (caughtBy.get(b) ?? 0) - (caughtBy.get(a) ?? 0));
  return withCode(compiled, async () => {
    for (const test of tests) {
      const failure = await failureOf(test);
      if (failure) {
        return [true, { test, failure }];
      }
    }
    return [true];
  });
}

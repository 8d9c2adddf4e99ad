/**
 * Plants each fault of faults.mjs in src/, compiles it, and runs the tests of test/behaviour.mjs against it until one fails:
 * node scripts/soak/mutants.mjs [FIRST-LAST | list]. A fault that no test notices fails the command, unless it is listed
 * below with the reason why it changes nothing.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileWith, root, settings } from "../../lib/compile.mjs";
import { published, withImports } from "../../lib/artifact.mjs";
import { EQUIVALENT } from "./equivalent.mjs";
import { faultsOf } from "./faults.mjs";

const FILES = ["PaymentSettlement", "TokenCalls", "DepositAddresses", "DepositAddress"].map((name) => `src/${name}.sol`);
const CONTRACTS = ["PaymentSettlement", "DepositAddresses", "DepositAddress"];
const LIMIT_SECONDS = 240;

const sources = Object.assign({}, ...CONTRACTS.map((name) => withImports(published[name])));
const { sources: trees } = compileWith(sources, { ...settings, outputSelection: { "*": { "": ["ast"] } } });
const faults = FILES.flatMap((file) => faultsOf(sources[file], trees[file].ast).map((fault) => ({ file, ...fault })));
const name = ({ file, line, what }) => `${file}:${line} ${what}`;

if (process.argv[2] === "list") {
  faults.forEach((fault, i) => console.log(`${i + 1} ${name(fault)}`));
  process.exit(0);
}
const [first, last] = (process.argv[2] ?? `1-${faults.length}`).split("-").map(Number);
const counts = { caught: 0, "not compiled": 0, equivalent: 0, survived: 0 };
for (const [i, fault] of faults.entries()) {
  if (i + 1 < first || i + 1 > last) {
    continue;
  }
  const [result, by] = await tryOut(fault);
  const why = EQUIVALENT[name(fault)];
  const outcome = result === "survived" && why ? "equivalent" : result;
  counts[outcome]++;
  console.log(`${i + 1} ${outcome}: ${name(fault)}${by ? ` [${by}]` : ""}${outcome === "equivalent" ? ` (${why})` : ""}`);
  if (result === "caught" && why) {
    console.log(`   is listed as equivalent, and is not`);
    counts.survived++;
  }
}
console.log(
  `faults ${first}-${Math.min(last, faults.length)} of ${faults.length}: ${counts.caught} caught, ${counts.equivalent} change nothing, ` +
    `${counts["not compiled"]} do not compile, ${counts.survived} survived`,
);
process.exit(counts.survived > 0 ? 1 : 0);

async function tryOut({ file, text }) {
  const outputs = ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"];
  const { contracts, errors = [] } = compileWith(
    { ...sources, [file]: text },
    { ...settings, outputSelection: { "src/*": { "*": outputs }, ...Object.fromEntries(FILES.map((one) => [one, { "*": outputs }])) } },
  );
  if (errors.some(({ severity }) => severity === "error")) {
    return ["not compiled"];
  }
  const folder = mkdtempSync(join(tmpdir(), "mutant-"));
  try {
    cpSync(join(root, "artifact"), folder, { recursive: true });
    for (const contract of CONTRACTS) {
      const { abi, evm } = contracts[published[contract]][contract];
      const original = JSON.parse(readFileSync(join(folder, `${contract}.json`), "utf8"));
      const changed = { ...original, abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` };
      writeFileSync(join(folder, `${contract}.json`), JSON.stringify(changed));
    }
    return await testsNotice(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** ["caught", the first test that failed] or ["survived"]. A child that does not end is caught too: a test would hang. */
function testsNotice(folder) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--test-reporter=tap", join(root, "test/behaviour.mjs")], {
      env: { ...process.env, CONTRACTS_ARTIFACTS: folder },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const end = (result) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      resolve(result);
    };
    const timer = setTimeout(() => end(["caught", "time"]), LIMIT_SECONDS * 1000);
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const [, failed] = /^\s*not ok \d+ - (.*)$/m.exec(said) ?? [];
      if (failed) {
        end(["caught", failed]);
      }
    });
    child.on("exit", (code) => end(code === 0 ? ["survived"] : ["caught", "start"]));
  });
}

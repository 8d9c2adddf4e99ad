/**
 * Which lines and branches of src/ the tests of what the contracts do reach: the contracts are compiled without the optimizer,
 * so that each instruction belongs to a place in the source, and every transaction and call is followed step by step.
 */
import { published, withImports } from "../../lib/artifact.mjs";
import { compileWith, settings } from "../../lib/compile.mjs";
import { visit } from "./faults.mjs";

const LIMIT_SECONDS = 600;
const CONTRACTS = ["PaymentSettlement", "DepositAddresses", "DepositAddress"];
const STATEMENTS = new Set([
  "ExpressionStatement",
  "VariableDeclarationStatement",
  "EmitStatement",
  "RevertStatement",
  "Return",
  "IfStatement",
  "TryStatement",
  "YulExpressionStatement",
  "YulAssignment",
]);
const BRANCHES = new Set(["IfStatement", "Conditional"]);
const CALLS = new Set(["CALL", "STATICCALL", "DELEGATECALL", "CALLCODE"]);

const sources = Object.assign({}, ...CONTRACTS.map((name) => withImports(published[name])));
const outputs = ["abi", "evm.bytecode.object", "evm.deployedBytecode.object", "evm.deployedBytecode.sourceMap"];
const { contracts, sources: trees, errors = [] } = compileWith(sources, {
  ...settings,
  optimizer: { enabled: false },
  outputSelection: { "*": { "*": outputs, "": ["ast"] } },
});
const wrong = errors.find(({ severity }) => severity === "error");
if (wrong) {
  throw new Error(wrong.formattedMessage);
}
const compiled = Object.fromEntries(CONTRACTS.map((name) => [name, contracts[published[name]][name]]));
const files = Object.fromEntries(Object.entries(trees).map(([path, { id }]) => [id, path]));
const { deposits, failureOf, factoryAddress, implementationAddress, payments, settlementAddress, withCode } = await import("./behaviour.mjs");
const { default: hardhat } = await import("hardhat");

/** By address: the places of its instructions. */
const code = new Map(
  [
    [settlementAddress, "PaymentSettlement"],
    [factoryAddress, "DepositAddresses"],
    [implementationAddress, "DepositAddress"],
  ].map(([address, name]) => [address.toLowerCase(), placesOf(compiled[name].evm.deployedBytecode)]),
);
/** What was reached: "file start length", and for branches which ways were taken. */
const reached = new Set();
const taken = new Map();

follow(hardhat.network.provider);
const say = console.log;
console.log = () => {}; // of the tests
await withCode(compiled, async () => {
  for (const test of [...payments, ...deposits]) {
    const failure = await failureOf(test, LIMIT_SECONDS);
    if (failure) {
      throw new Error(`with the code to be followed: ${test.name}`, { cause: failure });
    }
  }
});
process.exit(report() ? 0 : 1);

/** The place of each instruction by its position in the code. */
function placesOf({ object, sourceMap }) {
  const bytes = Buffer.from(object, "hex");
  const places = new Map();
  let place = ["", "", "", ""];
  let position = 0;
  for (const entry of sourceMap.split(";")) {
    place = place.map((was, i) => entry.split(":")[i] || was);
    const [start, length, file] = place.map(Number);
    places.set(position, { start, length, file: files[file] });
    const operation = bytes[position];
    position += operation >= 0x60 && operation <= 0x7f ? operation - 0x5e : 1;
  }
  return places;
}

/** Looks at the steps of every transaction and call that is made from now on. */
function follow(provider) {
  const request = provider.request.bind(provider);
  provider.request = async (call) => {
    const { method, params } = call;
    if (method === "eth_call") {
      await steps(request, "debug_traceCall", [params[0], params[1] ?? "latest"], params[0].to);
    }
    const result = await request(call);
    if (method === "eth_sendTransaction" || method === "eth_sendRawTransaction") {
      const transaction = await request({ method: "eth_getTransactionByHash", params: [result] });
      if (transaction?.blockNumber && transaction.to) {
        await steps(request, "debug_traceTransaction", [result], transaction.to);
      }
    }
    return result;
  };
}

async function steps(request, method, params, to) {
  const { structLogs } = await request({ method, params: [...params, { disableMemory: true, disableStorage: true }] });
  const addresses = [to.toLowerCase()];
  for (const [i, { pc, op, depth, stack }] of structLogs.entries()) {
    const place = code.get(addresses[depth - 1])?.get(pc);
    if (place?.file) {
      const key = `${place.file} ${place.start} ${place.length}`;
      reached.add(key);
      const next = structLogs[i + 1];
      if (op === "JUMPI" && next?.depth === depth) {
        taken.set(key, (taken.get(key) ?? new Set()).add(next.pc === pc + 1));
      }
    }
    if (CALLS.has(op)) {
      addresses[depth] = `0x${stack.at(-2).replace(/^0x/, "").padStart(64, "0").slice(-40)}`;
    } else if (op === "CREATE" || op === "CREATE2") {
      addresses[depth] = "new";
    }
  }
}

/** Prints what was not reached. Returns whether all was. */
function report() {
  const places = [...reached].map((key) => key.split(" ")).map(([file, ...numbers]) => [file, ...numbers.map(Number)]);
  const totals = { lines: [0, 0], branches: [0, 0] };
  for (const [path, { ast }] of Object.entries(trees).filter(([name]) => name.startsWith("src/"))) {
    const bytes = Buffer.from(sources[path]);
    const lineAt = (start) => bytes.subarray(0, start).toString().split("\n").length;
    const lines = new Map();
    visit(ast, (node) => {
      const [start, length] = node.src.split(":").map(Number);
      if (STATEMENTS.has(node.nodeType)) {
        const within = places.some(([file, from, size]) => file === path && from >= start && from + size <= start + length);
        const line = lineAt(start);
        lines.set(line, (lines.get(line) ?? true) && within);
      }
      if (BRANCHES.has(node.nodeType) || (node.nodeType === "BinaryOperation" && ["&&", "||"].includes(node.operator))) {
        const ways = taken.get(`${path} ${start} ${length}`)?.size ?? 0;
        totals.branches[0] += ways;
        totals.branches[1] += 2;
        if (ways < 2) {
          say(`${path}:${lineAt(start)} ${ways} of 2 ways: ${bytes.subarray(start, start + length).toString().split("\n")[0]}`);
        }
      }
    });
    for (const [line, within] of lines) {
      totals.lines[0] += within ? 1 : 0;
      totals.lines[1]++;
      if (!within) {
        say(`${path}:${line} not reached`);
      }
    }
  }
  const { lines, branches } = totals;
  say(`coverage of src/: ${lines.join(" of ")} lines with statements, ${branches.join(" of ")} ways of branches`);
  return lines[0] === lines[1] && branches[0] === branches[1];
}

/**
 * Which lines and which ways of branches of src/ the tests of what the contracts do reach. The contracts are compiled without
 * the optimizer, so that each instruction belongs to a place in the source, and every transaction and call of the tests is
 * followed step by step. Anything that is not reached fails the command.
 */
import { published, withImports } from "../../lib/artifact.mjs";
import { compileWith, settings } from "../../lib/compile.mjs";
import { visit } from "./faults.mjs";

const CONTRACTS = ["PaymentSettlement", "DepositAddresses", "DepositAddress"];
const STATEMENTS = new Set([
  "ExpressionStatement",
  "VariableDeclarationStatement",
  "EmitStatement",
  "RevertStatement",
  "Return",
  "IfStatement",
  "ForStatement",
  "TryStatement",
  "YulExpressionStatement",
  "YulAssignment",
]);
const BRANCHES = new Set(["IfStatement", "ForStatement", "Conditional", "YulIf"]);
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
const { failureOf, factoryAddress, implementationAddress, settlementAddress, testsOf, withCode } = await import("./behaviour.mjs");
const { default: hardhat } = await import("hardhat");

/** By address: the places of its instructions. */
const code = new Map(
  [
    [settlementAddress, "PaymentSettlement"],
    [factoryAddress, "DepositAddresses"],
    [implementationAddress, "DepositAddress"],
  ].map(([address, name]) => [address.toLowerCase(), placesOf(compiled[name].evm.deployedBytecode)]),
);
/** What was reached, as "file start length"; and which ways a jump at such a place took. */
const reached = new Set();
const taken = new Map();

const say = console.log;
console.log = () => {}; // of the tests
await withCode(compiled, async () => {
  follow(hardhat.network.provider);
  for (const test of Object.values(testsOf).flat()) {
    const failure = await failureOf(test);
    if (failure) {
      throw new Error(`with the code to be followed a test fails: ${test.name}`, { cause: failure });
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
    const changed = entry.split(":");
    place = place.map((was, i) => changed[i] || was);
    const [start, length, file] = place;
    places.set(position, files[file] && `${files[file]} ${start} ${length}`);
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
    if (place) {
      reached.add(place);
      const next = structLogs[i + 1];
      if (op === "JUMPI" && next?.depth === depth) {
        taken.set(place, (taken.get(place) ?? new Set()).add(`${pc} ${next.pc === pc + 1}`));
      }
    }
    if (CALLS.has(op)) {
      addresses[depth] = `0x${stack.at(-2).replace(/^0x/, "").padStart(64, "0").slice(-40)}`;
    } else if (op === "CREATE" || op === "CREATE2") {
      addresses[depth] = "new";
    }
  }
}

/** Prints what was not reached, and how much was. Returns whether all was. */
function report() {
  const totals = { lines: [0, 0], branches: [0, 0] };
  const miss = (path, line, text) => say(`${path}:${line} ${text}`);
  for (const [path, { ast }] of Object.entries(trees).filter(([name]) => name.startsWith("src/"))) {
    const bytes = Buffer.from(sources[path]);
    const lineAt = (start) => bytes.subarray(0, start).toString().split("\n").length;
    const places = [...reached].map((key) => key.split(" ")).filter(([file]) => file === path);
    const isReached = (start, length) => places.some(([, from, size]) => Number(from) >= start && Number(from) + Number(size) <= start + length);
    const lines = new Map();
    const count = (kind, done, of) => {
      totals[kind][0] += done;
      totals[kind][1] += of;
    };
    visit(ast, (node) => {
      const [start, length] = node.src.split(":").map(Number);
      if (STATEMENTS.has(node.nodeType)) {
        lines.set(lineAt(start), (lines.get(lineAt(start)) ?? true) && isReached(start, length));
      }
      if (BRANCHES.has(node.nodeType) || (node.nodeType === "BinaryOperation" && ["&&", "||"].includes(node.operator))) {
        const ways = new Set([...(taken.get(`${path} ${start} ${length}`) ?? [])].map((way) => way.split(" ")[1])).size;
        count("branches", ways, 2);
        if (ways < 2) {
          miss(path, lineAt(start), `${ways} of 2 ways: ${bytes.subarray(start, start + length).toString().split("\n")[0]}`);
        }
      }
      if (node.nodeType === "TryCatchClause") {
        // An empty block has no code of its own; the planted faults tell whether it is reached.
        const [from, size] = node.block.src.split(":").map(Number);
        if (node.block.statements.length > 0) {
          const ways = isReached(from, size) ? 1 : 0;
          count("branches", ways, 1);
          if (ways === 0) {
            miss(path, lineAt(from), "never");
          }
        }
      }
    });
    for (const [line, isFull] of lines) {
      count("lines", isFull ? 1 : 0, 1);
      if (!isFull) {
        miss(path, line, "not reached");
      }
    }
  }
  const { lines, branches } = totals;
  say(`coverage of src/: ${lines.join(" of ")} lines with statements, ${branches.join(" of ")} ways of branches`);
  return lines[0] === lines[1] && branches[0] === branches[1];
}

/** Compiles Solidity with the pinned npm compiler: the same sources always give the same bytes, offline. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Part of the bytecode's identity: a change here changes the artifact. */
export const settings = {
  // The first EVM with transient storage; Ethereum and the common rollups have had it since 2024.
  evmVersion: "cancun",
  optimizer: { enabled: true, runs: 1_000_000 },
  viaIR: false,
};

const outputs = ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"];

/** Every .sol file under the folders, as { "src/A.sol": text }. */
export function readSources(...folders) {
  const files = folders.flatMap((folder) => solidityFiles(join(root, folder)));
  return Object.fromEntries(files.sort().map((file) => [relative(root, file), readFileSync(file, "utf8")]));
}

/** Returns { compilerVersion, contracts: { "src/A.sol": { A: { abi, evm } } } }; any warning is an error. */
export function compile(sources) {
  const output = compileWith(sources, { ...settings, outputSelection: { "*": { "*": outputs } } });
  if (output.errors?.length) {
    throw new Error(output.errors.map((error) => error.formattedMessage).join("\n"));
  }
  return { compilerVersion: output.compilerVersion, contracts: output.contracts };
}

/** The compiler's whole answer, with errors and warnings. Callbacks are those of solc-js, such as a solver. */
export function compileWith(sources, itsSettings, callbacks) {
  const solc = createRequire(import.meta.url)("solc");
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: itsSettings,
  };
  return { compilerVersion: solc.version(), ...JSON.parse(solc.compile(JSON.stringify(input), callbacks)) };
}

function solidityFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".sol"))
    .map((name) => join(folder, name));
}

/** The same, from a file when these sources were compiled before: for commands that start again and again. */
export function compileOnce(sources) {
  const folder = join(root, "..", ".build", "solc");
  const key = createHash("sha256").update(JSON.stringify([sources, settings, outputs])).digest("hex");
  const file = join(folder, `${key}.json`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(compile(sources)));
    renameSync(`${file}.${process.pid}`, file);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The compiled contracts as committed files: what the service loads is what these sources compile to. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { compile, root, settings } from "./compile.mjs";

/** The contracts that have an artifact, and the file each is in. */
export const published = {
  PaymentSettlement: "src/PaymentSettlement.sol",
  DepositAddresses: "src/DepositAddresses.sol",
  DepositAddress: "src/DepositAddress.sol",
  TestDollar: "test/tokens/TestDollar.sol",
  StandInPermit2: "test/tokens/StandInPermit2.sol",
  Batch: "test/payees/Payees.sol",
};

/** Where the artifact is. Whoever plants faults in the contracts names another folder. */
export function artifactPath(name) {
  return join(process.env.CONTRACTS_ARTIFACTS ?? join(root, "artifact"), `${name}.json`);
}

export function readArtifact(name) {
  return JSON.parse(readFileSync(artifactPath(name), "utf8"));
}

/** The artifact's text, compiled from the contract's file and its imports alone, as block explorers do it. */
export function renderArtifact(name) {
  const path = published[name];
  const sources = withImports(path);
  const { compilerVersion, contracts } = compile(sources);
  const { abi, evm } = contracts[path][name];
  const artifact = {
    contractName: name,
    source: path,
    sourceSha256: Object.fromEntries(Object.entries(sources).map(([file, text]) => [file, sha256(text)])),
    compiler: { name: "solc", version: compilerVersion, settings },
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
  };
  return `${JSON.stringify(artifact, null, 2)}\n`;
}

/** The file and all that it imports, relative to itself or from an npm package. */
export function withImports(path, found = {}) {
  if (!(path in found)) {
    found[path] = readFileSync(join(root, path.startsWith("@") ? "node_modules" : "", path), "utf8");
    for (const [, name] of found[path].matchAll(/^import .*"(.+)";$/gm)) {
      withImports(name.startsWith(".") ? posix.join(posix.dirname(path), name) : name, found);
    }
  }
  return found;
}

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The code of the real Permit2, for a local chain with the id 31337. It comes from a package of Uniswap's on npm, which is downloaded once. Our own
 * dependencies have only its interface, and the tests a stand-in.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TypedDataEncoder, keccak256 } from "ethers";
import { root } from "../../lib/compile.mjs";
import { permit2Domain } from "../../lib/payment.mjs";

const PACKAGE = "@uniswap/v4-periphery@1.0.3";
const FILE = "package/lib/permit2/test/utils/DeployPermit2.sol";
const HASH = "0xa1ad0529565c25202190d4ae7f75d4ca08dc432cc760544ee7d0313b68e82ecd";
/** The constructor keeps the domain's separator in the code. The package has the code of a test, at another address. */
const SEPARATOR = "d5a17abc3865df5c1400c0299bd4ce2eefc8114aec5f9d3dded1745783e57b98";
const folder = join(root, "..", ".build");
const kept = join(folder, "permit2.hex");

/** The code that the constructor makes on this chain at the usual address. */
export function permit2Code(chainId) {
  if (!existsSync(kept)) {
    mkdirSync(folder, { recursive: true });
    console.error(`downloading ${PACKAGE} (33 MB), for the real Permit2`);
    const name = execFileSync("npm", ["pack", PACKAGE, "--silent"], { cwd: folder, encoding: "utf8" }).trim();
    const source = execFileSync("tar", ["-xzOf", name, FILE], { cwd: folder, encoding: "utf8" });
    writeFileSync(kept, `0x${/hex"([0-9a-f]+)"/.exec(source)[1]}`);
  }
  const code = readFileSync(kept, "utf8");
  if (keccak256(code) !== HASH) {
    throw new Error(`${kept} is not the code of Permit2: its hash is ${keccak256(code)}`);
  }
  return code.replace(SEPARATOR, TypedDataEncoder.hashDomain(permit2Domain(chainId)).slice(2));
}

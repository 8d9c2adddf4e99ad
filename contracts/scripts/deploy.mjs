/**
 * Deploys the contracts as committed, and prints where they are.
 *
 *   DEPLOYER_KEY=0x… npm run deploy -- --rpc https://…
 *
 * The key is read from the environment, never from the command line, which others can see. It gives no power over
 * the contracts afterwards. They have the same addresses on every chain: what is there already, whoever deployed it, is
 * not deployed again. --only-deposits deploys the factory of deposit addresses and nothing else.
 */
import { parseArgs } from "node:util";
import { JsonRpcProvider, Wallet } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { DEPLOYER, deploymentOf } from "../lib/deployer.mjs";

const { rpc, "only-deposits": onlyDeposits } = parseArgs({
  options: { rpc: { type: "string" }, "only-deposits": { type: "boolean", default: false } },
}).values;
const key = process.env.DEPLOYER_KEY;
if (!rpc || !key) {
  console.error("usage: DEPLOYER_KEY=0x… npm run deploy -- --rpc URL [--only-deposits]");
  process.exit(2);
}

// Without the cache: what was not there a moment ago may be there now.
const provider = new JsonRpcProvider(rpc, undefined, { cacheTimeout: -1 });
const wallet = new Wallet(key, provider);
const { chainId } = await provider.getNetwork();
// What is paid comes later. Whoever deployed the contract earlier, no payment of ours is before this block.
const startBlock = await provider.getBlockNumber();
const settlement = onlyDeposits ? {} : { settlement: await deploy("PaymentSettlement") };
const deposits = await deploy("DepositAddresses");
console.log(JSON.stringify({ chainId: Number(chainId), startBlock, ...settlement, deposits }));
provider.destroy();

/** The address follows from the creation code alone, so what is found there is the artifact's. */
async function deploy(name) {
  const { address, transaction } = deploymentOf(readArtifact(name).bytecode);
  if ((await provider.getCode(address)) !== "0x") {
    return address;
  }
  if ((await provider.getCode(DEPLOYER.address)) !== DEPLOYER.code) {
    throw new Error(`chain ${chainId} has no deployer at ${DEPLOYER.address}`);
  }
  await (await wallet.sendTransaction(transaction)).wait();
  if ((await provider.getCode(address)) === "0x") {
    throw new Error(`nothing was deployed at ${address}`);
  }
  return address;
}

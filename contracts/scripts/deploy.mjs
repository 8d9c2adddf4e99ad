/**
 * Deploys the contracts as committed, and prints where they are.
 *
 *   DEPLOYER_KEY=0x… npm run deploy -- --rpc https://…
 *
 * The key is read from the environment, never from the command line, which others can see. It gives no power over
 * the contracts afterwards. The factory of deposit addresses has the same address on every chain: when it is there
 * already, whoever deployed it, nothing is sent for it. --only-deposits deploys nothing else. --first deploys the
 * first version of the settlement contract instead of the second.
 */
import { parseArgs } from "node:util";
import { ContractFactory, JsonRpcProvider, Wallet } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { DEPLOYER, factoryDeployment } from "../lib/deposit.mjs";

const {
  rpc,
  "only-deposits": onlyDeposits,
  first,
} = parseArgs({
  options: {
    rpc: { type: "string" },
    "only-deposits": { type: "boolean", default: false },
    first: { type: "boolean", default: false },
  },
}).values;
const key = process.env.DEPLOYER_KEY;
if (!rpc || !key) {
  console.error("usage: DEPLOYER_KEY=0x… npm run deploy -- --rpc URL [--only-deposits | --first]");
  process.exit(2);
}

// Without the cache: what was not there a moment ago may be there now.
const provider = new JsonRpcProvider(rpc, undefined, { cacheTimeout: -1 });
const wallet = new Wallet(key, provider);
const { chainId } = await provider.getNetwork();
const settlement = onlyDeposits ? {} : await deploySettlement();
console.log(JSON.stringify({ chainId: Number(chainId), ...settlement, deposits: await deployFactory() }));
provider.destroy();

async function deploySettlement() {
  const { abi, bytecode, deployedBytecode } = readArtifact(first ? "PaymentSettlement" : "PaymentSettlementV2");
  const contract = await new ContractFactory(abi, bytecode, wallet).deploy();
  const { hash: transaction, blockNumber, gasUsed } = await contract.deploymentTransaction().wait();
  const address = await contract.getAddress();
  if ((await provider.getCode(address)) !== deployedBytecode) {
    throw new Error(`the code at ${address} is not the artifact's`);
  }
  return { address, blockNumber, transaction, gasUsed: Number(gasUsed) };
}

/** The address follows from the creation code alone, so what is found there is the artifact's. Null: no deployer. */
async function deployFactory() {
  const { address, transaction } = factoryDeployment(readArtifact("DepositAddresses").bytecode);
  if ((await provider.getCode(address)) !== "0x") {
    return address;
  }
  if ((await provider.getCode(DEPLOYER.address)) !== DEPLOYER.code) {
    console.error(`chain ${chainId} has no deployer at ${DEPLOYER.address}: no plain transfers on it`);
    return null;
  }
  await (await wallet.sendTransaction(transaction)).wait();
  if ((await provider.getCode(address)) === "0x") {
    throw new Error(`nothing was deployed at ${address}`);
  }
  return address;
}

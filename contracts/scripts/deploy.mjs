/**
 * Deploys the contract as committed, and prints where it is.
 *
 *   DEPLOYER_KEY=0x… npm run deploy -- --rpc https://…
 *
 * The key is read from the environment, never from the command line, which others can see. It gives no power over
 * the contract afterwards.
 */
import { parseArgs } from "node:util";
import { ContractFactory, JsonRpcProvider, Wallet } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";

const { rpc } = parseArgs({ options: { rpc: { type: "string" } } }).values;
const key = process.env.DEPLOYER_KEY;
if (!rpc || !key) {
  console.error("usage: DEPLOYER_KEY=0x… npm run deploy -- --rpc URL");
  process.exit(2);
}

const { abi, bytecode, deployedBytecode } = readArtifact("PaymentSettlement");
const provider = new JsonRpcProvider(rpc);
const contract = await new ContractFactory(abi, bytecode, new Wallet(key, provider)).deploy();
const receipt = await contract.deploymentTransaction().wait();
const address = await contract.getAddress();
if ((await provider.getCode(address)) !== deployedBytecode) {
  throw new Error(`the code at ${address} is not the artifact's`);
}

const { chainId } = await provider.getNetwork();
const { hash: transaction, blockNumber, gasUsed } = receipt;
console.log(JSON.stringify({ address, chainId: Number(chainId), blockNumber, transaction, gasUsed: Number(gasUsed) }));
provider.destroy();

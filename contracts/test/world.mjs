/** A chain with accounts, the contracts as on real chains, and test contracts. Every test starts from the same state. */
import assert from "node:assert/strict";
import { afterEach, beforeEach } from "node:test";
import { Contract, ContractFactory, Interface, ZeroHash } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { startChain } from "../lib/chain.mjs";
import { compileOnce, readSources } from "../lib/compile.mjs";
import { DEPLOYER, deploymentOf } from "../lib/deployer.mjs";
import { PERMIT2 } from "../lib/payment.mjs";

// A fixed date, so that signatures, and with them the gas of their zero bytes, are the same in every run.
const START = "2030-01-01T00:00:00Z";
export const DEADLINE = BigInt(Date.parse("2030-01-02T00:00:00Z") / 1000);
export const AMOUNT = 125_500_000n;
export const FUNDS = 1_000_000_000_000n;
export const GAS_LIMIT = 3_000_000n;

// As much gas as a transaction may have (EIP-7825): with more, the search for an estimate asks for too much.
// Without a base fee a transaction can cost nothing, and then balances of coins say what payments moved.
const chain = await startChain({ initialDate: START, blockGasLimit: 2 ** 24, initialBaseFeePerGas: 0 });
const { "src/Permit2.sol": permit2 } = readSources("src");
const compilation = compileOnce({ ...readSources("test/payees", "test/tokens"), "src/Permit2.sol": permit2 });
const compiled = Object.assign({}, ...Object.values(compilation.contracts));

export const { provider } = chain;
/** A call to the node without ethers in between, for tests that make many. */
export const rpc = (method, ...params) => chain.hardhat.network.provider.request({ method, params });
export const [deployer, payer, payee, relayer, stranger] = [0, 1, 2, 3, 4].map(chain.account);
export const { chainId } = await provider.getNetwork();

await provider.send("hardhat_setCode", [DEPLOYER.address, DEPLOYER.code]);
export const settlement = (await deployForAll("PaymentSettlement")).connect(payer);
export const factory = await deployForAll("DepositAddresses");
// Here, as no other module is finished before the first test of another one has begun, and goes back to what it found.
await place("StandInPermit2", PERMIT2);

/** Errors of the contract and of the test tokens, to read a refusal's reason. */
const errors = new Interface(
  [
    ...readArtifact("PaymentSettlement").abi,
    ...["TestDollar", "BlockingToken", "StandInPermit2"].flatMap((name) => compiled[name].abi),
  ].filter((entry) => entry.type === "error"),
);

/** Gives every test of a suite the state that the suite began with. */
export function freshStatePerTest() {
  let snapshot;
  beforeEach(async () => (snapshot = await provider.send("evm_snapshot", [])));
  afterEach(() => provider.send("evm_revert", [snapshot]));
}

async function deployCode(abi, bytecode, ...args) {
  const contract = await new ContractFactory(abi, bytecode, deployer).deploy(...args);
  await contract.waitForDeployment();
  return new Contract(await contract.getAddress(), abi, payer);
}

/** Deploys one of the published contracts through the deployer, to its address on every chain. */
async function deployForAll(name) {
  const { abi, bytecode } = readArtifact(name);
  const { address, transaction } = deploymentOf(bytecode);
  await (await relayer.sendTransaction(transaction)).wait();
  return new Contract(address, abi, relayer);
}

/** Puts the code of one of the test contracts at an address. */
export async function place(name, address) {
  await provider.send("hardhat_setCode", [address, `0x${compiled[name].evm.deployedBytecode.object}`]);
  return new Contract(address, compiled[name].abi, payer);
}

/** Deploys one of the test contracts. */
export function deploy(name, ...args) {
  return deployCode(compiled[name].abi, compiled[name].evm.bytecode.object, ...args);
}

export async function domain(token) {
  const [name, version] = await Promise.all([token.name(), token.version()]);
  return { name, version, chainId, verifyingContract: await token.getAddress() };
}

/** A revert's data as [name, ...arguments]; nothing as []. */
export function reason(data) {
  if (!data || data === "0x") {
    return [];
  }
  const { name, args } = errors.parseError(data) ?? assert.fail(`unknown error ${data}`);
  return [name, ...args.toArray()];
}

/** Mines a block with this time. */
export async function mineAt(timestamp) {
  await provider.send("evm_setNextBlockTimestamp", [Number(timestamp)]);
  await provider.send("evm_mine", []);
}

/** The next block, with the next transaction in it, has this time. */
export function nextBlockAt(timestamp) {
  return provider.send("evm_setNextBlockTimestamp", [Number(timestamp)]);
}

export const NO_SIGNATURE = { v: 27, r: ZeroHash, s: ZeroHash };

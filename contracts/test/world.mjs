/** A chain with the contract deployed, and sentences to speak about payments. Every test starts from the same state. */
import assert from "node:assert/strict";
import { afterEach, beforeEach } from "node:test";
import { Contract, ContractFactory, Interface, ZeroAddress, ZeroHash, id as hashOf } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { startChain } from "../lib/chain.mjs";
import { compile, readSources } from "../lib/compile.mjs";
import { authorizationMessage, permitMessage, refOf, sign } from "../lib/payment.mjs";

// A fixed date, so that signatures, and with them the gas of their zero bytes, are the same in every run.
const START = "2030-01-01T00:00:00Z";
export const DEADLINE = BigInt(Date.parse("2030-01-02T00:00:00Z") / 1000);
export const AMOUNT = 125_500_000n;
export const FUNDS = 1_000_000_000_000n;
export const GAS_LIMIT = 3_000_000n;

// As much gas as a transaction may have (EIP-7825): with more, the search for an estimate asks for too much.
const chain = await startChain({ initialDate: START, blockGasLimit: 2 ** 24 });
const { "src/Permit2.sol": permit2 } = readSources("src");
const compilation = compile({ ...readSources("test"), "src/Permit2.sol": permit2 });
const compiled = Object.assign({}, ...Object.values(compilation.contracts));

export const { provider } = chain;
export const [deployer, payer, payee, relayer, stranger] = [0, 1, 2, 3, 4].map(chain.account);
export const { chainId } = await provider.getNetwork();

const artifact = readArtifact("PaymentSettlement");
export const settlement = await deployArtifact("PaymentSettlement");
export const settlementAddress = await settlement.getAddress();

/** Errors of the contract and of the test tokens, to read a refusal's reason. */
const errors = new Interface(
  [
    ...artifact.abi,
    ...readArtifact("PaymentSettlementV2").abi,
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

/** Deploys one of the published contracts. */
export function deployArtifact(name) {
  const { abi, bytecode } = readArtifact(name);
  return deployCode(abi, bytecode);
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

/** Deploys a token of which the payer has plenty; the contract may take `allowance` of it. */
export async function deployToken(name, allowance = FUNDS) {
  const token = await deploy(name);
  await token.mint(payer.address, FUNDS);
  if (allowance > 0n) {
    await token.approve(settlementAddress, allowance);
  }
  return token;
}

/** A payment in the native coin to the payee, unless told otherwise. */
export function payment(fields = {}) {
  return {
    id: hashOf("payment 1"),
    payee: payee.address,
    token: ZeroAddress,
    amount: AMOUNT,
    deadline: DEADLINE,
    ...fields,
  };
}

export async function tokenPayment(token, fields = {}) {
  return payment({ token: await token.getAddress(), ...fields });
}

export function ref(payment) {
  return refOf(chainId, settlementAddress, payment);
}

export async function permit(token, payment, signer = payer) {
  const nonce = await token.nonces(signer.address);
  return sign(signer, await domain(token), permitMessage(settlementAddress, payment, signer.address, nonce));
}

export async function authorization(token, payment, signer = payer, from = signer.address) {
  return sign(signer, await domain(token), authorizationMessage(settlementAddress, payment, from, ref(payment)));
}

export async function domain(token) {
  const [name, version] = await Promise.all([token.name(), token.version()]);
  return { name, version, chainId, verifyingContract: await token.getAddress() };
}

/** Makes the payment in a transaction, and expects it to settle, with one event that says all of it. */
export async function settles(method, args, { from = payer, value = 0n, payer: whose = from } = {}) {
  const [payment] = args;
  assert.equal(await settlement.settled(ref(payment)), false);
  const transaction = await settlement.connect(from)[method](...args, { value, gasLimit: GAS_LIMIT });
  const receipt = await transaction.wait();
  assert.equal(await settlement.settled(ref(payment)), true);
  assert.deepEqual(settledEvents(receipt), [
    [ref(payment), payment.id, payment.payee, payment.token, payment.amount, whose.address],
  ]);
  return receipt;
}

export function settledEvents(receipt) {
  return receipt.logs
    .filter((log) => log.address === settlementAddress)
    .map((log) => settlement.interface.parseLog(log))
    .filter((event) => event.name === "Settled")
    .map((event) => event.args.toArray());
}

/** Expects the payment to be refused for this reason, both in a simulation and in a transaction. */
export async function refuses(method, args, expected, { from = payer, value = 0n } = {}) {
  const call = settlement.connect(from)[method];
  const before = await settlement.settled(ref(args[0]));
  const refusal = await call.staticCall(...args, { value }).then(
    () => assert.fail(`${method} should have been refused`),
    (error) => error,
  );
  assert.deepEqual(reason(refusal.data), expected);
  const transaction = await call(...args, { value, gasLimit: GAS_LIMIT });
  await assert.rejects(transaction.wait(), (error) => error.receipt?.status === 0);
  assert.equal(await settlement.settled(ref(args[0])), before);
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

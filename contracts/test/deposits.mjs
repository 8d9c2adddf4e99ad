/** Sentences to speak about sweeps. */
import assert from "node:assert/strict";
import { Interface, ZeroAddress, id as hashOf } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { depositAddressOf } from "../lib/deposit.mjs";
import { AMOUNT, deploy, factory, payee, payer, relayer } from "./world.mjs";

export const REF = hashOf("deposit 1");
export const COIN = ZeroAddress;

export { factory };
export const factoryAddress = await factory.getAddress();

const errors = new Interface([
  ...readArtifact("DepositAddresses").abi.filter((entry) => entry.type === "error"),
  "error InsufficientBalance()",
  "error Blocked(address account)",
  "error OnlyFactory()",
  "error NotADepositAddress()",
]);

export function depositOf(of = payee.address, ref = REF) {
  return depositAddressOf(factoryAddress, of, ref);
}

/** One kind of money at the payee's address, unless told otherwise. */
export function what(token, fields = {}) {
  return { payee: payee.address, ref: REF, token, ...fields };
}

/** A token of which so much has been sent to the address. */
export async function sent(name, amount = AMOUNT, to = depositOf()) {
  const token = await deploy(name);
  await token.mint(to, amount);
  return { token, address: await token.getAddress() };
}

export async function sendCoins(amount = AMOUNT, to = depositOf()) {
  await (await payer.sendTransaction({ to, value: amount })).wait();
}

/** Sends each address so much of a token, in one transaction. */
export async function sendEach(token, deposits, amount = AMOUNT) {
  const batch = await deploy("Batch");
  const target = await token.getAddress();
  const mint = (deposit) => token.interface.encodeFunctionData("mint", [deposit, amount]);
  await (await batch.run(deposits.map((deposit) => ({ target, value: 0n, data: mint(deposit) })))).wait();
}

/** Sweeps in a transaction, and expects the one event that tells so. */
export async function sweeps(swept, amount, { from = relayer } = {}) {
  const receipt = await (await factory.connect(from).sweep(swept)).wait();
  assert.deepEqual(events(receipt), [
    ["Swept", depositOf(swept.payee, swept.ref), swept.payee, swept.token, amount],
  ]);
  return receipt;
}

/** Expects a single sweep to be refused for this reason. */
export async function refusesSweep(swept, expected) {
  const refusal = await factory.sweep.staticCall(swept).then(
    () => assert.fail("the sweep should have been refused"),
    (error) => error,
  );
  assert.deepEqual(sweepReason(refusal.data), expected);
}

export function sweepReason(data) {
  if (!data || data === "0x") {
    return [];
  }
  const { name, args } = errors.parseError(data) ?? assert.fail(`unknown error ${data}`);
  return [name, ...args.toArray()];
}

/** What the factory said, as [name, ...arguments]. */
export function events(receipt) {
  return receipt.logs
    .filter((log) => log.address === factoryAddress)
    .map((log) => factory.interface.parseLog(log))
    .map((event) => [event.name, ...event.args.toArray()]);
}

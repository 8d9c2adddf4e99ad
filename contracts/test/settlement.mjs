/** Sentences to speak about its payments and refunds. */
import assert from "node:assert/strict";
import { MaxUint256, ZeroAddress, id as hashOf } from "ethers";
import {
  PERMIT2,
  accepting,
  authorizationMessage,
  permit2Domain,
  permit2Message,
  permitMessage,
  refOf,
  refundRefOf,
  sign,
} from "../lib/payment.mjs";
import {
  AMOUNT,
  DEADLINE,
  FUNDS,
  GAS_LIMIT,
  chainId,
  deploy,
  domain,
  payee,
  payer,
  reason,
  settlement,
} from "./world.mjs";

export { settlement };
export const settlementAddress = await settlement.getAddress();
/** What a payer signs ends before the payment does. */
export const VALID_BEFORE = DEADLINE - 3_600n;
export const COIN = ZeroAddress;
/** A token that nobody pays in, so that a payment has a tree and not only a leaf. */
export const OTHER_PRICE = { token: "0x00000000000000000000000000000000000000aa", amount: AMOUNT };

/** Further prices of a payment, in tokens that nobody pays in. */
export function someOthers(count) {
  return Array.from({ length: count }, (_, i) => ({ ...OTHER_PRICE, amount: AMOUNT + BigInt(i) }));
}

/** Deploys a token of which the payer has plenty; this contract and Permit2 may take of it. */
export async function deployToken(name, { allowance = FUNDS, permit2 = MaxUint256 } = {}) {
  const token = await deploy(name);
  await token.mint(payer.address, FUNDS);
  for (const [spender, amount] of [
    [settlementAddress, allowance],
    [PERMIT2, permit2],
  ]) {
    if (amount > 0n) {
      await token.approve(spender, amount);
    }
  }
  return token;
}

/** A payment to the payee that accepts this price, and others, unless told otherwise. */
export function request(price, { others = [OTHER_PRICE], ...fields } = {}) {
  const { payment, prices } = accepting([price, ...others], {
    id: hashOf("payment 1"),
    payee: payee.address,
    deadline: DEADLINE,
    ...fields,
  });
  return { payment, price: prices[0], prices, validBefore: VALID_BEFORE };
}

export function coinRequest({ amount = AMOUNT, ...fields } = {}) {
  return request({ token: COIN, amount }, fields);
}

export async function tokenRequest(token, { amount = AMOUNT, ...fields } = {}) {
  return request({ token: await token.getAddress(), amount }, fields);
}

export function ref({ payment }) {
  return refOf(chainId, settlementAddress, payment);
}

export async function permit(token, { price, validBefore }, signer = payer) {
  const nonce = await token.nonces(signer.address);
  return sign(signer, await domain(token), permitMessage(settlementAddress, price, validBefore, signer.address, nonce));
}

export async function authorization(token, asked, signer = payer, from = signer.address) {
  const { price, validBefore } = asked;
  const message = authorizationMessage(settlementAddress, price, validBefore, from, ref(asked));
  return sign(signer, await domain(token), message);
}

export function permit2(asked, signer = payer) {
  const { payment, price, validBefore } = asked;
  const { types, message } = permit2Message(settlementAddress, payment, price, validBefore, ref(asked));
  return signer.signTypedData(permit2Domain(chainId), types, message);
}

/** The first arguments of every way to pay. */
export function args({ payment, price, validBefore }, ...further) {
  return [payment, price, validBefore, ...further];
}

/** What the contract said in a transaction, as [name, ...arguments]. */
export function events(receipt) {
  return receipt.logs
    .filter((log) => log.address === settlementAddress)
    .map((log) => settlement.interface.parseLog(log))
    .map((event) => [event.name, ...event.args.toArray()]);
}

export async function receiptOf(which) {
  return (await settlement.receiptOf(which)).toArray();
}

/** Pays in a transaction, and expects one event that says all of it, and a receipt. */
export async function settles(method, asked, further = [], { from = payer, value = 0n, payer: whose = from } = {}) {
  const { payment, price } = asked;
  assert.equal(await settlement.settled(ref(asked)), false);
  const transaction = await settlement.connect(from)[method](...args(asked, ...further), { value, gasLimit: GAS_LIMIT });
  const receipt = await transaction.wait();
  assert.deepEqual(events(receipt), [
    ["Settled", ref(asked), payment.id, payment.payee, price.token, BigInt(price.amount), whose.address],
  ]);
  assert.equal(await settlement.settled(ref(asked)), true);
  assert.deepEqual(await receiptOf(ref(asked)), [whose.address, BigInt(price.amount), 0n]);
  assert.equal(await settlement.isPaidWith(payment, price), true);
  return receipt;
}

/** Expects a call to be refused for this reason, in a simulation and in a transaction, and to change nothing. */
export async function refuses(method, parameters, expected, { from = payer, value = 0n, watch } = {}) {
  const call = settlement.connect(from)[method];
  const kept = watch ?? refOf(chainId, settlementAddress, parameters[0]);
  const before = await receiptOf(kept);
  const refusal = await call.staticCall(...parameters, { value }).then(
    () => assert.fail(`${method} should have been refused`),
    (error) => error,
  );
  assert.deepEqual(reason(refusal.data), expected);
  const transaction = await call(...parameters, { value, gasLimit: GAS_LIMIT });
  await assert.rejects(transaction.wait(), (error) => error.receipt?.status === 0);
  assert.deepEqual(await receiptOf(kept), before);
}

/** A refund of half of the payment to the payer, unless told otherwise. */
export function back(fields = {}) {
  return { id: hashOf("refund 1"), to: payer.address, amount: AMOUNT / 2n, deadline: DEADLINE, ...fields };
}

/** Refunds in a transaction, and expects the two events that say all of it. */
export async function refunds(asked, what, { from = payee } = {}) {
  const { payment, price } = asked;
  const refundRef = refundRefOf(ref(asked), what.id);
  const [, , before] = await receiptOf(ref(asked));
  const value = price.token === COIN ? what.amount : 0n;
  const transaction = await settlement.connect(from).refund(payment, price, what, { value, gasLimit: GAS_LIMIT });
  const receipt = await transaction.wait();
  assert.deepEqual(events(receipt), [
    ["Refunded", ref(asked), refundRef, before + what.amount],
    ["Settled", refundRef, what.id, what.to, price.token, what.amount, from.address],
  ]);
  assert.equal(await settlement.settled(refundRef), true);
  assert.deepEqual(await receiptOf(refundRef), [from.address, what.amount, 0n]);
  const [, , after] = await receiptOf(ref(asked));
  assert.equal(after, before + what.amount);
  assert.equal(await settlement.settled(ref(asked)), true);
  return receipt;
}

export async function refusesRefund(asked, what, expected, { from = payee, value } = {}) {
  const sent = value ?? (asked.price.token === COIN ? what.amount : 0n);
  await refuses("refund", [asked.payment, asked.price, what], expected, { from, value: sent });
}

/** Calls back into the contract while a payment is under way. Each inner payment would settle if it came alone. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id as hashOf } from "ethers";
import {
  AMOUNT,
  authorization,
  deploy,
  deployToken,
  freshStatePerTest,
  payer,
  payment,
  reason,
  ref,
  refuses,
  settlement,
  settlementAddress,
  settles,
  stranger,
  tokenPayment,
} from "./world.mjs";

const INNER = hashOf("inner payment");

/** A payment that anyone may send, as the payer has signed for it. */
async function signedInner() {
  const token = await deployToken("TestDollar", 0n);
  const request = await tokenPayment(token, { id: INNER });
  const args = [request, payer.address, await authorization(token, request)];
  return { request, args, data: settlement.interface.encodeFunctionData("payTokenWithAuthorization", args) };
}

describe("a token that calls back", () => {
  freshStatePerTest();

  it("cannot insist on a payment inside another", async () => {
    const [token, inner] = [await deployToken("CallingToken"), await signedInner()];
    await token.setCall(settlementAddress, inner.data, true);
    await refuses("payToken", [await tokenPayment(token)], ["Reentered"]);
  });

  it("is told no, and the outer payment settles alone", async () => {
    const [token, inner] = [await deployToken("CallingToken"), await signedInner()];
    await token.setCall(settlementAddress, inner.data, false);
    await settles("payToken", [await tokenPayment(token)]);
    assert.deepEqual(reason(await token.answer()), ["Reentered"]);
    assert.equal(await settlement.settled(ref(inner.request)), false);
    await settles("payTokenWithAuthorization", inner.args);
  });

  it("cannot make the same payment again from within", async () => {
    const token = await deployToken("CallingToken");
    const request = await tokenPayment(token);
    await token.setCall(settlementAddress, settlement.interface.encodeFunctionData("payToken", [request]), true);
    await refuses("payToken", [request], ["Reentered"]);
  });

  it("cannot call back while an authorization is received", async () => {
    const [token, inner] = [await deployToken("CallingToken"), await signedInner()];
    await token.setCall(settlementAddress, inner.data, true);
    const request = await tokenPayment(token);
    const args = [request, payer.address, await authorization(token, request)];
    await refuses("payTokenWithAuthorization", args, ["Reentered"]);
  });
});

describe("a payee that calls back", () => {
  freshStatePerTest();

  async function callingPayee(insists) {
    const calling = await deploy("CallingPayee");
    const inner = payment({ id: INNER, payee: stranger.address });
    const data = settlement.interface.encodeFunctionData("payNative", [inner]);
    await calling.setCall(settlementAddress, data, AMOUNT, insists);
    return { calling, inner, outer: payment({ payee: await calling.getAddress() }) };
  }

  it("cannot insist on a payment inside its own", async () => {
    const { outer } = await callingPayee(true);
    await refuses("payNative", [outer], ["PayeeRefused", outer.payee], { value: AMOUNT });
  });

  it("is told no, and its payment settles alone", async () => {
    const { calling, inner, outer } = await callingPayee(false);
    await settles("payNative", [outer], { value: AMOUNT });
    assert.deepEqual(reason(await calling.answer()), ["Reentered"]);
    assert.equal(await settlement.settled(ref(inner)), false);
    await settles("payNative", [inner], { value: AMOUNT });
  });
});

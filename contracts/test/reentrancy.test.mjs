/** Calls back into the contract while money moves. Each inner call would succeed if it came alone. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id as hashOf } from "ethers";
import { refundRefOf } from "../lib/payment.mjs";
import { AMOUNT, FUNDS, deploy, freshStatePerTest, payee, payer, reason, stranger } from "./world.mjs";
import {
  args,
  authorization,
  back,
  coinRequest,
  deployToken,
  permit2,
  ref,
  refunds,
  refuses,
  refusesRefund,
  settlement,
  settlementAddress,
  settles,
  tokenRequest,
} from "./settlement.mjs";

const INNER = hashOf("inner payment");
const encode = (method, parameters) => settlement.interface.encodeFunctionData(method, parameters);

/** A payment that anyone may send, as the payer has signed for it. */
async function signedInner() {
  const token = await deployToken("TestDollar", { allowance: 0n });
  const asked = await tokenRequest(token, { id: INNER });
  const further = [payer.address, await authorization(token, asked)];
  return { asked, further, data: encode("payTokenWithAuthorization", args(asked, ...further)) };
}

describe("a token that calls the contract back", () => {
  freshStatePerTest();

  const sign = {
    payToken: async () => [],
    payTokenWithAuthorization: async (token, asked) => [payer.address, await authorization(token, asked)],
    payTokenWithPermit2: async (_, asked) => [payer.address, await permit2(asked)],
  };
  for (const [method, further] of Object.entries(sign)) {
    it(`cannot insist on a payment inside ${method}`, async () => {
      const [token, inner] = [await deployToken("CallingToken"), await signedInner()];
      await token.setCall(settlementAddress, inner.data, true);
      const asked = await tokenRequest(token);
      await refuses(method, args(asked, ...(await further(token, asked))), ["Reentered"]);
    });
  }

  it("is told no, and the outer payment settles alone", async () => {
    const [token, inner] = [await deployToken("CallingToken"), await signedInner()];
    await token.setCall(settlementAddress, inner.data, false);
    await settles("payToken", await tokenRequest(token));
    assert.deepEqual(reason(await token.answer()), ["Reentered"]);
    assert.equal(await settlement.settled(ref(inner.asked)), false);
    await settles("payTokenWithAuthorization", inner.asked, inner.further);
  });

  it("cannot make the same payment again from within", async () => {
    const token = await deployToken("CallingToken");
    const asked = await tokenRequest(token);
    await token.setCall(settlementAddress, encode("payToken", args(asked)), true);
    await refuses("payToken", args(asked), ["Reentered"]);
  });

  it("cannot pay or refund inside a refund", async () => {
    const [token, inner] = [await deployToken("CallingToken"), await signedInner()];
    await token.connect(payee).approve(settlementAddress, FUNDS);
    const asked = await tokenRequest(token);
    await settles("payToken", asked);
    for (const data of [inner.data, encode("refund", [asked.payment, asked.price, back({ id: INNER })])]) {
      await token.setCall(settlementAddress, data, true);
      await refusesRefund(asked, back(), ["Reentered"]);
    }
    await token.setCall(settlementAddress, inner.data, false);
    await refunds(asked, back());
    assert.equal(await settlement.settled(ref(inner.asked)), false);
  });
});

describe("a payee that calls the contract back", () => {
  freshStatePerTest();

  async function callingPayee(method, parameters, insists) {
    const calling = await deploy("CallingPayee");
    await calling.setCall(settlementAddress, encode(method, parameters), AMOUNT, insists);
    return { calling, address: await calling.getAddress() };
  }

  it("cannot insist on a payment inside its own; told no, its payment settles alone", async () => {
    const inner = coinRequest({ id: INNER, payee: stranger.address });
    for (const insists of [true, false]) {
      const { calling, address } = await callingPayee("payNative", args(inner), insists);
      const outer = coinRequest({ payee: address });
      if (insists) {
        await refuses("payNative", args(outer), ["PayeeRefused", address], { value: AMOUNT });
      } else {
        await settles("payNative", outer, [], { value: AMOUNT });
        assert.deepEqual(reason(await calling.answer()), ["Reentered"]);
        assert.equal(await settlement.settled(ref(inner)), false);
        await settles("payNative", inner, [], { value: AMOUNT });
      }
    }
  });

  it("cannot refund while it is paid: its refund is counted once, after the payment", async () => {
    const calling = await deploy("CallingPayee");
    const address = await calling.getAddress();
    const outer = coinRequest({ payee: address });
    const inner = encode("refund", [outer.payment, outer.price, back({ amount: AMOUNT })]);
    await calling.setCall(settlementAddress, inner, AMOUNT, false);
    await settles("payNative", outer, [], { value: AMOUNT });
    assert.deepEqual(reason(await calling.answer()), ["Reentered"]);
    assert.equal(await settlement.settled(refundRefOf(ref(outer), back().id)), false);
  });

  it("cannot be the receiver of a refund that pays again", async () => {
    const asked = coinRequest();
    await settles("payNative", asked, [], { value: AMOUNT });
    const inner = coinRequest({ id: INNER });
    const { calling, address } = await callingPayee("payNative", args(inner), false);
    await refunds(asked, back({ to: address, amount: AMOUNT }));
    assert.deepEqual(reason(await calling.answer()), ["Reentered"]);
  });
});

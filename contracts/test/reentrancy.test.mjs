/** Calls back into the contract while money moves. Each inner call would succeed if it came alone. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id as hashOf } from "ethers";
import { refundRefOf } from "../lib/payment.mjs";
import { depositOf, factory, factoryAddress, sweeps, what } from "./deposits.mjs";
import { AMOUNT, FUNDS, deploy, freshStatePerTest, payee, payer, reason, stranger } from "./world.mjs";
import {
  args,
  authorization,
  back,
  coinRequest,
  deployToken,
  permit,
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
    payTokenWithPermit: async (token, asked) => [await permit(token, asked)],
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

describe("contract and factory, which do not know of each other", () => {
  freshStatePerTest();

  const FEE = AMOUNT / 100n;
  /** What arrives of it, after a fee of one percent, is exactly the fee of the payment. */
  const LAY_THERE = 1_267_676n;

  /** A payment in a token that sweeps another address of the payee in the middle of each transfer. */
  async function sweepingWithin(name) {
    const token = await deployToken(name);
    await token.mint(depositOf(), LAY_THERE);
    const asked = await tokenRequest(token);
    await token.setCall(factoryAddress, factory.interface.encodeFunctionData("sweep", [what(asked.price.token)]), false);
    return { token, asked };
  }

  it("let a token with a fee and hooks pay its fee with what was the payee's: SECURITY.md warns of such tokens", async () => {
    const { token, asked } = await sweepingWithin("FeeCallingToken");
    await settles("payToken", asked);
    assert.equal(await token.balanceOf(payer.address), FUNDS - AMOUNT);
    assert.equal(await token.balanceOf(depositOf()), 0n);
    // Two transfers, and what came of the second counted for the first: less than was asked by the fee, and no more.
    const arrivedOfDeposit = LAY_THERE - LAY_THERE / 100n;
    assert.equal(arrivedOfDeposit, FEE);
    assert.equal(await token.balanceOf(payee.address), AMOUNT - FEE + arrivedOfDeposit);
  });

  it("refuse it when the sweep brings anything but exactly the fee", async () => {
    const { token, asked } = await sweepingWithin("FeeCallingToken");
    await token.mint(depositOf(), 1n);
    await refuses("payToken", args(asked), ["InexactTransfer", payee.address, AMOUNT, AMOUNT + 1n]);
  });

  it("refuse a token with hooks alone: the sweep makes the payee's balance grow too much", async () => {
    const { asked } = await sweepingWithin("CallingToken");
    await refuses("payToken", args(asked), ["InexactTransfer", payee.address, AMOUNT, AMOUNT + LAY_THERE]);
  });

  it("are both exact when a token pays within a sweep", async () => {
    const [token, inner] = [await deployToken("CallingToken"), await signedInner()];
    await token.mint(depositOf(), LAY_THERE);
    await token.setCall(settlementAddress, inner.data, true);
    await sweeps(what(await token.getAddress()), LAY_THERE);
    assert.equal(await token.balanceOf(payee.address), LAY_THERE);
    assert.equal(await settlement.settled(ref(inner.asked)), true);
  });
});

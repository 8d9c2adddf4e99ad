import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { ZeroAddress, id as hashOf } from "ethers";
import { refundRefOf } from "../lib/payment.mjs";
import {
  AMOUNT,
  DEADLINE,
  FUNDS,
  deploy,
  freshStatePerTest,
  mineAt,
  nextBlockAt,
  payee,
  payer,
  provider,
  relayer,
  stranger,
} from "./world.mjs";
import {
  COIN,
  args,
  authorization,
  back,
  coinRequest,
  deployToken,
  ref,
  refunds,
  refuses,
  refusesRefund,
  settlement,
  settlementAddress,
  settles,
  tokenRequest,
} from "./settlement.mjs";

const SECOND = hashOf("refund 2");

describe("refund", () => {
  let token, asked;
  freshStatePerTest();
  beforeEach(async () => {
    token = await deployToken("TestDollar");
    await token.connect(payee).approve(settlementAddress, FUNDS);
    asked = await tokenRequest(token);
    await settles("payToken", asked);
  });

  it("pulls exactly the amount from the payee to the receiver", async () => {
    await refunds(asked, back({ to: stranger.address }));
    assert.equal(await token.balanceOf(stranger.address), AMOUNT / 2n);
    assert.equal(await token.balanceOf(payee.address), AMOUNT - AMOUNT / 2n);
    assert.equal(await token.balanceOf(settlementAddress), 0n);
  });

  it("gives back all of it, in parts, and no more", async () => {
    await refunds(asked, back({ amount: AMOUNT - 7n }));
    await refusesRefund(asked, back({ id: SECOND, amount: 8n }), ["RefundTooLarge", 7n]);
    await refunds(asked, back({ id: SECOND, amount: 7n }));
    await refusesRefund(asked, back({ id: hashOf("refund 3"), amount: 1n }), ["RefundTooLarge", 0n]);
    assert.equal(await token.balanceOf(payer.address), FUNDS);
  });

  it("refuses more than was paid, and more than can be counted", async () => {
    await token.mint(payee.address, FUNDS);
    await refusesRefund(asked, back({ amount: AMOUNT + 1n }), ["RefundTooLarge", AMOUNT]);
    for (const amount of [2n ** 96n, 2n ** 96n + 1n, 2n ** 256n - 1n]) {
      await refusesRefund(asked, back({ amount }), ["RefundTooLarge", AMOUNT]);
    }
  });

  it("takes an id once, whatever else changes", async () => {
    await refunds(asked, back());
    for (const changed of [{}, { to: stranger.address }, { amount: 1n }, { deadline: DEADLINE + 1n }]) {
      await refusesRefund(asked, back(changed), ["AlreadySettled", refundRefOf(ref(asked), back().id)]);
    }
  });

  it("takes the same id for another payment", async () => {
    const other = await tokenRequest(token, { id: SECOND });
    await settles("payToken", other);
    await refunds(asked, back());
    await refunds(other, back());
  });

  it("is refused to everybody but the payee", async () => {
    for (const from of [payer, stranger, relayer]) {
      await refusesRefund(asked, back({ to: deployerOf(from) }), ["NotPayee", from.address], { from });
    }
  });

  it("cannot be made through a payment of the sender's own with the same id", async () => {
    const own = await tokenRequest(token, { payee: stranger.address });
    await refusesRefund(own, back(), ["NotSettled", ref(own)], { from: stranger });
  });

  it("is refused before the payment was made", async () => {
    const open = await tokenRequest(token, { id: SECOND });
    await refusesRefund(open, back(), ["NotSettled", ref(open)]);
  });

  it("never opens the payment again", async () => {
    await refunds(asked, back({ amount: AMOUNT }));
    await refuses("payToken", args(asked), ["AlreadySettled", ref(asked)]);
  });

  it("of a refund is refused: it is no payment", async () => {
    await refunds(asked, back());
    const refundRef = refundRefOf(ref(asked), back().id);
    const pretended = { ...asked, payment: { ...asked.payment, id: refundRef } };
    await refusesRefund(pretended, back({ id: SECOND }), ["NotSettled", ref(pretended)]);
  });

  it("does not block a payment, nor a payment a refund, by choosing ids", async () => {
    const refundRef = refundRefOf(ref(asked), back().id);
    const junk = await tokenRequest(token, { id: refundRef });
    await settles("payToken", junk);
    await refunds(asked, back());
  });

  it("is refused in the second of its deadline, and made before", async () => {
    const deadline = DEADLINE + 100n;
    await nextBlockAt(deadline - 1n);
    await refunds(asked, back({ deadline, amount: 1n }));
    await mineAt(deadline);
    await refusesRefund(asked, back({ id: SECOND, deadline }), ["Expired", deadline]);
  });

  it("refuses an amount of zero, and receivers that cannot keep it", async () => {
    await refusesRefund(asked, back({ amount: 0n }), ["ZeroAmount"]);
    await refusesRefund(asked, back({ to: ZeroAddress }), ["InvalidPayee", ZeroAddress]);
    await refusesRefund(asked, back({ to: settlementAddress }), ["InvalidPayee", settlementAddress]);
    await refusesRefund(asked, back({ to: payee.address }), ["SelfPayment", payee.address]);
  });

  it("is made in the token that was paid, among those that were accepted", async () => {
    const other = await deployToken("PlainToken");
    await other.mint(payee.address, FUNDS);
    await other.connect(payee).approve(settlementAddress, FUNDS);
    const others = [
      { token: await other.getAddress(), amount: AMOUNT },
      { token: COIN, amount: AMOUNT },
      { token: await token.getAddress(), amount: AMOUNT + 1n },
    ];
    const many = await tokenRequest(token, { id: SECOND, others });
    await settles("payToken", many);
    for (const price of many.prices.slice(1)) {
      const expected = ["NotPaidWith", price.token, price.amount];
      await refusesRefund({ ...many, price }, back(), expected);
      assert.equal(await settlement.isPaidWith(many.payment, price), false);
    }
    await refunds(many, back());
  });

  it("is made in coins where coins were paid, among tokens that were accepted", async () => {
    const many = coinRequest({ others: [{ token: await token.getAddress(), amount: AMOUNT }] });
    await settles("payNative", many, [], { value: AMOUNT });
    const inToken = { ...many, price: many.prices[1] };
    await refusesRefund(inToken, back(), ["NotPaidWith", inToken.price.token, AMOUNT]);
    await refunds(many, back());
  });

  it("is refused in coins where the only accepted price is in a token", async () => {
    const single = await tokenRequest(token, { id: SECOND, others: [] });
    await settles("payToken", single);
    for (const proof of [[], [single.payment.root]]) {
      const price = { token: COIN, amount: AMOUNT, proof };
      await refusesRefund({ ...single, price }, back(), ["NotPaidWith", COIN, AMOUNT]);
    }
    await refunds(single, back());
  });

  it("refuses a wrong proof of the price that was paid", async () => {
    for (const proof of [[], [ref(asked)], [...asked.price.proof, asked.payment.root]]) {
      const price = { ...asked.price, proof };
      await refusesRefund({ ...asked, price }, back(), ["NotPaidWith", price.token, AMOUNT]);
    }
  });

  it("of coins gives back exactly the value", async () => {
    const inCoins = coinRequest({ others: [] });
    await settles("payNative", inCoins, [], { value: AMOUNT });
    const before = await provider.getBalance(stranger.address);
    const what = back({ to: stranger.address });
    for (const value of [0n, what.amount - 1n, what.amount + 1n]) {
      await refusesRefund(inCoins, what, ["WrongValue", what.amount, value], { value });
    }
    await refunds(inCoins, what);
    assert.equal(await provider.getBalance(stranger.address), before + what.amount);
    assert.equal(await provider.getBalance(settlementAddress), 0n);
  });

  it("refuses coins with a token", async () => {
    await refusesRefund(asked, back(), ["WrongValue", 0n, 1n], { value: 1n });
  });

  it("of coins is refused where the receiver does not accept", async () => {
    const inCoins = coinRequest();
    await settles("payNative", inCoins, [], { value: AMOUNT });
    const refusing = await (await deploy("RefusingPayee")).getAddress();
    await refusesRefund(inCoins, back({ to: refusing }), ["PayeeRefused", refusing]);
    await refunds(inCoins, back());
  });

  it("needs the payee's allowance, and takes nobody else's", async () => {
    await token.connect(payee).approve(settlementAddress, AMOUNT / 2n - 1n);
    await refusesRefund(asked, back(), ["InsufficientAllowance"]);
  });

  it("goes to another address than the relayer's or router's that paid", async () => {
    const signed = await tokenRequest(token, { id: SECOND });
    const signature = await authorization(token, signed);
    await settles("payTokenWithAuthorization", signed, [payer.address, signature], { from: relayer, payer });
    await refunds(signed, back({ to: stranger.address, amount: AMOUNT }));
    assert.equal(await token.balanceOf(relayer.address), 0n);
    assert.equal(await token.balanceOf(stranger.address), AMOUNT);
  });

  it("to a blocked receiver is refused, and can be made to another one under the same id", async () => {
    const blocking = await deployToken("BlockingToken");
    await blocking.connect(payee).approve(settlementAddress, FUNDS);
    const paid = await tokenRequest(blocking);
    await settles("payToken", paid);
    await blocking.setBlocked(payer.address, true);
    await refusesRefund(paid, back(), ["Blocked", payer.address]);
    await refunds(paid, back({ to: stranger.address }));
  });

  it("is refused when the token has become one that keeps a fee, lies or fails", async () => {
    const address = await token.getAddress();
    const good = await provider.getCode(address);
    const half = AMOUNT / 2n;
    const before = await token.balanceOf(payer.address);
    for (const [name, expected] of [
      ["FeeToken", ["InexactTransfer", payer.address, before + half, before + half - half / 100n]],
      ["LyingToken", ["InexactTransfer", payer.address, before + half, before]],
      ["FalseToken", ["TokenRefused", address]],
      ["SilentToken", ["TokenRefused", address]],
    ]) {
      const bad = await deploy(name);
      await provider.send("hardhat_setCode", [address, await provider.getCode(await bad.getAddress())]);
      await refusesRefund(asked, back(), expected);
    }
    await provider.send("hardhat_setCode", [address, good]);
    await refunds(asked, back());
  });
});

/** An address that is not the sender's own. */
function deployerOf(from) {
  return from === payer ? stranger.address : payer.address;
}

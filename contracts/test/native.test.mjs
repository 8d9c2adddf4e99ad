import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  AMOUNT,
  deploy,
  deployToken,
  freshStatePerTest,
  payee,
  payment,
  provider,
  refuses,
  settles,
  stranger,
  tokenPayment,
} from "./world.mjs";

describe("payNative", () => {
  freshStatePerTest();

  it("gives the payee exactly the amount", async () => {
    const before = await provider.getBalance(payee.address);
    await settles("payNative", [payment()], { value: AMOUNT });
    assert.equal(await provider.getBalance(payee.address), before + AMOUNT);
  });

  for (const value of [0n, AMOUNT - 1n, AMOUNT + 1n]) {
    it(`refuses a value of ${value} for an amount of ${AMOUNT}`, async () => {
      await refuses("payNative", [payment()], ["WrongValue", AMOUNT, value], { value });
    });
  }

  it("refuses coins for a payment in a token", async () => {
    const inToken = await tokenPayment(await deployToken("TestDollar"));
    await refuses("payNative", [inToken], ["NotNative", inToken.token], { value: AMOUNT });
  });

  it("refuses when the payee does not accept", async () => {
    const refusing = await (await deploy("RefusingPayee")).getAddress();
    await refuses("payNative", [payment({ payee: refusing })], ["PayeeRefused", refusing], { value: AMOUNT });
  });

  it("settles with a payee that passes the coins on", async () => {
    const before = await provider.getBalance(stranger.address);
    const forwarding = await (await deploy("ForwardingPayee", stranger.address)).getAddress();
    await settles("payNative", [payment({ payee: forwarding })], { value: AMOUNT });
    assert.equal(await provider.getBalance(stranger.address), before + AMOUNT);
  });

  it("does not copy what the payee answers", async () => {
    const plain = await settles("payNative", [payment()], { value: AMOUNT });
    const verbose = await (await deploy("VerbosePayee")).getAddress();
    const receipt = await settles("payNative", [payment({ payee: verbose })], { value: AMOUNT });
    // The payee's own memory costs about 29 000 gas; a copy of it would cost that again.
    assert.ok(receipt.gasUsed < plain.gasUsed + 45_000n, `${receipt.gasUsed} against ${plain.gasUsed}`);
  });
});

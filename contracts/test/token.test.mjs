import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MaxUint256 } from "ethers";
import {
  AMOUNT,
  FUNDS,
  deploy,
  deployToken,
  freshStatePerTest,
  payee,
  payer,
  payment,
  ref,
  refuses,
  settlement,
  settlementAddress,
  settles,
  stranger,
  tokenPayment,
} from "./world.mjs";

const OVERFLOW = 0x11n; // Solidity's code for it
const TRUE = `0x${"01".padStart(64, "0")}`;

describe("payToken", () => {
  freshStatePerTest();

  it("moves exactly the amount from sender to payee", async () => {
    const token = await deployToken("TestDollar");
    await settles("payToken", [await tokenPayment(token)]);
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.balanceOf(payer.address), FUNDS - AMOUNT);
  });

  it("settles with an allowance of exactly the amount", async () => {
    const token = await deployToken("TestDollar", AMOUNT);
    await settles("payToken", [await tokenPayment(token)]);
    assert.equal(await token.allowance(payer.address, settlementAddress), 0n);
  });

  it("refuses with an allowance of one unit less, and says the token's reason", async () => {
    const token = await deployToken("TestDollar", AMOUNT - 1n);
    await refuses("payToken", [await tokenPayment(token)], ["InsufficientAllowance"]);
  });

  it("refuses more than the sender has, and says the token's reason", async () => {
    const token = await deployToken("TestDollar", FUNDS + 1n);
    await refuses("payToken", [await tokenPayment(token, { amount: FUNDS + 1n })], ["InsufficientBalance"]);
  });

  it("refuses an amount that no balance can hold", async () => {
    const token = await deployToken("TestDollar", MaxUint256);
    await token.mint(payee.address, 7n);
    await refuses("payToken", [await tokenPayment(token, { amount: MaxUint256 })], ["Panic", OVERFLOW]);
  });

  it("never spends the allowance of anyone but the sender", async () => {
    const token = await deployToken("TestDollar");
    await refuses("payToken", [await tokenPayment(token)], ["InsufficientAllowance"], { from: stranger });
    assert.equal(await token.balanceOf(payer.address), FUNDS);
  });

  it("refuses the native coin, and any address without code", async () => {
    await refuses("payToken", [payment()], ["NotAToken", payment().token]);
    await refuses("payToken", [payment({ token: stranger.address })], ["NotAToken", stranger.address]);
  });

  it("refuses a contract that is no token", async () => {
    await refuses("payToken", [await tokenPayment(await deploy("RefusingPayee"))], []);
  });

  it("settles in a token that answers nothing", async () => {
    const token = await deployToken("NoReturnToken");
    await settles("payToken", [await tokenPayment(token)]);
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
  });

  it("refuses when a token that answers nothing fails without a reason", async () => {
    const token = await deployToken("SilentToken");
    await refuses("payToken", [await tokenPayment(token)], ["TokenRefused", await token.getAddress()]);
  });

  it("refuses when the token answers false", async () => {
    const token = await deployToken("FalseToken");
    await refuses("payToken", [await tokenPayment(token)], ["TokenRefused", await token.getAddress()]);
  });

  for (const answer of [TRUE, "0x"]) {
    it(`settles when the token answers ${answer}`, async () => {
      const token = await deployToken("AnsweringToken");
      await token.setAnswer(answer);
      await settles("payToken", [await tokenPayment(token)]);
    });
  }

  for (const answer of ["0x01", `0x${"02".padStart(64, "0")}`, `0x${"01".padEnd(64, "0")}`, `${TRUE}00`]) {
    it(`refuses when the token answers ${answer}`, async () => {
      const token = await deployToken("AnsweringToken");
      await token.setAnswer(answer);
      await refuses("payToken", [await tokenPayment(token)], ["TokenRefused", await token.getAddress()]);
    });
  }

  it("refuses a token that keeps a fee", async () => {
    const token = await deployToken("FeeToken");
    const received = AMOUNT - AMOUNT / 100n;
    await refuses("payToken", [await tokenPayment(token)], ["InexactTransfer", payee.address, AMOUNT, received]);
  });

  it("refuses a token that sends too much", async () => {
    const token = await deployToken("GenerousToken");
    await refuses("payToken", [await tokenPayment(token)], ["InexactTransfer", payee.address, AMOUNT, AMOUNT + 1n]);
  });

  it("refuses a token that moves nothing and says it did", async () => {
    const token = await deployToken("LyingToken");
    await refuses("payToken", [await tokenPayment(token)], ["InexactTransfer", payee.address, AMOUNT, 0n]);
  });

  it("refuses a token that takes from the payee", async () => {
    const token = await deployToken("ShrinkingToken");
    await token.mint(payee.address, 7n);
    await refuses("payToken", [await tokenPayment(token)], ["InexactTransfer", payee.address, AMOUNT + 7n, 0n]);
  });

  it("settles several payments of one transaction", async () => {
    const token = await deployToken("TestDollar");
    const batch = await deploy("Batch");
    await token.mint(await batch.getAddress(), FUNDS);
    const [first, second] = [await tokenPayment(token), payment()];
    const encode = (method, args) => settlement.interface.encodeFunctionData(method, args);
    const approve = token.interface.encodeFunctionData("approve", [settlementAddress, AMOUNT]);
    const transaction = await batch.run(
      [
        { target: first.token, value: 0n, data: approve },
        { target: settlementAddress, value: 0n, data: encode("payToken", [first]) },
        { target: settlementAddress, value: AMOUNT, data: encode("payNative", [second]) },
      ],
      { value: AMOUNT },
    );
    await transaction.wait();
    assert.equal(await settlement.settled(ref(first)), true);
    assert.equal(await settlement.settled(ref(second)), true);
    // The wallet that called is the payer, not the account behind it, though that gave an allowance too.
    assert.equal(await token.balanceOf(batch), FUNDS - AMOUNT);
    assert.equal(await token.balanceOf(payer.address), FUNDS);
  });
});

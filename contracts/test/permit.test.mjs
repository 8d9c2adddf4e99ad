import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  AMOUNT,
  FUNDS,
  NO_SIGNATURE,
  deployToken,
  freshStatePerTest,
  payee,
  payer,
  payment,
  permit,
  refuses,
  settlementAddress,
  settles,
  stranger,
  tokenPayment,
} from "./world.mjs";

describe("payTokenWithPermit", () => {
  freshStatePerTest();

  it("settles without an allowance given before, and leaves none behind", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token);
    await settles("payTokenWithPermit", [request, await permit(token, request)]);
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.allowance(payer.address, settlementAddress), 0n);
  });

  it("settles when somebody has handed the permit in already", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token);
    const signature = await permit(token, request);
    const { v, r, s } = signature;
    await token.connect(stranger).permit(payer.address, settlementAddress, AMOUNT, request.deadline, v, r, s);
    await settles("payTokenWithPermit", [request, signature]);
  });

  it("refuses a wrong permit where there is no allowance", async () => {
    const token = await deployToken("TestDollar", 0n);
    await refuses("payTokenWithPermit", [await tokenPayment(token), NO_SIGNATURE], ["InsufficientAllowance"]);
  });

  it("settles with a wrong permit where there is an allowance", async () => {
    const token = await deployToken("TestDollar", AMOUNT);
    await settles("payTokenWithPermit", [await tokenPayment(token), NO_SIGNATURE]);
  });

  it("refuses a permit over another amount", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token);
    const signature = await permit(token, { ...request, amount: AMOUNT - 1n });
    await refuses("payTokenWithPermit", [request, signature], ["InsufficientAllowance"]);
  });

  it("refuses somebody else's permit", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token, { payee: stranger.address });
    const signature = await permit(token, request);
    await refuses("payTokenWithPermit", [{ ...request, payee: payee.address }, signature], ["InsufficientAllowance"], {
      from: stranger,
    });
    assert.equal(await token.balanceOf(payer.address), FUNDS);
  });

  it("settles in a token without permits where there is an allowance", async () => {
    for (const name of ["PlainToken", "NoReturnToken", "PhantomToken"]) {
      const token = await deployToken(name);
      await settles("payTokenWithPermit", [await tokenPayment(token), NO_SIGNATURE]);
    }
  });

  it("refuses in a token that accepts every permit and ignores it", async () => {
    const token = await deployToken("PhantomToken", 0n);
    await refuses("payTokenWithPermit", [await tokenPayment(token), NO_SIGNATURE], ["InsufficientAllowance"]);
  });

  it("refuses a token that keeps a fee", async () => {
    const token = await deployToken("FeeToken", 0n);
    const request = await tokenPayment(token);
    const received = AMOUNT - AMOUNT / 100n;
    const expected = ["InexactTransfer", payee.address, AMOUNT, received];
    await refuses("payTokenWithPermit", [request, await permit(token, request)], expected);
  });

  it("refuses the native coin, and any address without code", async () => {
    await refuses("payTokenWithPermit", [payment(), NO_SIGNATURE], ["NotAToken", payment().token]);
    const nowhere = payment({ token: stranger.address });
    await refuses("payTokenWithPermit", [nowhere, NO_SIGNATURE], ["NotAToken", stranger.address]);
  });
});

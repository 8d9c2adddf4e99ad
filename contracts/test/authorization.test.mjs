import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ZeroHash } from "ethers";
import {
  AMOUNT,
  DEADLINE,
  FUNDS,
  NO_SIGNATURE,
  authorization,
  deployToken,
  freshStatePerTest,
  payee,
  payer,
  payment,
  provider,
  reason,
  ref,
  refuses,
  relayer,
  settlementAddress,
  settles,
  stranger,
  tokenPayment,
} from "./world.mjs";

const METHOD = "payTokenWithAuthorization";

describe(METHOD, () => {
  freshStatePerTest();

  it("settles with the signer's tokens, whoever sends it", async () => {
    const token = await deployToken("TestDollar", 0n);
    const coins = await provider.getBalance(payer.address);
    const request = await tokenPayment(token);
    await settles(METHOD, [request, payer.address, await authorization(token, request)], { from: relayer, payer });
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.balanceOf(payer.address), FUNDS - AMOUNT);
    assert.equal(await token.balanceOf(settlementAddress), 0n);
    assert.equal(await provider.getBalance(payer.address), coins);
  });

  it("refuses a replay", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token);
    const args = [request, payer.address, await authorization(token, request)];
    await settles(METHOD, args, { from: relayer, payer });
    await refuses(METHOD, args, ["AlreadySettled", ref(request)], { from: relayer });
  });

  const changes = { id: ZeroHash, payee: stranger.address, amount: AMOUNT - 1n, deadline: DEADLINE + 1n };
  for (const [field, value] of Object.entries(changes)) {
    it(`refuses a signature for a payment with another ${field}`, async () => {
      const token = await deployToken("TestDollar", 0n);
      const request = await tokenPayment(token);
      const signature = await authorization(token, request);
      await refuses(METHOD, [{ ...request, [field]: value }, payer.address, signature], ["InvalidSignature"]);
      await settles(METHOD, [request, payer.address, signature]);
    });
  }

  it("refuses a signature for a payment in another token", async () => {
    const [token, other] = [await deployToken("TestDollar", 0n), await deployToken("TestDollar", 0n)];
    const signature = await authorization(token, await tokenPayment(token));
    await refuses(METHOD, [await tokenPayment(other), payer.address, signature], ["InvalidSignature"]);
  });

  it("refuses a signature by somebody else than the payer", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token);
    const forged = await authorization(token, request, stranger, payer.address);
    await refuses(METHOD, [request, payer.address, forged], ["InvalidSignature"]);
  });

  it("refuses to call somebody else the payer", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token);
    await refuses(METHOD, [request, stranger.address, await authorization(token, request)], ["InvalidSignature"]);
  });

  it("refuses more than the payer has, and says the token's reason", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token, { amount: FUNDS + 1n });
    await refuses(METHOD, [request, payer.address, await authorization(token, request)], ["InsufficientBalance"]);
  });

  it("cannot be bypassed: the token takes the authorization from the contract alone", async () => {
    const token = await deployToken("TestDollar", 0n);
    const request = await tokenPayment(token);
    const { v, r, s } = await authorization(token, request);
    const message = [payer.address, settlementAddress, AMOUNT, 0n, DEADLINE, ref(request), v, r, s];
    const bypass = token.connect(stranger).receiveWithAuthorization.staticCall(...message);
    await assert.rejects(bypass, (error) => reason(error.data)[0] === "CallerIsNotReceiver");
  });

  it("needs no allowance and touches none", async () => {
    const token = await deployToken("TestDollar", 5n);
    const request = await tokenPayment(token);
    await settles(METHOD, [request, payer.address, await authorization(token, request)]);
    assert.equal(await token.allowance(payer.address, settlementAddress), 5n);
  });

  it("refuses a token without authorizations", async () => {
    const token = await deployToken("PlainToken");
    const expected = ["TokenRefused", await token.getAddress()];
    await refuses(METHOD, [await tokenPayment(token), payer.address, NO_SIGNATURE], expected);
  });

  it("never pays with tokens that were lost to the contract", async () => {
    const token = await deployToken("PhantomToken");
    await token.mint(settlementAddress, FUNDS);
    const expected = ["InexactTransfer", settlementAddress, FUNDS + AMOUNT, FUNDS];
    await refuses(METHOD, [await tokenPayment(token), payer.address, NO_SIGNATURE], expected);
  });

  it("refuses a token that keeps a fee on the way in", async () => {
    const token = await deployToken("FeeToken", 0n);
    await token.mint(settlementAddress, FUNDS);
    const request = await tokenPayment(token);
    const expected = ["InexactTransfer", settlementAddress, FUNDS + AMOUNT, FUNDS + AMOUNT - AMOUNT / 100n];
    await refuses(METHOD, [request, payer.address, await authorization(token, request)], expected);
  });

  it("refuses a token that keeps a fee on the way out", async () => {
    const token = await deployToken("FeeOnPushToken", 0n);
    const request = await tokenPayment(token);
    const expected = ["InexactTransfer", payee.address, AMOUNT, AMOUNT - AMOUNT / 100n];
    await refuses(METHOD, [request, payer.address, await authorization(token, request)], expected);
  });

  it("settles in a token that answers nothing", async () => {
    const token = await deployToken("NoReturnDollar", 0n);
    const request = await tokenPayment(token);
    await settles(METHOD, [request, payer.address, await authorization(token, request)]);
  });

  it("refuses the native coin, and any address without code", async () => {
    await refuses(METHOD, [payment(), payer.address, NO_SIGNATURE], ["NotAToken", payment().token]);
    const nowhere = payment({ token: stranger.address });
    await refuses(METHOD, [nowhere, payer.address, NO_SIGNATURE], ["NotAToken", stranger.address]);
  });
});

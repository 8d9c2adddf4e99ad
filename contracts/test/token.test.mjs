/** Tokens that do not keep to ERC-20, and signatures for other things. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MaxUint256, ZeroHash } from "ethers";
import { PERMIT2 } from "../lib/payment.mjs";
import {
  AMOUNT,
  DEADLINE,
  FUNDS,
  NO_SIGNATURE,
  deploy,
  freshStatePerTest,
  payee,
  payer,
  provider,
  reason,
  relayer,
  stranger,
} from "./world.mjs";
import {
  VALID_BEFORE,
  args,
  authorization,
  coinRequest,
  deployToken,
  permit,
  permit2,
  ref,
  refuses,
  request,
  settlement,
  settlementAddress,
  settles,
  tokenRequest,
} from "./settlement.mjs";

const TRUE = `0x${"01".padStart(64, "0")}`;
const FEE = AMOUNT / 100n;
const OVERFLOW = 0x11n; // Solidity's code for it

describe("payToken", () => {
  freshStatePerTest();

  it("moves exactly the amount from sender to payee", async () => {
    const token = await deployToken("TestDollar", { allowance: AMOUNT });
    await settles("payToken", await tokenRequest(token));
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.balanceOf(payer.address), FUNDS - AMOUNT);
    assert.equal(await token.allowance(payer.address, settlementAddress), 0n);
  });

  it("refuses with too small an allowance or balance, and says the token's reason", async () => {
    const token = await deployToken("TestDollar", { allowance: AMOUNT - 1n });
    await refuses("payToken", args(await tokenRequest(token)), ["InsufficientAllowance"]);
    await token.approve(settlementAddress, MaxUint256);
    const asked = await tokenRequest(token, { amount: FUNDS + 1n });
    await refuses("payToken", args(asked), ["InsufficientBalance"]);
  });

  it("never spends the allowance of anyone but the sender", async () => {
    const token = await deployToken("TestDollar");
    await refuses("payToken", args(await tokenRequest(token)), ["InsufficientAllowance"], { from: stranger });
    assert.equal(await token.balanceOf(payer.address), FUNDS);
  });

  it("refuses an amount that no balance can hold", async () => {
    const token = await deployToken("TestDollar");
    await token.mint(payee.address, MaxUint256);
    await refuses("payToken", args(await tokenRequest(token)), ["Panic", OVERFLOW]);
  });

  it("refuses a contract that is no token", async () => {
    await refuses("payToken", args(await tokenRequest(await deploy("RefusingPayee"))), []);
  });

  it("settles in a token that answers nothing", async () => {
    const token = await deployToken("NoReturnToken");
    await settles("payToken", await tokenRequest(token));
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
  });

  for (const name of ["SilentToken", "FalseToken"]) {
    it(`refuses a ${name}`, async () => {
      const token = await deployToken(name);
      await refuses("payToken", args(await tokenRequest(token)), ["TokenRefused", await token.getAddress()]);
    });
  }

  for (const [answer, isFine] of [
    [TRUE, true],
    ["0x", true],
    ["0x01", false],
    [`0x${"02".padStart(64, "0")}`, false],
    [`0x${"01".padEnd(64, "0")}`, false],
    [`${TRUE}00`, false],
  ]) {
    it(`${isFine ? "settles" : "refuses"} when the token answers ${answer}`, async () => {
      const token = await deployToken("AnsweringToken");
      await token.setAnswer(answer);
      const asked = await tokenRequest(token);
      await (isFine
        ? settles("payToken", asked)
        : refuses("payToken", args(asked), ["TokenRefused", asked.price.token]));
    });
  }

  for (const [name, balance] of [
    ["FeeToken", 7n + AMOUNT - FEE],
    ["GenerousToken", 7n + AMOUNT + 1n],
    ["LyingToken", 7n],
    ["ShrinkingToken", 0n],
  ]) {
    it(`refuses a ${name}`, async () => {
      const token = await deployToken(name);
      await token.mint(payee.address, 7n);
      const expected = ["InexactTransfer", payee.address, 7n + AMOUNT, balance];
      await refuses("payToken", args(await tokenRequest(token)), expected);
    });
  }

  it("refuses a token that rounds", async () => {
    const token = await deploy("RebasingToken");
    await token.mint(payer.address, FUNDS);
    await token.rebase(1_333_333_333_333_333_333n);
    const asked = await tokenRequest(token);
    const { data } = await settlement.payToken.staticCall(...args(asked)).catch((error) => error);
    assert.equal(reason(data)[0], "InexactTransfer");
  });

  it("refuses a payee that the token's issuer has blocked", async () => {
    const token = await deployToken("BlockingToken");
    await token.setBlocked(payee.address, true);
    await refuses("payToken", args(await tokenRequest(token)), ["Blocked", payee.address]);
  });

  it("settles several payments of one transaction", async () => {
    const token = await deployToken("TestDollar");
    const batch = await deploy("Batch");
    await token.mint(await batch.getAddress(), FUNDS);
    const [first, second] = [await tokenRequest(token), coinRequest()];
    const encode = (method, asked) => settlement.interface.encodeFunctionData(method, args(asked));
    const approve = token.interface.encodeFunctionData("approve", [settlementAddress, AMOUNT]);
    const calls = [
      { target: first.price.token, value: 0n, data: approve },
      { target: settlementAddress, value: 0n, data: encode("payToken", first) },
      { target: settlementAddress, value: AMOUNT, data: encode("payNative", second) },
    ];
    await (await batch.run(calls, { value: AMOUNT })).wait();
    assert.equal(await settlement.settled(ref(first)), true);
    assert.equal(await settlement.settled(ref(second)), true);
    // The wallet that called is the payer, not the account behind it, though that gave an allowance too.
    assert.equal(await token.balanceOf(batch), FUNDS - AMOUNT);
    assert.equal(await token.balanceOf(payer.address), FUNDS);
  });
});

describe("payNative", () => {
  freshStatePerTest();

  it("gives the payee exactly the amount", async () => {
    const before = await provider.getBalance(payee.address);
    await settles("payNative", coinRequest(), [], { value: AMOUNT });
    assert.equal(await provider.getBalance(payee.address), before + AMOUNT);
  });

  for (const value of [0n, AMOUNT - 1n, AMOUNT + 1n]) {
    it(`refuses a value of ${value} for an amount of ${AMOUNT}`, async () => {
      await refuses("payNative", args(coinRequest()), ["WrongValue", AMOUNT, value], { value });
    });
  }

  it("refuses when the payee does not accept", async () => {
    const refusing = await (await deploy("RefusingPayee")).getAddress();
    await refuses("payNative", args(coinRequest({ payee: refusing })), ["PayeeRefused", refusing], { value: AMOUNT });
  });

  it("settles with a payee that passes the coins on, or answers a lot", async () => {
    const before = await provider.getBalance(stranger.address);
    const forwarding = await (await deploy("ForwardingPayee", stranger.address)).getAddress();
    await settles("payNative", coinRequest({ payee: forwarding }), [], { value: AMOUNT });
    assert.equal(await provider.getBalance(stranger.address), before + AMOUNT);
    const plain = await settles("payNative", coinRequest(), [], { value: AMOUNT });
    const verbose = await (await deploy("VerbosePayee")).getAddress();
    const receipt = await settles("payNative", coinRequest({ payee: verbose }), [], { value: AMOUNT });
    // The payee's own memory costs about 29 000 gas; a copy of it would cost that again.
    assert.ok(receipt.gasUsed < plain.gasUsed + 45_000n, `${receipt.gasUsed} against ${plain.gasUsed}`);
  });
});

describe("payTokenWithPermit", () => {
  freshStatePerTest();
  const METHOD = "payTokenWithPermit";

  it("settles without an allowance given before, and leaves none behind", async () => {
    const token = await deployToken("TestDollar", { allowance: 0n });
    const asked = await tokenRequest(token);
    await settles(METHOD, asked, [await permit(token, asked)]);
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.allowance(payer.address, settlementAddress), 0n);
  });

  it("settles when somebody has handed the permit in already", async () => {
    const token = await deployToken("TestDollar", { allowance: 0n });
    const asked = await tokenRequest(token);
    const { v, r, s } = await permit(token, asked);
    await token.connect(stranger).permit(payer.address, settlementAddress, AMOUNT, VALID_BEFORE, v, r, s);
    await settles(METHOD, asked, [{ v, r, s }]);
  });

  it("refuses a wrong permit, one over another amount, and one of somebody else", async () => {
    const token = await deployToken("TestDollar", { allowance: 0n });
    const asked = await tokenRequest(token);
    const less = { ...asked, price: { ...asked.price, amount: AMOUNT - 1n } };
    for (const signature of [NO_SIGNATURE, await permit(token, less)]) {
      await refuses(METHOD, args(asked, signature), ["InsufficientAllowance"]);
    }
    await refuses(METHOD, args(asked, await permit(token, asked)), ["InsufficientAllowance"], { from: stranger });
    assert.equal(await token.balanceOf(payer.address), FUNDS);
  });

  it("settles with a wrong permit where there is an allowance", async () => {
    const token = await deployToken("TestDollar", { allowance: AMOUNT });
    await settles(METHOD, await tokenRequest(token), [NO_SIGNATURE]);
  });

  it("refuses a token that accepts every permit and ignores it", async () => {
    const token = await deployToken("PhantomToken", { allowance: 0n });
    await refuses(METHOD, args(await tokenRequest(token), NO_SIGNATURE), ["InsufficientAllowance"]);
  });

  it("refuses one that was signed for another time", async () => {
    const token = await deployToken("TestDollar", { allowance: 0n });
    const asked = await tokenRequest(token);
    const signature = await permit(token, asked);
    const longer = { ...asked, validBefore: VALID_BEFORE + 1n };
    await refuses(METHOD, args(longer, signature), ["InsufficientAllowance"]);
  });

  it("settles in a token without permits where there is an allowance", async () => {
    for (const name of ["PlainToken", "NoReturnToken", "PhantomToken"]) {
      await settles(METHOD, await tokenRequest(await deployToken(name)), [NO_SIGNATURE]);
    }
  });

  it("refuses a token that keeps a fee", async () => {
    const token = await deployToken("FeeToken", { allowance: 0n });
    const asked = await tokenRequest(token);
    const expected = ["InexactTransfer", payee.address, AMOUNT, AMOUNT - FEE];
    await refuses(METHOD, args(asked, await permit(token, asked)), expected);
  });
});

describe("payTokenWithAuthorization", () => {
  freshStatePerTest();
  const METHOD = "payTokenWithAuthorization";

  it("settles with the signer's tokens, whoever sends it", async () => {
    const token = await deployToken("TestDollar", { allowance: 5n });
    const coins = await provider.getBalance(payer.address);
    const asked = await tokenRequest(token);
    const signature = await authorization(token, asked);
    await settles(METHOD, asked, [payer.address, signature], { from: relayer, payer });
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.balanceOf(payer.address), FUNDS - AMOUNT);
    assert.equal(await token.balanceOf(settlementAddress), 0n);
    assert.equal(await token.allowance(payer.address, settlementAddress), 5n);
    assert.equal(await provider.getBalance(payer.address), coins);
  });

  const changes = { id: ZeroHash, payee: stranger.address, amount: AMOUNT - 1n, deadline: DEADLINE + 1n, others: [] };
  for (const [field, value] of Object.entries(changes)) {
    it(`refuses a signature for a payment with another ${field}`, async () => {
      const token = await deployToken("TestDollar", { allowance: 0n });
      const asked = await tokenRequest(token);
      const signature = await authorization(token, asked);
      const changed = await tokenRequest(token, { [field]: value });
      await refuses(METHOD, args(changed, payer.address, signature), ["InvalidSignature"]);
      await settles(METHOD, asked, [payer.address, signature]);
    });
  }

  it("refuses a signature for another time, token or payer, or by somebody else", async () => {
    const [token, other] = [await deployToken("TestDollar"), await deployToken("TestDollar")];
    const asked = await tokenRequest(token, { others: [{ token: await other.getAddress(), amount: AMOUNT }] });
    const signature = await authorization(token, asked);
    for (const wrong of [
      args({ ...asked, validBefore: VALID_BEFORE + 1n }, payer.address, signature),
      args({ ...asked, price: asked.prices[1] }, payer.address, signature),
      args(asked, stranger.address, signature),
      args(asked, payer.address, await authorization(token, asked, stranger, payer.address)),
    ]) {
      await refuses(METHOD, wrong, ["InvalidSignature"]);
    }
  });

  it("refuses more than the payer has, and says the token's reason", async () => {
    const token = await deployToken("TestDollar", { allowance: 0n });
    const asked = await tokenRequest(token, { amount: FUNDS + 1n });
    await refuses(METHOD, args(asked, payer.address, await authorization(token, asked)), ["InsufficientBalance"]);
  });

  it("cannot be bypassed: the token takes the authorization from the contract alone", async () => {
    const token = await deployToken("TestDollar");
    const asked = await tokenRequest(token);
    const { v, r, s } = await authorization(token, asked);
    const message = [payer.address, settlementAddress, AMOUNT, 0n, VALID_BEFORE, ref(asked), v, r, s];
    const bypass = token.connect(stranger).receiveWithAuthorization.staticCall(...message);
    await assert.rejects(bypass, (error) => reason(error.data)[0] === "CallerIsNotReceiver");
  });

  it("refuses a token without authorizations, and never pays with tokens that were lost to the contract", async () => {
    const plain = await deployToken("PlainToken");
    const asked = await tokenRequest(plain);
    await refuses(METHOD, args(asked, payer.address, NO_SIGNATURE), ["TokenRefused", asked.price.token]);
    const phantom = await deployToken("PhantomToken");
    await phantom.mint(settlementAddress, FUNDS);
    const expected = ["InexactTransfer", settlementAddress, FUNDS + AMOUNT, FUNDS];
    await refuses(METHOD, args(await tokenRequest(phantom), payer.address, NO_SIGNATURE), expected);
  });

  it("refuses a token that keeps a fee, on the way in or out", async () => {
    for (const [name, account] of [
      ["FeeToken", settlementAddress],
      ["FeeOnPushToken", payee.address],
    ]) {
      const token = await deployToken(name, { allowance: 0n });
      await token.mint(account, FUNDS);
      const asked = await tokenRequest(token);
      const expected = ["InexactTransfer", account, FUNDS + AMOUNT, FUNDS + AMOUNT - FEE];
      await refuses(METHOD, args(asked, payer.address, await authorization(token, asked)), expected);
    }
  });

  it("settles in a token that answers nothing", async () => {
    const token = await deployToken("NoReturnDollar");
    const asked = await tokenRequest(token);
    await settles(METHOD, asked, [payer.address, await authorization(token, asked)]);
  });
});

describe("payTokenWithPermit2", () => {
  freshStatePerTest();
  const METHOD = "payTokenWithPermit2";

  it("settles with the signer's tokens, whoever sends it", async () => {
    const token = await deployToken("PlainToken", { allowance: 0n, permit2: AMOUNT });
    const asked = await tokenRequest(token);
    await settles(METHOD, asked, [payer.address, await permit2(asked)], { from: relayer, payer });
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.allowance(payer.address, PERMIT2), 0n);
  });

  it("settles with the signature of a wallet that is a contract", async () => {
    const token = await deployToken("PlainToken", { allowance: 0n });
    const wallet = await deploy("SigningWallet", payer.address);
    const address = await wallet.getAddress();
    await token.mint(address, AMOUNT);
    await wallet.approve(await token.getAddress(), PERMIT2, AMOUNT);
    const asked = await tokenRequest(token);
    await settles(METHOD, asked, [address, await permit2(asked)], { from: relayer, payer: { address } });
  });

  const changes = { id: ZeroHash, payee: stranger.address, amount: AMOUNT - 1n, deadline: DEADLINE + 1n, others: [] };
  for (const [field, value] of Object.entries(changes)) {
    it(`refuses a signature for a payment with another ${field}`, async () => {
      const token = await deployToken("PlainToken");
      const asked = await tokenRequest(token);
      const signature = await permit2(asked);
      const changed = await tokenRequest(token, { [field]: value });
      await refuses(METHOD, args(changed, payer.address, signature), ["InvalidSigner"]);
      await settles(METHOD, asked, [payer.address, signature]);
    });
  }

  it("refuses a signature for another time, token or payer, or by somebody else", async () => {
    const [token, other] = [await deployToken("PlainToken"), await deployToken("PlainToken")];
    const asked = await tokenRequest(token, { others: [{ token: await other.getAddress(), amount: AMOUNT }] });
    const signature = await permit2(asked);
    for (const wrong of [
      args({ ...asked, validBefore: VALID_BEFORE + 1n }, payer.address, signature),
      args({ ...asked, price: asked.prices[1] }, payer.address, signature),
      args(asked, stranger.address, signature),
      args(asked, payer.address, await permit2(asked, stranger)),
      args(asked, payer.address, "0x"),
    ]) {
      await refuses(METHOD, wrong, ["InvalidSigner"]);
    }
  });

  it("refuses a signature that a payer has given for the same payment in another way", async () => {
    const token = await deployToken("TestDollar");
    const asked = await tokenRequest(token);
    const { v, r, s } = await authorization(token, asked);
    const bytes = `${r}${s.slice(2)}${v.toString(16)}`;
    await refuses(METHOD, args(asked, payer.address, bytes), ["InvalidSigner"]);
  });

  it("refuses a token that keeps a fee, or moves nothing", async () => {
    for (const [name, balance] of [
      ["FeeToken", AMOUNT - FEE],
      ["LyingToken", 0n],
    ]) {
      const asked = await tokenRequest(await deployToken(name));
      const expected = ["InexactTransfer", payee.address, AMOUNT, balance];
      await refuses(METHOD, args(asked, payer.address, await permit2(asked)), expected);
    }
  });

  it("is refused on a chain without Permit2", async () => {
    const asked = await tokenRequest(await deployToken("PlainToken"));
    await provider.send("hardhat_setCode", [PERMIT2, "0x"]);
    await refuses(METHOD, args(asked, payer.address, await permit2(asked)), ["NoPermit2"]);
  });

  it("settles nothing with a Permit2 that does nothing", async () => {
    const asked = await tokenRequest(await deployToken("PlainToken"));
    await provider.send("hardhat_setCode", [PERMIT2, "0x00"]);
    const expected = ["InexactTransfer", payee.address, AMOUNT, 0n];
    await refuses(METHOD, args(asked, payer.address, "0x"), expected);
  });

  it("never moves money for a price that is not accepted", async () => {
    const token = await deployToken("PlainToken");
    const asked = request({ token: await token.getAddress(), amount: AMOUNT });
    const cheap = { ...asked, price: { ...asked.price, amount: 1n } };
    await refuses(METHOD, args(cheap, payer.address, await permit2(cheap)), ["NotAccepted", asked.price.token, 1n]);
  });
});

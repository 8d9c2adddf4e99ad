/** The rules that hold whichever way a payment is made. */
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { ZeroAddress } from "ethers";
import {
  AMOUNT,
  DEADLINE,
  NO_SIGNATURE,
  freshStatePerTest,
  mineAt,
  nextBlockAt,
  payer,
  provider,
  stranger,
} from "./world.mjs";
import {
  COIN,
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

const TOO_MUCH = 2n ** 96n;
let token;

/** Each way to pay: how to ask for a payment, what to add to the call. */
const tokenWay = (sign) => ({ ask: (fields) => tokenRequest(token, fields), sign });
const ways = {
  payNative: { ask: async (fields) => coinRequest(fields), sign: async () => [] },
  payToken: tokenWay(async () => []),
  payTokenWithPermit: tokenWay(async (asked) => [await permit(token, asked)]),
  payTokenWithAuthorization: tokenWay(async (asked) => [payer.address, await authorization(token, asked)]),
  payTokenWithPermit2: tokenWay(async (asked) => [payer.address, await permit2(asked)]),
};

for (const [method, way] of Object.entries(ways)) {
  describe(method, () => {
    freshStatePerTest();
    beforeEach(async () => (token = await deployToken("TestDollar")));

    const value = ({ price }) => (price.token === COIN ? price.amount : 0n);
    const accepts = async (asked) => settles(method, asked, await way.sign(asked), { value: value(asked) });
    const refusesFor = async (asked, ...expected) =>
      refuses(method, args(asked, ...(await way.sign(asked))), expected, { value: value(asked) });

    it("settles a payment once", async () => {
      const asked = await way.ask();
      await accepts(asked);
      await refusesFor(asked, "AlreadySettled", ref(asked));
    });

    it("settles a payment that accepts one price", async () => {
      const asked = await way.ask({ others: [] });
      assert.deepEqual(asked.price.proof, []);
      await accepts(asked);
    });

    it("says of a settled payment that it is settled, even after the deadline", async () => {
      const asked = await way.ask();
      await accepts(asked);
      await mineAt(DEADLINE);
      await refusesFor(asked, "AlreadySettled", ref(asked));
    });

    it("is refused after the payment was made in another token", async () => {
      const other = await deployToken("PlainToken");
      const second = { token: await other.getAddress(), amount: AMOUNT };
      const asked = await way.ask({ others: [second] });
      await settles("payToken", { ...asked, price: asked.prices[1] });
      await refusesFor(asked, "AlreadySettled", ref(asked));
    });

    it("is the end of a payment in every other token", async () => {
      const other = await deployToken("PlainToken");
      const asked = await way.ask({ others: [{ token: await other.getAddress(), amount: AMOUNT }] });
      await accepts(asked);
      await refuses("payToken", args({ ...asked, price: asked.prices[1] }), ["AlreadySettled", ref(asked)]);
      assert.equal(await settlement.isPaidWith(asked.payment, asked.prices[1]), false);
    });

    it("settles two payments that differ in their id alone", async () => {
      await accepts(await way.ask());
      await accepts(await way.ask({ id: `0x${"01".repeat(32)}` }));
    });

    it("settles in the last second before the deadline", async () => {
      const asked = { ...(await way.ask()), validBefore: DEADLINE + 1n };
      const further = await way.sign(asked);
      await nextBlockAt(DEADLINE - 1n);
      await settles(method, asked, further, { value: value(asked) });
    });

    it("refuses in the second of the deadline, whatever was signed", async () => {
      const asked = { ...(await way.ask()), validBefore: DEADLINE + 1n };
      await mineAt(DEADLINE);
      await refusesFor(asked, "Expired", DEADLINE);
    });

    it("settles in the last second of what was signed", async () => {
      const asked = await way.ask();
      const further = await way.sign(asked);
      await nextBlockAt(VALID_BEFORE - 1n);
      await settles(method, asked, further, { value: value(asked) });
    });

    it("refuses in the second in which the signature ends; a new one settles", async () => {
      const asked = await way.ask();
      await mineAt(VALID_BEFORE);
      await refusesFor(asked, "NoLongerValid", VALID_BEFORE);
      await accepts({ ...asked, validBefore: VALID_BEFORE + 600n });
    });

    it("settles an amount of one", async () => {
      await accepts(await way.ask({ amount: 1n }));
    });

    it("refuses an amount of zero", async () => {
      await refusesFor(await way.ask({ amount: 0n }), "ZeroAmount");
    });

    it("refuses an amount of more than 96 bits", async () => {
      await provider.send("hardhat_setBalance", [payer.address, `0x${(TOO_MUCH * 2n).toString(16)}`]);
      await refusesFor(await way.ask({ amount: TOO_MUCH }), "AmountTooLarge", TOO_MUCH);
    });

    it("settles the largest amount", async () => {
      await provider.send("hardhat_setBalance", [payer.address, `0x${(TOO_MUCH * 2n).toString(16)}`]);
      await token.mint(payer.address, TOO_MUCH);
      await token.approve(settlementAddress, TOO_MUCH);
      await accepts(await way.ask({ amount: TOO_MUCH - 1n }));
    });

    it("refuses the zero address as payee", async () => {
      await refusesFor(await way.ask({ payee: ZeroAddress }), "InvalidPayee", ZeroAddress);
    });

    it("refuses the contract itself as payee", async () => {
      await refusesFor(await way.ask({ payee: settlementAddress }), "InvalidPayee", settlementAddress);
    });

    it("refuses the payer as payee", async () => {
      await refusesFor(await way.ask({ payee: payer.address }), "SelfPayment", payer.address);
    });

    it("refuses an amount that the payment does not accept", async () => {
      const asked = await way.ask();
      const less = { ...asked, price: { ...asked.price, amount: AMOUNT - 1n } };
      await refusesFor(less, "NotAccepted", asked.price.token, AMOUNT - 1n);
    });

    it("refuses a token that the payment does not accept", async () => {
      const asked = await way.ask();
      const foreign = request({ token: stranger.address, amount: AMOUNT });
      await refusesFor({ ...foreign, price: asked.price }, "NotAccepted", asked.price.token, AMOUNT);
    });

    it("refuses a proof that is too short or too long", async () => {
      const asked = await way.ask();
      for (const proof of [[], [...asked.price.proof, asked.payment.root]]) {
        const wrong = { ...asked, price: { ...asked.price, proof } };
        await refusesFor(wrong, "NotAccepted", asked.price.token, AMOUNT);
      }
    });

    it("leaves nothing in the contract", async () => {
      await accepts(await way.ask());
      assert.equal(await token.balanceOf(settlementAddress), 0n);
      assert.equal(await provider.getBalance(settlementAddress), 0n);
    });
  });
}

describe("the contract", () => {
  freshStatePerTest();

  it("takes no coins outside a payment", async () => {
    for (const data of ["0x", "0x12345678"]) {
      await assert.rejects(payer.call({ to: settlementAddress, value: 1n, data }), { code: "CALL_EXCEPTION" });
    }
  });

  it("takes no coins with a payment in a token", async () => {
    token = await deployToken("TestDollar");
    for (const method of Object.keys(ways).filter((name) => name !== "payNative")) {
      const asked = await ways[method].ask();
      const data = settlement.interface.encodeFunctionData(method, args(asked, ...(await ways[method].sign(asked))));
      await assert.rejects(payer.call({ to: settlementAddress, value: 1n, data }), { code: "CALL_EXCEPTION" });
      await payer.call({ to: settlementAddress, data });
    }
  });

  it("has five ways to pay, refunds, five questions and nothing else", () => {
    const functions = settlement.interface.fragments.filter((fragment) => fragment.type === "function");
    assert.deepEqual(
      functions.map((fragment) => fragment.name).sort(),
      [...Object.keys(ways), "isPaidWith", "receiptOf", "refOf", "refund", "refundRefOf", "settled"].sort(),
    );
  });

  it("knows nothing of a ref that was not settled", async () => {
    const asked = coinRequest();
    assert.equal(await settlement.settled(ref(asked)), false);
    assert.deepEqual((await settlement.receiptOf(ref(asked))).toArray(), [ZeroAddress, 0n, 0n]);
    assert.equal(await settlement.isPaidWith(asked.payment, asked.price), false);
  });

  it("does not take an open payment with a price of zero for one that was paid with it", async () => {
    const asked = coinRequest({ amount: 0n });
    assert.equal(await settlement.isPaidWith(asked.payment, asked.price), false);
  });

  it("keeps the ways for coins and tokens apart", async () => {
    token = await deployToken("TestDollar");
    const inToken = await tokenRequest(token);
    await refuses("payNative", args(inToken), ["NotNative", inToken.price.token], { value: AMOUNT });
    const inCoin = coinRequest();
    const nowhere = request({ token: stranger.address, amount: AMOUNT });
    for (const asked of [inCoin, nowhere]) {
      await refuses("payToken", args(asked), ["NotAToken", asked.price.token]);
      for (const [method, ...further] of [
        ["payTokenWithPermit", NO_SIGNATURE],
        ["payTokenWithAuthorization", payer.address, NO_SIGNATURE],
        ["payTokenWithPermit2", payer.address, "0x"],
      ]) {
        await refuses(method, args(asked, ...further), ["NotAToken", asked.price.token]);
      }
    }
  });
});

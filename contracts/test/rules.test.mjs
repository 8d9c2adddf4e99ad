/** The rules that hold whichever way a payment is made. */
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { ZeroAddress } from "ethers";
import {
  DEADLINE,
  authorization,
  deployToken,
  freshStatePerTest,
  mineAt,
  nextBlockAt,
  payer,
  payment,
  permit,
  provider,
  ref,
  refuses,
  settlement,
  settlementAddress,
  settles,
  tokenPayment,
} from "./world.mjs";

let token;

/** Each way to pay: how to ask for a payment, what to send with it. */
const ways = {
  payNative: {
    request: async (fields) => payment(fields),
    send: async (request) => [[request], { value: request.amount }],
  },
  payToken: {
    request: (fields) => tokenPayment(token, fields),
    send: async (request) => [[request], {}],
  },
  payTokenWithPermit: {
    request: (fields) => tokenPayment(token, fields),
    send: async (request) => [[request, await permit(token, request)], {}],
  },
  payTokenWithAuthorization: {
    request: (fields) => tokenPayment(token, fields),
    send: async (request) => [[request, payer.address, await authorization(token, request)], {}],
  },
};

for (const [method, way] of Object.entries(ways)) {
  describe(method, () => {
    freshStatePerTest();
    beforeEach(async () => (token = await deployToken("TestDollar")));

    const accepts = async (request) => {
      const [args, options] = await way.send(request);
      return settles(method, args, options);
    };
    const refusesFor = async (request, ...expected) => {
      const [args, options] = await way.send(request);
      return refuses(method, args, expected, options);
    };

    it("settles a payment once", async () => {
      const request = await way.request();
      await accepts(request);
      await refusesFor(request, "AlreadySettled", ref(request));
    });

    it("says of a settled payment that it is settled, even after the deadline", async () => {
      const request = await way.request();
      await accepts(request);
      await mineAt(DEADLINE);
      await refusesFor(request, "AlreadySettled", ref(request));
    });

    it("settles two payments that differ in their id alone", async () => {
      await accepts(await way.request());
      await accepts(await way.request({ id: `0x${"01".repeat(32)}` }));
    });

    it("settles in the last second before the deadline", async () => {
      const request = await way.request();
      const [args, options] = await way.send(request);
      await nextBlockAt(DEADLINE - 1n);
      await settles(method, args, options);
    });

    it("refuses in the second of the deadline", async () => {
      const request = await way.request();
      await mineAt(DEADLINE);
      await refusesFor(request, "Expired", DEADLINE);
    });

    it("settles an amount of one", async () => {
      await accepts(await way.request({ amount: 1n }));
    });

    it("refuses an amount of zero", async () => {
      await refusesFor(await way.request({ amount: 0n }), "ZeroAmount");
    });

    it("refuses the zero address as payee", async () => {
      await refusesFor(await way.request({ payee: ZeroAddress }), "InvalidPayee", ZeroAddress);
    });

    it("refuses the contract itself as payee", async () => {
      await refusesFor(await way.request({ payee: settlementAddress }), "InvalidPayee", settlementAddress);
    });

    it("refuses the payer as payee", async () => {
      await refusesFor(await way.request({ payee: payer.address }), "SelfPayment", payer.address);
    });

    it("leaves nothing in the contract", async () => {
      await accepts(await way.request());
      assert.equal(await token.balanceOf(settlementAddress), 0n);
      assert.equal(await provider.getBalance(settlementAddress), 0n);
    });
  });
}

describe("the contract", () => {
  freshStatePerTest();

  it("takes no coins outside a payment", async () => {
    await assert.rejects(payer.call({ to: settlementAddress, value: 1n }), { code: "CALL_EXCEPTION" });
    await assert.rejects(payer.call({ to: settlementAddress, value: 1n, data: "0x12345678" }), {
      code: "CALL_EXCEPTION",
    });
  });

  it("takes no coins with a payment in a token", async () => {
    token = await deployToken("TestDollar");
    for (const method of Object.keys(ways).filter((name) => name !== "payNative")) {
      const [args] = await ways[method].send(await ways[method].request());
      const data = settlement.interface.encodeFunctionData(method, args);
      await assert.rejects(payer.call({ to: settlementAddress, value: 1n, data }), { code: "CALL_EXCEPTION" });
      await payer.call({ to: settlementAddress, data });
    }
  });

  it("has four ways to pay, two questions and nothing else", () => {
    const functions = settlement.interface.fragments.filter((fragment) => fragment.type === "function");
    assert.deepEqual(
      functions.map((fragment) => fragment.name).sort(),
      [...Object.keys(ways), "refOf", "settled"].sort(),
    );
  });
});

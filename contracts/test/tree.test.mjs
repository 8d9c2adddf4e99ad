/** Refs and roots: what the contract computes is what lib/ computes, for every shape of tree. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ZeroHash, concat, getAddress, getCreateAddress, keccak256, randomBytes, toBigInt, hexlify } from "ethers";
import { refOf, refundRefOf } from "../lib/payment.mjs";
import { leafOf, treeOf } from "../lib/tree.mjs";
import { AMOUNT, chainId, freshStatePerTest, provider, stranger } from "./world.mjs";
import { COIN, args, coinRequest, ref, refuses, request, settlement, settlementAddress, settles } from "./settlement.mjs";

const randomPrice = () => ({ token: getAddress(hexlify(randomBytes(20))), amount: toBigInt(randomBytes(11)) + 1n });

describe("ref", () => {
  freshStatePerTest();

  it("is the hash of chain, contract and all fields", async () => {
    const asked = coinRequest();
    assert.equal(await settlement.refOf(asked.payment), ref(asked));
  });

  const changes = { id: ZeroHash, payee: stranger.address, root: ZeroHash, deadline: 1n };
  for (const [field, value] of Object.entries(changes)) {
    it(`is another one when ${field} is changed`, async () => {
      const { payment } = coinRequest();
      const changed = { ...payment, [field]: value };
      assert.notEqual(await settlement.refOf(changed), await settlement.refOf(payment));
      assert.equal(await settlement.refOf(changed), ref({ payment: changed }));
    });
  }

  it("is another one on another contract", async () => {
    const elsewhere = getCreateAddress({ from: stranger.address, nonce: 0 });
    await provider.send("hardhat_setCode", [elsewhere, await provider.getCode(settlementAddress)]);
    const { payment } = coinRequest();
    assert.equal(await settlement.attach(elsewhere).refOf(payment), refOf(chainId, elsewhere, payment));
    assert.notEqual(refOf(chainId, elsewhere, payment), ref({ payment }));
  });

  it("of a refund is the hash of the payment's ref and the refund's id", async () => {
    const [paid, id] = [ref(coinRequest()), ZeroHash];
    assert.equal(await settlement.refundRefOf(paid, id), refundRefOf(paid, id));
  });

  it("cannot be blocked by somebody who pays junk under the same id", async () => {
    const asked = coinRequest();
    const junk = coinRequest({ payee: stranger.address, amount: 1n, others: [] });
    await settles("payNative", junk, [], { value: 1n });
    await settles("payNative", asked, [], { value: AMOUNT });
  });

  it("of a payment with a changed field stays open when the original is paid", async () => {
    const changed = coinRequest({ amount: 1n });
    await settles("payNative", coinRequest(), [], { value: AMOUNT });
    assert.equal(await settlement.settled(ref(changed)), false);
    await settles("payNative", changed, [], { value: 1n });
    await refuses("payNative", args(changed), ["AlreadySettled", ref(changed)], { value: 1n });
  });
});

describe("the tree of prices", () => {
  freshStatePerTest();

  it("of one price is its leaf", () => {
    const price = randomPrice();
    assert.equal(treeOf([price]).root, leafOf(price));
  });

  it("has the same root in any order of its prices", () => {
    const prices = Array.from({ length: 5 }, randomPrice);
    assert.equal(treeOf(prices).root, treeOf(prices.toReversed()).root);
  });

  for (const size of [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 33]) {
    it(`of ${size} prices lets each of them pay, and no other`, async () => {
      const others = Array.from({ length: size - 1 }, randomPrice);
      const asked = request({ token: COIN, amount: AMOUNT }, { others });
      const data = settlement.interface.encodeFunctionData("payNative", args(asked));
      await stranger.call({ to: settlementAddress, value: AMOUNT, data });
      for (const price of asked.prices.slice(1)) {
        // A price in a token without code: the proof is looked at after that, so pretend that there is code.
        await provider.send("hardhat_setCode", [price.token, "0x00"]);
        // The token answers nothing to balanceOf: the payment got past the proof, and fails there.
        await refuses("payToken", args({ ...asked, price }), []);
        const wrong = { ...price, amount: price.amount + 1n };
        await refuses("payToken", args({ ...asked, price: wrong }), ["NotAccepted", price.token, wrong.amount]);
      }
    });
  }

  it("does not take a node for a leaf", async () => {
    const [a, b] = [randomPrice(), randomPrice()].map(leafOf).sort();
    const node = keccak256(concat([a, b]));
    // What a node hashes, read as a price: its token has more than 20 bytes, and it is hashed once, not twice.
    assert.notEqual(keccak256(node), leafOf({ token: COIN, amount: 0n }));
    const asked = request({ token: COIN, amount: AMOUNT });
    const forged = { ...asked, payment: { ...asked.payment, root: node } };
    for (const proof of [[], [a], [b], [a, b], [node]]) {
      const price = { token: COIN, amount: AMOUNT, proof };
      await refuses("payNative", args({ ...forged, price }), ["NotAccepted", COIN, AMOUNT], { value: AMOUNT });
    }
  });
});

/** The ERC-7730 descriptors fit the standard's schema and the contract's ABI, and a wallet shows payer and payee what happens. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { Interface, TypedDataEncoder, ZeroAddress } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { deploymentOf } from "../lib/deployer.mjs";
import { functionOf, readDescriptorSchema, readDescriptors, shownBy } from "../lib/descriptors.mjs";
import { PERMIT2, accepting, authorizationMessage, permit2Message, permitMessage, refOf } from "../lib/payment.mjs";

const { abi, bytecode } = readArtifact("PaymentSettlement");
const { address: settlement } = deploymentOf(bytecode);
const contract = new Interface(abi);
const descriptors = readDescriptors();
const calldata = descriptors["calldata-PaymentSettlement.json"];
const ofPermit2 = descriptors["eip712-Permit2-Payment.json"];
const ofTokens = descriptors["eip712-token-messages.json"];

const PAYER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const TOKEN = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const ID = `0x${"11".repeat(32)}`;
const DEADLINE = 1_893_542_400n;
const { payment, prices } = accepting(
  [
    { token: TOKEN, amount: 125_500_000n },
    { token: ZeroAddress, amount: 30_000_000_000_000_000n },
  ],
  { id: ID, payee: PAYEE, deadline: DEADLINE },
);
const [price, coins] = prices;
const UNTIL = DEADLINE - 3_600n;
const SIGNATURE = { v: 27, r: ID, s: ID };

/** A token with six decimals at TOKEN, and none elsewhere. */
function tokenAt(address) {
  assert.equal(address, TOKEN, "a token that the wallet does not know");
  return { symbol: "USDC", decimals: 6 };
}

/** The signed call as a wallet sees it: only bytes, a value and the addresses. */
function shownCall(method, parameters, value = 0n) {
  const data = contract.encodeFunctionData(method, parameters);
  const [key] = Object.keys(calldata.display.formats).filter((one) => data.startsWith(functionOf(one).selector));
  const values = new Interface([functionOf(key)]).decodeFunctionData(method, data).toObject(true);
  return shownBy(calldata.display.formats[key], values, { from: PAYER, to: settlement, value }, tokenAt);
}

function shownMessage(descriptor, { types, message }, to) {
  const key = TypedDataEncoder.from(types).encodeType(TypedDataEncoder.getPrimaryType(types));
  return shownBy(descriptor.display.formats[key], message, { from: PAYER, to, value: 0n }, tokenAt);
}

/** Paths of all values in the parameters, as { path: type }. */
function leaves(inputs, prefix = "") {
  return Object.assign(
    {},
    ...inputs.map(({ name, type, components, arrayChildren }) => {
      const path = `${prefix}${name}`;
      if (components) {
        return leaves(components, `${path}.`);
      }
      return arrayChildren ? { [`${path}.[]`]: arrayChildren.type } : { [path]: type };
    }),
  );
}

/** The same of a message's key, "A(B b,uint256 c)B(address d)". */
function messageLeaves(key) {
  const types = Object.fromEntries(
    [...key.matchAll(/(\w+)\(([^()]*)\)/g)].map(([, name, members]) => [name, members.split(",").map((one) => one.split(" "))]),
  );
  const walk = (name, prefix) =>
    types[name].flatMap(([type, member]) =>
      type in types ? walk(type, `${prefix}${member}.`) : [[`${prefix}${member}`, type]],
    );
  return Object.fromEntries(walk(Object.keys(types)[0], ""));
}

function requireCovered(format, values) {
  const paths = format.fields.map(({ path }) => path);
  const own = paths.filter((path) => !path.startsWith("@."));
  assert.deepEqual([...own].sort(), Object.keys(values).sort(), "every value has one field, shown or not on purpose");
  const formats = { address: ["addressName"], uint256: ["tokenAmount", "amount", "date"] };
  for (const { path, format: shown, params, visible } of format.fields) {
    if (visible === "always" || visible === "optional") {
      const type = path === "@.value" ? "uint256" : values[path];
      assert.ok((formats[type] ?? ["raw"]).includes(shown), `${path} of type ${type} as ${shown}`);
    }
    if (shown === "tokenAmount" && !params.tokenPath.startsWith("@.")) {
      assert.equal(values[params.tokenPath], "address");
    }
  }
  for (const [, path] of format.interpolatedIntent.matchAll(/\{(.+?)\}/g)) {
    assert.ok(format.fields.some((field) => field.path === path && field.visible === "always"), `${path} in the intent`);
  }
}

describe("ERC-7730 descriptors", () => {
  const fits = new Ajv2020({ strict: false }).compile(readDescriptorSchema());
  for (const [name, descriptor] of Object.entries(descriptors)) {
    it(`${name} fits the schema`, () => {
      assert.ok(fits(descriptor), JSON.stringify(fits.errors, null, 2));
    });

    const official = process.env.ERC7730_SCHEMA;
    it(`${name} fits the schema of the registry`, { skip: !official && "ERC7730_SCHEMA names no copy of it" }, () => {
      const check = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(readFileSync(official, "utf8")));
      assert.ok(check(descriptor), JSON.stringify(check.errors, null, 2));
    });
  }

  it("with a fault do not fit the schema", () => {
    const field = calldata.display.formats[Object.keys(calldata.display.formats)[1]].fields[0];
    for (const wrong of [{ format: "tokenamount" }, { params: {} }, { params: { token: 1 } }, { visible: "sometimes" }, { path: "$.x" }]) {
      const changed = structuredClone(calldata);
      Object.assign(Object.values(changed.display.formats)[1].fields[0], wrong);
      assert.equal(fits(changed), false, JSON.stringify({ ...field, ...wrong }));
    }
  });

  it("are for the contract and Permit2 where they are", () => {
    for (const { address } of calldata.context.contract.deployments) {
      assert.equal(address, settlement);
    }
    for (const { address } of ofPermit2.context.eip712.deployments) {
      assert.equal(address, PERMIT2);
    }
    const chains = ({ deployments }) => deployments.map(({ chainId }) => chainId);
    assert.deepEqual(chains(ofPermit2.context.eip712), chains(calldata.context.contract));
  });

  it("have every function that changes something, and no other", () => {
    const changing = abi.filter(({ type, stateMutability }) => type === "function" && !["view", "pure"].includes(stateMutability));
    const selectors = changing.map(({ name }) => contract.getFunction(name).selector);
    assert.deepEqual(Object.keys(calldata.display.formats).map((key) => functionOf(key).selector).sort(), selectors.sort());
  });

  for (const [key, format] of Object.entries(calldata.display.formats)) {
    it(`of ${format.$id} name the parameters as the ABI does, and show amounts and addresses as such`, () => {
      const inABI = contract.getFunction(functionOf(key).selector);
      assert.equal(functionOf(key).format("full").replace(/ payable/, ""), inABI.format("full").replace(/ payable/, ""));
      requireCovered(format, leaves(inABI.inputs));
    });
  }

  for (const [key, format] of [ofPermit2, ofTokens].flatMap(({ display }) => Object.entries(display.formats))) {
    it(`of ${format.$id} show amounts and addresses as such`, () => requireCovered(format, messageLeaves(key)));
  }

  it("show a payment in a token with its decimals and symbol", () => {
    const lines = { Amount: "125.5 USDC", To: PAYEE, "Valid until": "2030-01-01T23:00:00.000Z", "Payment deadline": "2030-01-02T00:00:00.000Z" };
    const paid = { intent: "Pay", title: `Pay 125.5 USDC to ${PAYEE}`, lines };
    assert.deepEqual(shownCall("payToken", [payment, price, UNTIL]), paid);
    assert.deepEqual(shownCall("payTokenWithPermit", [payment, price, UNTIL, SIGNATURE]), paid);
    assert.deepEqual(shownMessage(ofPermit2, permit2Message(settlement, payment, price, UNTIL, ID), PERMIT2), paid);
    const sent = { intent: "Send a signed payment", title: `Send the payment of 125.5 USDC from ${PAYER} to ${PAYEE}`, lines: { ...lines, From: PAYER } };
    assert.deepEqual(shownCall("payTokenWithAuthorization", [payment, price, UNTIL, PAYER, SIGNATURE]), sent);
    assert.deepEqual(shownCall("payTokenWithPermit2", [payment, price, UNTIL, PAYER, "0x12"]), sent);
  });

  it("show a payment in coins with the value that leaves the wallet", () => {
    const { title } = shownCall("payNative", [payment, coins, UNTIL], coins.amount);
    assert.equal(title, `Pay 0.03 coins to ${PAYEE}`);
    assert.throws(() => shownCall("payNative", [payment, price, UNTIL], 1n), /price\.token/);
  });

  it("show a refund in the token or the coin that was paid", () => {
    const what = (amount) => ({ id: ID, to: PAYER, amount, deadline: DEADLINE });
    assert.equal(shownCall("refund", [payment, price, what(25_500_000n)]).title, `Refund 25.5 USDC to ${PAYER}`);
    assert.equal(shownCall("refund", [payment, coins, what(10n ** 16n)], 10n ** 16n).title, `Refund 0.01 coins to ${PAYER}`);
  });

  it("show what the token's own messages allow, to this contract only", () => {
    const ref = refOf(1, settlement, payment);
    const permit = (spender) => permitMessage(spender, price, UNTIL, PAYER, 0n);
    const authorization = (to) => authorizationMessage(to, price, UNTIL, PAYER, ref);
    assert.equal(shownMessage(ofTokens, permit(settlement), TOKEN).title, "Allow PaymentSettlement to take 125.5 USDC");
    const shown = shownMessage(ofTokens, authorization(settlement), TOKEN);
    assert.equal(shown.title, "Pay 125.5 USDC through PaymentSettlement");
    assert.equal(shown.lines["Payment ref"], ref);
    for (const [descriptor, message] of [
      [ofTokens, permit(PAYEE)],
      [ofTokens, authorization(PAYEE)],
      [ofPermit2, permit2Message(PAYEE, payment, price, UNTIL, ID)],
    ]) {
      assert.throws(() => shownMessage(descriptor, message, TOKEN), /(spender|to) is 0x7099/);
    }
  });
});

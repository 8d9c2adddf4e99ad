/** Worked examples for other implementations: refs, call data, the event and both signed messages, as hex. */
import { join } from "node:path";
import { Interface, SigningKey, TypedDataEncoder, Wallet, ZeroAddress, computeAddress } from "ethers";
import { readArtifact } from "./artifact.mjs";
import { root } from "./compile.mjs";
import { depositAddressOf, depositRefOf, factoryDeployment } from "./deposit.mjs";
import { authorizationMessage, permitMessage, refOf, sign } from "./payment.mjs";

export const vectorsPath = join(root, "artifact", "vectors.json");

const CHAIN_ID = 31337;
const SETTLEMENT = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const TOKEN = { name: "Test Dollar", version: "1", address: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512" };
const PAYER_KEY = `0x${"11".repeat(32)}`; // for examples only
const PAYMENT = {
  id: "0x000000000000000000000000000000000190163d8694739bafd1e2b3c4d5e6f7",
  payee: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  token: TOKEN.address,
  amount: "125500000",
  deadline: "1893542400",
};

/** The file's text. Signatures are deterministic, so it is the same each time. */
export async function renderVectors() {
  const contract = new Interface(readArtifact("PaymentSettlement").abi);
  const payer = computeAddress(new SigningKey(PAYER_KEY));
  const wallet = new Wallet(PAYER_KEY);
  const domain = { name: TOKEN.name, version: TOKEN.version, chainId: CHAIN_ID, verifyingContract: TOKEN.address };
  const native = { ...PAYMENT, token: ZeroAddress };
  const ref = refOf(CHAIN_ID, SETTLEMENT, PAYMENT);
  const permit = await signed(wallet, domain, permitMessage(SETTLEMENT, PAYMENT, payer, "0"));
  const authorization = await signed(wallet, domain, authorizationMessage(SETTLEMENT, PAYMENT, payer, ref));
  const event = contract.encodeEventLog("Settled", [
    ref,
    PAYMENT.id,
    PAYMENT.payee,
    PAYMENT.token,
    PAYMENT.amount,
    payer,
  ]);
  const vectors = {
    chainId: CHAIN_ID,
    settlement: SETTLEMENT,
    payer: { address: payer, privateKey: PAYER_KEY },
    tokenDomain: domain,
    payment: PAYMENT,
    ref,
    nativePayment: native,
    nativeRef: refOf(CHAIN_ID, SETTLEMENT, native),
    calldata: {
      payNative: contract.encodeFunctionData("payNative", [native]),
      payToken: contract.encodeFunctionData("payToken", [PAYMENT]),
      payTokenWithPermit: contract.encodeFunctionData("payTokenWithPermit", [PAYMENT, permit.signature]),
      payTokenWithAuthorization: contract.encodeFunctionData("payTokenWithAuthorization", [
        PAYMENT,
        payer,
        authorization.signature,
      ]),
      settled: contract.encodeFunctionData("settled", [ref]),
      refOf: contract.encodeFunctionData("refOf", [PAYMENT]),
    },
    settledLog: { topics: event.topics, data: event.data },
    permit,
    authorization,
    deposit: depositVectors(),
  };
  return `${JSON.stringify(vectors, (_, value) => (typeof value === "bigint" ? value.toString() : value), 2)}\n`;
}

/** A plain transfer for the same payment: where it goes, and how it is swept. */
function depositVectors() {
  const { abi, bytecode } = readArtifact("DepositAddresses");
  const factory = new Interface(abi);
  const { address } = factoryDeployment(bytecode);
  const ref = depositRefOf(PAYMENT.id);
  const deposit = depositAddressOf(address, PAYMENT.payee, ref);
  const sweeps = [PAYMENT.token, ZeroAddress].map((token) => ({ payee: PAYMENT.payee, ref, token }));
  const event = factory.encodeEventLog("Swept", [deposit, PAYMENT.payee, PAYMENT.token, PAYMENT.amount]);
  return {
    factory: address,
    ref,
    address: deposit,
    calldata: {
      addressOf: factory.encodeFunctionData("addressOf", [PAYMENT.payee, ref]),
      held: factory.encodeFunctionData("held", [sweeps]),
      sweep: factory.encodeFunctionData("sweep", [sweeps[0]]),
      sweepAll: factory.encodeFunctionData("sweepAll", [sweeps]),
    },
    sweptLog: { topics: event.topics, data: event.data },
  };
}

async function signed(wallet, domain, typed) {
  const digest = TypedDataEncoder.hash(domain, typed.types, typed.message);
  return { message: typed.message, digest, signature: await sign(wallet, domain, typed) };
}

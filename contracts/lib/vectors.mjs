/** Worked examples for other implementations: refs, call data, the event and both signed messages, as hex. */
import { join } from "node:path";
import { Interface, SigningKey, TypedDataEncoder, Wallet, ZeroAddress, computeAddress } from "ethers";
import { readArtifact } from "./artifact.mjs";
import { root } from "./compile.mjs";
import { depositAddressOf, depositRefOf, factoryDeployment } from "./deposit.mjs";
import { authorizationMessage, permitMessage, refOf, sign } from "./payment.mjs";
import * as second from "./payment2.mjs";

export const vectorsPath = join(root, "artifact", "vectors.json");

const CHAIN_ID = 31337;
const SETTLEMENT = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const TOKEN = { name: "Test Dollar", version: "1", address: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512" };
const SECOND_SETTLEMENT = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
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
    second: await secondVectors(wallet, domain),
  };
  return `${JSON.stringify(vectors, (_, value) => (typeof value === "bigint" ? value.toString() : value), 2)}\n`;
}

/** The same payment on the second contract, which accepts the token, the coin and a token with 18 decimals. */
async function secondVectors(wallet, domain) {
  const contract = new Interface(readArtifact("PaymentSettlementV2").abi);
  const { id, payee, token, amount, deadline } = PAYMENT;
  const accepted = [
    { token, amount },
    { token: ZeroAddress, amount },
    { token: "0x6B175474E89094C44Da98b954EedeAC495271d0F", amount: `${amount}000000000000` },
  ];
  const { payment, prices } = second.accepting(accepted, { id, payee, deadline });
  const [price, coins] = prices;
  const validBefore = `${Number(deadline) - 3600}`;
  const ref = second.refOf(CHAIN_ID, SECOND_SETTLEMENT, payment);
  const over = second.signable(price, validBefore);
  const permit = await signed(wallet, domain, permitMessage(SECOND_SETTLEMENT, over, wallet.address, "0"));
  const authorization = await signed(wallet, domain, authorizationMessage(SECOND_SETTLEMENT, over, wallet.address, ref));
  const { types, message } = second.permit2Message(SECOND_SETTLEMENT, payment, price, validBefore, ref);
  const permit2Domain = second.permit2Domain(CHAIN_ID);
  const permit2 = {
    domain: permit2Domain,
    message,
    digest: TypedDataEncoder.hash(permit2Domain, types, message),
    signature: await wallet.signTypedData(permit2Domain, types, message),
  };
  const refund = { id: `0x${"00".repeat(16)}01901a3d8694739bafd1e2b3c4d5e6f7`, to: wallet.address, amount: "25500000", deadline };
  const refundRef = second.refundRefOf(ref, refund.id);
  const encode = (name, ...further) => contract.encodeFunctionData(name, [payment, ...further]);
  return {
    settlement: SECOND_SETTLEMENT,
    payment,
    prices,
    ref,
    validBefore,
    calldata: {
      payNative: encode("payNative", coins, validBefore),
      payToken: encode("payToken", price, validBefore),
      payTokenWithPermit: encode("payTokenWithPermit", price, validBefore, permit.signature),
      payTokenWithAuthorization: encode(
        "payTokenWithAuthorization",
        price,
        validBefore,
        wallet.address,
        authorization.signature,
      ),
      payTokenWithPermit2: encode("payTokenWithPermit2", price, validBefore, wallet.address, permit2.signature),
      refund: encode("refund", price, refund),
      settled: contract.encodeFunctionData("settled", [ref]),
      refOf: contract.encodeFunctionData("refOf", [payment]),
    },
    settledLog: contract.encodeEventLog("Settled", [ref, id, payee, token, amount, wallet.address]),
    permit,
    authorization,
    permit2,
    refund,
    refundRef,
    refundedLog: contract.encodeEventLog("Refunded", [ref, refundRef, refund.amount]),
    refundSettledLog: contract.encodeEventLog("Settled", [
      refundRef,
      refund.id,
      refund.to,
      token,
      refund.amount,
      payee,
    ]),
  };
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

/** Worked examples for other implementations: refs, call data, the events and the signed messages, as hex. */
import { join } from "node:path";
import { Interface, TypedDataEncoder, Wallet, ZeroAddress } from "ethers";
import { readArtifact } from "./artifact.mjs";
import { root } from "./compile.mjs";
import { deploymentOf } from "./deployer.mjs";
import { depositAddressOf, depositRefOf } from "./deposit.mjs";
import {
  accepting,
  authorizationMessage,
  permit2Domain,
  permit2Message,
  permitMessage,
  refOf,
  refundRefOf,
  sign,
} from "./payment.mjs";

export const vectorsPath = join(root, "artifact", "vectors.json");

const CHAIN_ID = 31337;
const TOKEN = { name: "Test Dollar", version: "1", address: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512" };
const PAYER_KEY = `0x${"11".repeat(32)}`; // for examples only
const ID = "0x000000000000000000000000000000000190163d8694739bafd1e2b3c4d5e6f7";
const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const AMOUNT = "125500000";
const DEADLINE = "1893542400";
/** The payment accepts the token, the coin and a token with 18 decimals. */
const ACCEPTED = [
  { token: TOKEN.address, amount: AMOUNT },
  { token: ZeroAddress, amount: AMOUNT },
  { token: "0x6B175474E89094C44Da98b954EedeAC495271d0F", amount: `${AMOUNT}000000000000` },
];

/** The file's text. Signatures are deterministic, so it is the same each time. */
export async function renderVectors() {
  const { abi, bytecode } = readArtifact("PaymentSettlement");
  const contract = new Interface(abi);
  const { address: settlement } = deploymentOf(bytecode);
  const wallet = new Wallet(PAYER_KEY);
  const domain = { name: TOKEN.name, version: TOKEN.version, chainId: CHAIN_ID, verifyingContract: TOKEN.address };
  const { payment, prices } = accepting(ACCEPTED, { id: ID, payee: PAYEE, deadline: DEADLINE });
  const [price, coins] = prices;
  const validBefore = `${Number(DEADLINE) - 3600}`;
  const ref = refOf(CHAIN_ID, settlement, payment);
  const permit = await signed(wallet, domain, permitMessage(settlement, price, validBefore, wallet.address, "0"));
  const authorization = await signed(
    wallet,
    domain,
    authorizationMessage(settlement, price, validBefore, wallet.address, ref),
  );
  const { types, message } = permit2Message(settlement, payment, price, validBefore, ref);
  const ofPermit2 = permit2Domain(CHAIN_ID);
  const permit2 = {
    domain: ofPermit2,
    message,
    digest: TypedDataEncoder.hash(ofPermit2, types, message),
    signature: await wallet.signTypedData(ofPermit2, types, message),
  };
  const refund = {
    id: `0x${"00".repeat(16)}01901a3d8694739bafd1e2b3c4d5e6f7`,
    to: wallet.address,
    amount: "25500000",
    deadline: DEADLINE,
  };
  const refundRef = refundRefOf(ref, refund.id);
  const encode = (name, ...further) => contract.encodeFunctionData(name, [payment, ...further]);
  const vectors = {
    chainId: CHAIN_ID,
    settlement,
    payer: { address: wallet.address, privateKey: PAYER_KEY },
    tokenDomain: domain,
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
    settledLog: contract.encodeEventLog("Settled", [ref, ID, PAYEE, price.token, AMOUNT, wallet.address]),
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
      price.token,
      refund.amount,
      PAYEE,
    ]),
    deposit: depositVectors(),
  };
  return `${JSON.stringify(vectors, (_, value) => (typeof value === "bigint" ? value.toString() : value), 2)}\n`;
}

/** A plain transfer for the same payment: where it goes, and how it is swept. */
function depositVectors() {
  const { abi, bytecode } = readArtifact("DepositAddresses");
  const factory = new Interface(abi);
  const { address } = deploymentOf(bytecode);
  const ref = depositRefOf(ID);
  const deposit = depositAddressOf(address, PAYEE, ref);
  const sweeps = [TOKEN.address, ZeroAddress].map((token) => ({ payee: PAYEE, ref, token }));
  const event = factory.encodeEventLog("Swept", [deposit, PAYEE, TOKEN.address, AMOUNT]);
  return {
    factory: address,
    ref,
    address: deposit,
    calldata: {
      addressOf: factory.encodeFunctionData("addressOf", [PAYEE, ref]),
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

/** What the second contract and a payer's wallet compute, in JavaScript: refs, calls' prices and Permit2's message. */
import { AbiCoder, keccak256 } from "ethers";
import { treeOf } from "./tree.mjs";

/** At this address on every chain that has it. */
export const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

const FIELDS = ["uint256", "address", "bytes32", "address", "bytes32", "uint256"];

/** A payment that accepts these prices, and each price with its proof. */
export function accepting(prices, { id, payee, deadline }) {
  const { root, proofOf } = treeOf(prices);
  return {
    payment: { id, payee, root, deadline },
    prices: prices.map(({ token, amount }) => ({ token, amount, proof: proofOf({ token, amount }) })),
  };
}

/** The ref of a payment on this chain and contract. */
export function refOf(chainId, settlement, { id, payee, root, deadline }) {
  return keccak256(AbiCoder.defaultAbiCoder().encode(FIELDS, [chainId, settlement, id, payee, root, deadline]));
}

/** The ref of a refund of the payment with this ref. */
export function refundRefOf(ref, id) {
  return keccak256(AbiCoder.defaultAbiCoder().encode(["bytes32", "bytes32"], [ref, id]));
}

/** What a permit or an authorization is over: the fields that the messages of payment.mjs read. */
export function signable(price, validBefore) {
  return { amount: price.amount, deadline: validBefore };
}

/** Permit2: gives the price's amount to the payment that it shows as witness. Domain: permit2Domain. */
export function permit2Message(settlement, payment, price, validBefore, ref) {
  return {
    types: {
      PermitWitnessTransferFrom: [
        { name: "permitted", type: "TokenPermissions" },
        { name: "spender", type: "address" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
        { name: "witness", type: "Payment" },
      ],
      Payment: [
        { name: "id", type: "bytes32" },
        { name: "payee", type: "address" },
        { name: "root", type: "bytes32" },
        { name: "deadline", type: "uint256" },
      ],
      TokenPermissions: [
        { name: "token", type: "address" },
        { name: "amount", type: "uint256" },
      ],
    },
    message: {
      permitted: { token: price.token, amount: price.amount },
      spender: settlement,
      nonce: BigInt(ref),
      deadline: validBefore,
      witness: payment,
    },
  };
}

/** Permit2's own domain, which has no version. */
export function permit2Domain(chainId) {
  return { name: "Permit2", chainId, verifyingContract: PERMIT2 };
}

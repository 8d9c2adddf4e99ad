/** What the contract and a payer's wallet compute, in JavaScript: refs, prices with their proofs, and the three messages a payer may sign. */
import { AbiCoder, Signature, keccak256 } from "ethers";
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

/** ERC-2612: lets the contract take the amount from the owner. `nonce` is the token's nonces(owner). */
export function permitMessage(settlement, price, validBefore, owner, nonce) {
  return {
    types: {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    message: { owner, spender: settlement, value: price.amount, nonce, deadline: validBefore },
  };
}

/** ERC-3009: gives the amount to the contract, for the payment with this ref and no other. */
export function authorizationMessage(settlement, price, validBefore, payer, ref) {
  return {
    types: {
      ReceiveWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    message: {
      from: payer,
      to: settlement,
      value: price.amount,
      validAfter: 0n,
      validBefore,
      nonce: ref,
    },
  };
}

/** Signs a permit or an authorization for the token's domain { name, version, chainId, verifyingContract }. */
export async function sign(wallet, domain, { types, message }) {
  const { v, r, s } = Signature.from(await wallet.signTypedData(domain, types, message));
  return { v, r, s };
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

/** What the contract and a payer's wallet compute, in JavaScript: refs and the two messages a payer may sign. */
import { AbiCoder, Signature, keccak256 } from "ethers";

const FIELDS = ["uint256", "address", "bytes32", "address", "address", "uint256", "uint256"];

/** The ref of a payment on this chain and contract. */
export function refOf(chainId, settlement, { id, payee, token, amount, deadline }) {
  return keccak256(
    AbiCoder.defaultAbiCoder().encode(FIELDS, [chainId, settlement, id, payee, token, amount, deadline]),
  );
}

/** ERC-2612: lets the contract take the amount from the owner. `nonce` is the token's nonces(owner). */
export function permitMessage(settlement, payment, owner, nonce) {
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
    message: { owner, spender: settlement, value: payment.amount, nonce, deadline: payment.deadline },
  };
}

/** ERC-3009: gives the amount to the contract, for the payment with this ref and no other. */
export function authorizationMessage(settlement, payment, payer, ref) {
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
      value: payment.amount,
      validAfter: 0n,
      validBefore: payment.deadline,
      nonce: ref,
    },
  };
}

/** Signs one of the messages above for the token's domain { name, version, chainId, verifyingContract }. */
export async function sign(wallet, domain, { types, message }) {
  const { v, r, s } = Signature.from(await wallet.signTypedData(domain, types, message));
  return { v, r, s };
}

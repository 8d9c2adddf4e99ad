/** Where plain transfers go, computed without a chain. */
import { AbiCoder, concat, getCreate2Address, getCreateAddress, keccak256 } from "ethers";

/** The ref of a payment's address. Neither chain nor token is in it: one address takes all of them. */
export function depositRefOf(id) {
  return keccak256(AbiCoder.defaultAbiCoder().encode(["bytes32"], [id]));
}

/** The address of a payee and a ref. It is that of a clone whose code ends with the payee. */
export function depositAddressOf(factory, payee, ref) {
  const implementation = getCreateAddress({ from: factory, nonce: 1 });
  const code = concat([
    "0x6100413d81600a3d39f3363d3d373d3d3d363d73",
    implementation,
    "0x5af43d82803e903d91602b57fd5bf3",
    payee,
  ]);
  return getCreate2Address(factory, ref, keccak256(code));
}

/** Where plain transfers go, computed without a chain, and how the factory gets the same address on every chain. */
import { AbiCoder, ZeroHash, concat, getCreate2Address, getCreateAddress, keccak256 } from "ethers";

/** Creates contracts with CREATE2 from salt and creation code; at this address on nearly every chain. No key owns it. */
export const DEPLOYER = {
  address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  code: "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3",
};

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

/** The factory's address on every chain that has the deployer, and the transaction that puts it there. */
export function factoryDeployment(bytecode) {
  return {
    address: getCreate2Address(DEPLOYER.address, ZeroHash, keccak256(bytecode)),
    transaction: { to: DEPLOYER.address, data: concat([ZeroHash, bytecode]) },
  };
}

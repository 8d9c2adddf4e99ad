/** How the contracts get the same address on every chain. */
import { ZeroHash, concat, getCreate2Address, keccak256 } from "ethers";

/** Creates contracts with CREATE2 from salt and creation code; at this address on nearly every chain. No key owns it. */
export const DEPLOYER = {
  address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  code: "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3",
};

/** The address of this creation code on every chain that has the deployer, and the transaction that puts it there. */
export function deploymentOf(bytecode) {
  return {
    address: getCreate2Address(DEPLOYER.address, ZeroHash, keccak256(bytecode)),
    transaction: { to: DEPLOYER.address, data: concat([ZeroHash, bytecode]) },
  };
}

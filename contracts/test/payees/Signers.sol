// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice A wallet that is a contract and accepts what its owner signs (ERC-1271).
contract SigningWallet {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        address signer =
            ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer == _owner ? this.isValidSignature.selector : bytes4(0);
    }

    function approve(address token, address spender, uint256 amount) external {
        (bool done,) = token.call(abi.encodeWithSignature("approve(address,uint256)", spender, amount));
        require(done);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IPermit2} from "../../src/Permit2.sol";

interface ITransferable {
    function transferFrom(address from, address to, uint256 amount) external;
}

interface ISigner {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// @notice Does what Permit2 does for transfers with a witness, written from its published rules. For tests and the local
/// chain only: real chains have the real one.
contract StandInPermit2 is IPermit2 {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMISSIONS_TYPEHASH = keccak256("TokenPermissions(address token,uint256 amount)");
    string private constant TYPE_STUB =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";

    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    error SignatureExpired(uint256 signatureDeadline);
    error InvalidAmount(uint256 maxAmount);
    error InvalidNonce();
    error InvalidSigner();

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256("Permit2"), block.chainid, address(this)));
    }

    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessType,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        _use(owner, permit.nonce);
        bytes32 message = keccak256(
            abi.encode(
                keccak256(abi.encodePacked(TYPE_STUB, witnessType)),
                keccak256(abi.encode(PERMISSIONS_TYPEHASH, permit.permitted)),
                msg.sender,
                permit.nonce,
                permit.deadline,
                witness
            )
        );
        _requireSigned(owner, keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), message)), signature);
        ITransferable(permit.permitted.token).transferFrom(owner, details.to, details.requestedAmount);
    }

    function _use(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        if (nonceBitmap[owner][nonce >> 8] & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][nonce >> 8] |= bit;
    }

    function _requireSigned(address owner, bytes32 digest, bytes calldata signature) private view {
        if (owner.code.length > 0) {
            if (ISigner(owner).isValidSignature(digest, signature) != ISigner.isValidSignature.selector) {
                revert InvalidSigner();
            }
            return;
        }
        if (signature.length != 65) revert InvalidSigner();
        address signer =
            ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        if (signer == address(0) || signer != owner) revert InvalidSigner();
    }
}

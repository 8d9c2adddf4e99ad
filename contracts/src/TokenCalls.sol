// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice The part of ERC-20 that payments use.
interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice An allowance given by signature (ERC-2612).
interface IERC2612 {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;
}

/// @notice A transfer given by signature, which only its receiver may hand in (ERC-3009).
interface IERC3009 {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}

/// @title After a call through this library the token has raised no objection; otherwise the call reverted.
/// @dev Some tokens answer nothing where ERC-20 says "true" (USDT), some answer false where others revert. Nothing
/// and true count as success. Callers have made sure that there is code at the token's address, as a call to an
/// empty one succeeds.
library TokenCalls {
    /// @notice The token failed without a reason, or answered something other than true.
    error TokenRefused(address token);

    /// @dev Moves tokens that this contract holds.
    function push(address token, address to, uint256 amount) internal {
        invoke(token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    /// @dev Moves tokens that `from` allowed this contract to move.
    function pull(address token, address from, address to, uint256 amount) internal {
        invoke(token, abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
    }

    /// @dev Any other call to a token that answers true or nothing.
    function invoke(address token, bytes memory data) internal {
        (bool success, bytes memory answer) = token.call(data);
        if (!success) _fail(token, answer);
        if (answer.length != 0 && !_isTrue(answer)) revert TokenRefused(token);
    }

    /// @dev The word 1 and nothing else, as ERC-20's bool is encoded.
    function _isTrue(bytes memory answer) private pure returns (bool) {
        return answer.length == 32 && bytes32(answer) == bytes32(uint256(1));
    }

    /// @dev Passes the token's own reason on, so that a payer reads "insufficient balance" and not our paraphrase.
    function _fail(address token, bytes memory reason) private pure {
        if (reason.length == 0) revert TokenRefused(token);
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PlainToken} from "./PlainToken.sol";

/// @notice Answers false where others revert.
contract FalseTransferToken is PlainToken {
    function transfer(address, uint256) external pure override returns (bool) {
        return false;
    }
}

/// @notice Fails without a reason.
contract SilentTransferToken is PlainToken {
    function transfer(address, uint256) external pure override returns (bool) {
        revert();
    }
}

/// @notice Fails with all the gas it was given, as old compilers' assert does.
contract BurningToken is PlainToken {
    function transfer(address, uint256) external pure override returns (bool) {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

/// @notice Needs a lot of gas, and nearly all that a sweep of a batch may have.
contract HeavyToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        uint256 start = gasleft();
        while (start - gasleft() < 380_000) {}
        super._move(from, to, amount);
    }
}

/// @notice Like USDC: its issuer can block accounts.
contract BlockingToken is PlainToken {
    mapping(address account => bool) public blocked;

    error Blocked(address account);

    function setBlocked(address account, bool on) external {
        blocked[account] = on;
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (blocked[from]) revert Blocked(from);
        if (blocked[to]) revert Blocked(to);
        super._move(from, to, amount);
    }
}

/// @notice Like stETH: balances are shares of a pool, grow and shrink by themselves, and round down.
contract RebasingToken {
    uint256 private constant ONE = 1e18;
    uint256 private _perShare = ONE;
    mapping(address account => uint256) private _shares;

    function mint(address to, uint256 amount) external {
        _shares[to] += amount * ONE / _perShare;
    }

    /// @param perShare a share's worth, in parts of 10^18
    function rebase(uint256 perShare) external {
        _perShare = perShare;
    }

    function balanceOf(address account) public view returns (uint256) {
        return _shares[account] * _perShare / ONE;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    /// @dev Asks for no allowance: only the sums matter here.
    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        uint256 shares = amount * ONE / _perShare;
        _shares[from] -= shares;
        _shares[to] += shares;
        return true;
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PlainToken} from "./PlainToken.sol";
import {TestDollar} from "./TestDollar.sol";

/// @notice Keeps one percent of each transfer.
contract FeeToken is TestDollar {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount - amount / 100);
        super._move(from, address(0xfee), amount / 100);
    }
}

/// @notice Gives the receiver one unit more than was sent.
contract GenerousToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        balanceOf[to] += 1;
    }
}

/// @notice Takes the receiver's tokens instead of adding to them.
contract ShrinkingToken is PlainToken {
    function _move(address, address to, uint256) internal override {
        balanceOf[to] = 0;
    }
}

/// @notice Says that it moved the tokens, and did not.
contract LyingToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {}
}

/// @notice Answers false where others revert.
contract FalseToken is PlainToken {
    function transferFrom(address, address, uint256) external pure override returns (bool) {
        return false;
    }
}

/// @notice Moves the tokens, and answers with chosen bytes.
contract AnsweringToken is PlainToken {
    bytes private _answer;

    function setAnswer(bytes calldata answer) external {
        _answer = answer;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        _spend(from, amount);
        _move(from, to, amount);
        bytes memory answer = _answer;
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}

/// @notice Fails without a reason.
contract SilentToken is PlainToken {
    function transferFrom(address, address, uint256) external pure override returns (bool) {
        revert();
    }
}

/// @notice Like USDT: no answer to a transfer, and an allowance must be zero before it is set anew.
contract NoReturnToken {
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice Like USDT, with authorizations: its plain transfer answers nothing either.
contract NoReturnDollar is TestDollar {
    function transfer(address to, uint256 amount) external override returns (bool) {
        _move(msg.sender, to, amount);
        assembly ("memory-safe") {
            return(0, 0)
        }
    }
}

/// @notice Like WETH: accepts every unknown call, and does nothing.
contract PhantomToken is PlainToken {
    fallback() external {}
}

/// @notice Takes an authorization without a fee, and keeps one percent when the tokens are passed on.
contract FeeOnPushToken is TestDollar {
    function transfer(address to, uint256 amount) external override returns (bool) {
        _move(msg.sender, to, amount - amount / 100);
        return true;
    }
}

/// @notice Calls somebody in the middle of a transfer, as tokens with hooks do.
contract CallingToken is TestDollar {
    address private _target;
    bytes private _data;
    bool private _insists;
    bool public called;
    bytes public answer;

    /// @param insists whether a failing call fails the transfer.
    function setCall(address target, bytes calldata data, bool insists) external {
        (_target, _data, _insists) = (target, data, insists);
    }

    function _move(address from, address to, uint256 amount) internal virtual override {
        if (_target != address(0)) {
            (called, answer) = _target.call(_data);
            if (_insists && !called) {
                bytes memory reason = answer;
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
        super._move(from, to, amount);
    }
}

/// @notice Both at once: calls somebody in the middle of a transfer, and keeps one percent of it.
contract FeeCallingToken is CallingToken {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount - amount / 100);
        PlainToken._move(from, address(0xfee), amount / 100);
    }
}

/// @notice Like USDC: its issuer can pause all transfers. It also takes authorizations and permits.
contract PausingToken is TestDollar {
    bool public paused;

    error Paused();

    function setPaused(bool on) external {
        paused = on;
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (paused) revert Paused();
        super._move(from, to, amount);
    }
}

/// @notice Reads many balances in one call, the coin's as those of the zero address.
contract Balances {
    function read(address[] calldata tokens, address[] calldata accounts) external view returns (uint256[] memory all) {
        all = new uint256[](tokens.length * accounts.length);
        for (uint256 i = 0; i < all.length; i++) {
            address token = tokens[i / accounts.length];
            address account = accounts[i % accounts.length];
            all[i] = token == address(0) ? account.balance : PlainToken(token).balanceOf(account);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice Cannot be paid in the native coin.
contract RefusingPayee {}

/// @notice Passes what it receives on at once, as deposit addresses of exchanges do.
contract ForwardingPayee {
    address payable private immutable _treasury;

    constructor(address payable treasury) {
        _treasury = treasury;
    }

    receive() external payable {
        (bool sent,) = _treasury.call{value: msg.value}("");
        require(sent);
    }
}

/// @notice Answers a payment with a lot of data, which somebody would have to pay for copying.
contract VerbosePayee {
    receive() external payable {
        assembly ("memory-safe") {
            return(0, 100000)
        }
    }
}

/// @notice Makes a call of its own while it is being paid.
contract CallingPayee {
    address private _target;
    bytes private _data;
    uint256 private _value;
    bool private _insists;
    bool public called;
    bytes public answer;

    /// @param insists whether a failing call refuses the payment.
    function setCall(address target, bytes calldata data, uint256 value, bool insists) external {
        (_target, _data, _value, _insists) = (target, data, value, insists);
    }

    receive() external payable {
        (called, answer) = _target.call{value: _value}(_data);
        require(called || !_insists);
    }
}

/// @notice Makes several calls in one transaction, as smart wallets do.
contract Batch {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    function run(Call[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!done) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }
}

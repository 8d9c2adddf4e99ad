// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IDepositAddresses} from "./IDepositAddresses.sol";
import {TokenCalls} from "./TokenCalls.sol";

/// @title The code behind each deposit address. It pays its payee, and can do nothing else.
/// @notice No owner, no key, no storage, no initializer, no upgrade. An address is a minimal clone (ERC-1167) of this
/// contract; the payee is the end of the clone's code, so nobody can change it.
/// @dev Invariant: the only calls it makes are a transfer of coins to the payee and `transfer(payee, amount)`.
contract DepositAddress {
    using TokenCalls for address;

    address private immutable _factory = msg.sender;
    address private immutable _implementation = address(this);

    /// @notice Sweeps go through the factory, whose events are then complete.
    error OnlyFactory();
    /// @notice This is the shared code and nobody's address: what was sent here would be lost.
    error NotADepositAddress();

    /// @notice Coins may come at any time, also after a sweep.
    receive() external payable {
        if (address(this) == _implementation) revert NotADepositAddress();
    }

    /// @notice Pays the payee. Only the factory calls it, and only on clones.
    /// @param token The zero address means the native coin; otherwise there is code at it.
    /// @param amount What lies here.
    function pay(address token, uint256 amount) external {
        if (msg.sender != _factory) revert OnlyFactory();
        if (token == address(0)) {
            _forward(payee(), amount);
        } else {
            token.push(payee(), amount);
        }
    }

    /// @notice Who is paid.
    function payee() public view returns (address) {
        return address(bytes20(Clones.fetchCloneArgs(address(this))));
    }

    /// @dev In assembly because Solidity would copy the payee's answer, at the sweeper's cost.
    function _forward(address to, uint256 amount) private {
        bool accepted;
        assembly ("memory-safe") {
            accepted := call(gas(), to, amount, 0, 0, 0, 0)
        }
        if (!accepted) revert IDepositAddresses.PayeeRefused(to);
    }
}

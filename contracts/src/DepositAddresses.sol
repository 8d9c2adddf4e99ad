// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {DepositAddress} from "./DepositAddress.sol";
import {IDepositAddresses} from "./IDepositAddresses.sol";
import {IERC20} from "./TokenCalls.sol";

/// @title Addresses for plain transfers. What arrives at one can go to its payee and nowhere else.
/// @notice Nobody owns this contract, it has no settings and keeps no money.
/// @dev Invariants:
/// - the address of (payee, ref) never changes, and nobody but this contract can create code at it;
/// - money leaves an address only to its payee, only through here, and with `Swept`;
/// - the sum of `Swept` of an address and token is what left it, however often and by whom it was swept.
contract DepositAddresses is IDepositAddresses {
    /// @dev About ten times what a sweep of a dollar token needs. A token cannot take more of a batch than this.
    uint256 private constant GAS_PER_SWEEP = 500_000;
    /// @dev With so much left, a call gets GAS_PER_SWEEP: one 64th always stays with the caller.
    uint256 private constant GAS_BEFORE_SWEEP = 520_000;

    /// @inheritdoc IDepositAddresses
    address public immutable implementation = address(new DepositAddress());

    /// @dev True while a sweep is under way. Transient: costs little, and is false again in the next transaction.
    bool private transient _entered;

    /// @dev A nested sweep would be counted twice, in its own event and in the outer one's balances.
    modifier nonReentrant() {
        if (_entered) revert Reentered();
        _entered = true;
        _;
        _entered = false;
    }

    /// @inheritdoc IDepositAddresses
    function sweep(Sweep calldata what) external nonReentrant returns (uint256 amount) {
        amount = _sweep(what);
        if (amount == 0) revert NothingToSweep(addressOf(what.payee, what.ref), what.token);
    }

    /// @inheritdoc IDepositAddresses
    function sweepAll(Sweep[] calldata all) external nonReentrant {
        for (uint256 i = 0; i < all.length; i++) {
            uint256 gasBefore = gasleft();
            try this.sweepInBatch{gas: GAS_PER_SWEEP}(all[i]) {}
            catch {
                // It may have failed for lack of gas alone.
                if (gasBefore < GAS_BEFORE_SWEEP) revert NotEnoughGas();
                emit SweepFailed(addressOf(all[i].payee, all[i].ref), all[i].payee, all[i].token);
            }
        }
    }

    /// @notice One sweep of a batch: a call of its own, so that a failure undoes this one alone.
    function sweepInBatch(Sweep calldata what) external {
        if (msg.sender != address(this)) revert OnlyItself();
        _sweep(what);
    }

    /// @inheritdoc IDepositAddresses
    function held(Sweep[] calldata all) external view returns (uint256[] memory amounts) {
        amounts = new uint256[](all.length);
        for (uint256 i = 0; i < all.length; i++) {
            (, amounts[i]) = _balance(addressOf(all[i].payee, all[i].ref), all[i].token);
        }
    }

    /// @inheritdoc IDepositAddresses
    function addressOf(address payee, bytes32 ref) public view returns (address) {
        if (payee == address(0) || payee == address(this)) revert InvalidPayee(payee);
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, abi.encodePacked(payee), ref);
    }

    /// @dev Creates the address's code if this is the first sweep, whoever made it. The amount is what the balances
    /// say: tokens may round, keep a fee, or lie about a transfer.
    function _sweep(Sweep calldata what) private returns (uint256 amount) {
        address deposit = addressOf(what.payee, what.ref);
        uint256 before = _requireBalance(deposit, what.token);
        if (before == 0) return 0;
        if (deposit.code.length == 0) {
            Clones.cloneDeterministicWithImmutableArgs(implementation, abi.encodePacked(what.payee), what.ref);
        }
        DepositAddress(payable(deposit)).pay(what.token, before);
        uint256 rest = _requireBalance(deposit, what.token);
        if (rest >= before) revert TokenRefused(what.token);
        amount = before - rest;
        emit Swept(deposit, what.payee, what.token, amount);
    }

    function _requireBalance(address account, address token) private view returns (uint256) {
        (bool answered, uint256 amount) = _balance(account, token);
        if (!answered) revert NotAToken(token);
        return amount;
    }

    /// @dev In assembly because Solidity would revert on an address that is no token, and copy a long answer.
    function _balance(address account, address token) private view returns (bool answered, uint256 amount) {
        if (token == address(0)) return (true, account.balance);
        bytes memory question = abi.encodeCall(IERC20.balanceOf, (account));
        assembly ("memory-safe") {
            answered := staticcall(gas(), token, add(question, 32), mload(question), 0, 32)
            answered := and(answered, gt(returndatasize(), 31))
            if answered { amount := mload(0) }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IPaymentSettlement} from "./IPaymentSettlement.sol";
import {IERC20, IERC2612, IERC3009, TokenCalls} from "./TokenCalls.sol";

/// @title Settles each payment at most once, in full, directly from payer to payee.
/// @notice Nobody owns this contract, it has no settings, and it keeps no money: what a payment brings in has left
/// when the transaction ends. Money sent to it in any other way is refused or, where that is impossible, lost.
/// @dev Invariants:
/// - `settled[ref]` goes from false to true once, in the same transaction as `Settled`, and never back;
/// - money moves only from the sender, or from the signer of an authorization for exactly this ref;
/// - of a token, the payee's balance has grown by the amount, no more and no less;
/// - this contract's own balances are the same before and after.
contract PaymentSettlement is IPaymentSettlement {
    using TokenCalls for address;

    /// @inheritdoc IPaymentSettlement
    mapping(bytes32 ref => bool) public settled;

    /// @dev True while a payment is under way. Transient: costs little, and is false again in the next transaction.
    bool private transient _entered;

    /// @dev A nested payment to the same payee would be counted in the outer one's balance. Refuse all nesting.
    modifier nonReentrant() {
        if (_entered) revert Reentered();
        _entered = true;
        _;
        _entered = false;
    }

    /// @dev Tokens may keep a fee, send more, or lie about a transfer. Only the balance tells.
    modifier growsExactly(address token, address account, uint256 amount) {
        uint256 expected = IERC20(token).balanceOf(account) + amount;
        _;
        uint256 balance = IERC20(token).balanceOf(account);
        if (balance != expected) revert InexactTransfer(account, expected, balance);
    }

    /// @inheritdoc IPaymentSettlement
    function payNative(Payment calldata payment) external payable nonReentrant {
        if (payment.token != address(0)) revert NotNative(payment.token);
        if (msg.value != payment.amount) revert WrongValue(payment.amount, msg.value);
        bytes32 ref = _claim(payment, msg.sender);
        _forward(payment.payee, payment.amount);
        _announce(ref, payment, msg.sender);
    }

    /// @inheritdoc IPaymentSettlement
    function payToken(Payment calldata payment) external nonReentrant {
        bytes32 ref = _claimToken(payment, msg.sender);
        _pull(payment);
        _announce(ref, payment, msg.sender);
    }

    /// @inheritdoc IPaymentSettlement
    function payTokenWithPermit(Payment calldata payment, Signature calldata signature) external nonReentrant {
        bytes32 ref = _claimToken(payment, msg.sender);
        // A permit names a spender but no payee. So only its owner may use it here, for a payment of their choice.
        try IERC2612(payment.token).permit(
            msg.sender, address(this), payment.amount, payment.deadline, signature.v, signature.r, signature.s
        ) {} catch {}
        _pull(payment);
        _announce(ref, payment, msg.sender);
    }

    /// @inheritdoc IPaymentSettlement
    function payTokenWithAuthorization(Payment calldata payment, address payer, Signature calldata signature)
        external
        nonReentrant
    {
        bytes32 ref = _claimToken(payment, payer);
        _receive(ref, payment, payer, signature);
        _push(payment);
        _announce(ref, payment, payer);
    }

    /// @inheritdoc IPaymentSettlement
    function refOf(Payment calldata payment) public view returns (bytes32) {
        // All fields are static, so the struct encodes as its fields in order, without an offset.
        return keccak256(abi.encode(block.chainid, address(this), payment));
    }

    /// @dev A call to an address without code succeeds and does nothing, so it is told apart here.
    function _claimToken(Payment calldata payment, address payer) private returns (bytes32) {
        if (payment.token.code.length == 0) revert NotAToken(payment.token);
        return _claim(payment, payer);
    }

    /// @dev Marks the payment as made before any money moves; whatever fails later undoes the mark. "Settled" is looked
    /// at first: who comes again after the deadline should hear that it is paid, not that it is too late.
    function _claim(Payment calldata payment, address payer) private returns (bytes32 ref) {
        ref = refOf(payment);
        if (settled[ref]) revert AlreadySettled(ref);
        if (block.timestamp >= payment.deadline) revert Expired(payment.deadline);
        if (payment.amount == 0) revert ZeroAmount();
        if (payment.payee == address(0) || payment.payee == address(this)) revert InvalidPayee(payment.payee);
        if (payment.payee == payer) revert SelfPayment(payer);
        settled[ref] = true;
    }

    /// @dev No balance is compared here: the chain moves exactly the value or fails, and a payee may be a contract
    /// that passes the coin on at once. All gas goes along, as wallets that are contracts need more than a stipend.
    /// In assembly because Solidity would copy the payee's answer, at the payer's cost.
    function _forward(address payee, uint256 amount) private {
        bool accepted;
        assembly ("memory-safe") {
            accepted := call(gas(), payee, amount, 0, 0, 0, 0)
        }
        if (!accepted) revert PayeeRefused(payee);
    }

    /// @dev Moves the sender's tokens, by allowance. Never anyone else's.
    function _pull(Payment calldata payment) private growsExactly(payment.token, payment.payee, payment.amount) {
        payment.token.pull(msg.sender, payment.payee, payment.amount);
    }

    /// @dev Takes the tokens that the payer signed over. The check matters here too: a token without ERC-3009 whose
    /// fallback accepts every call (WETH) brings nothing in, and tokens lost to this contract must not pay for anyone.
    function _receive(bytes32 ref, Payment calldata payment, address payer, Signature calldata signature)
        private
        growsExactly(payment.token, address(this), payment.amount)
    {
        bytes memory authorization = abi.encodeCall(
            IERC3009.receiveWithAuthorization,
            (
                payer,
                address(this),
                payment.amount,
                0,
                payment.deadline,
                ref,
                signature.v,
                signature.r,
                signature.s
            )
        );
        payment.token.invoke(authorization);
    }

    /// @dev Passes on what was just received.
    function _push(Payment calldata payment) private growsExactly(payment.token, payment.payee, payment.amount) {
        payment.token.push(payment.payee, payment.amount);
    }

    /// @dev Last of all, so that the event follows the token's own in the log.
    function _announce(bytes32 ref, Payment calldata payment, address payer) private {
        emit Settled(ref, payment.id, payment.payee, payment.token, payment.amount, payer);
    }
}

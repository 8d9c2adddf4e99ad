// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {IPaymentSettlement} from "./IPaymentSettlement.sol";
import {IPermit2} from "./Permit2.sol";
import {IERC20, IERC2612, IERC3009, TokenCalls} from "./TokenCalls.sol";

/// @title Settles each payment at most once, in one of the tokens that it accepts, and takes its refunds.
/// @notice Nobody owns this contract, it has no settings, and it keeps no money: what a payment or a refund brings in has
/// left when the transaction ends. Money sent to it in any other way is refused or, where that is impossible, lost.
/// @dev Invariants:
/// - a ref is settled once, in the same transaction as its event, and never open again;
/// - money moves only from the sender, or from the signer of a message for exactly this ref;
/// - of a token, the receiver's balance has grown by the amount, no more and no less;
/// - the refunds of a payment come from its payee, in the token it was paid in, and are in sum never more than it;
/// - this contract's own balances are the same before and after.
contract PaymentSettlement is IPaymentSettlement {
    using TokenCalls for address;

    /// @dev Where Permit2 is on every chain that has it.
    IPermit2 private constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    bytes32 private constant PAYMENT_TYPEHASH =
        keccak256("Payment(bytes32 id,address payee,bytes32 root,uint256 deadline)");
    string private constant WITNESS_TYPE =
        "Payment witness)Payment(bytes32 id,address payee,bytes32 root,uint256 deadline)TokenPermissions(address token,uint256 amount)";

    /// @dev One slot, written once. The amount is never zero, so it also tells that the ref is settled.
    struct Receipt {
        address payer;
        uint96 amount;
    }

    /// @dev One slot. `token` is written where a payment accepts several prices; where it accepts one, the root tells.
    /// That saves most payments a fifth of their gas.
    struct Details {
        address token;
        uint96 refunded;
    }

    /// @dev Of payments and refunds alike. Their refs are hashes of six and of two words, so they never meet.
    mapping(bytes32 ref => Receipt) private _receipts;
    mapping(bytes32 ref => Details) private _details;

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
    function payNative(Payment calldata payment, Price calldata price, uint256 validBefore)
        external
        payable
        nonReentrant
    {
        if (price.token != address(0)) revert NotNative(price.token);
        if (msg.value != price.amount) revert WrongValue(price.amount, msg.value);
        bytes32 ref = _claim(payment, price, validBefore, msg.sender);
        _forward(payment.payee, price.amount);
        _announce(ref, payment, price, msg.sender);
    }

    /// @inheritdoc IPaymentSettlement
    function payToken(Payment calldata payment, Price calldata price, uint256 validBefore) external nonReentrant {
        bytes32 ref = _claimToken(payment, price, validBefore, msg.sender);
        _pull(price.token, payment.payee, price.amount);
        _announce(ref, payment, price, msg.sender);
    }

    /// @inheritdoc IPaymentSettlement
    function payTokenWithPermit(
        Payment calldata payment,
        Price calldata price,
        uint256 validBefore,
        Signature calldata signature
    ) external nonReentrant {
        bytes32 ref = _claimToken(payment, price, validBefore, msg.sender);
        // A permit names a spender but no payee. So only its owner may use it here, for a payment of their choice.
        try IERC2612(price.token).permit(
            msg.sender, address(this), price.amount, validBefore, signature.v, signature.r, signature.s
        ) {} catch {}
        _pull(price.token, payment.payee, price.amount);
        _announce(ref, payment, price, msg.sender);
    }

    /// @inheritdoc IPaymentSettlement
    function payTokenWithAuthorization(
        Payment calldata payment,
        Price calldata price,
        uint256 validBefore,
        address payer,
        Signature calldata signature
    ) external nonReentrant {
        bytes32 ref = _claimToken(payment, price, validBefore, payer);
        _receive(ref, price, validBefore, payer, signature);
        _push(price.token, payment.payee, price.amount);
        _announce(ref, payment, price, payer);
    }

    /// @inheritdoc IPaymentSettlement
    function payTokenWithPermit2(
        Payment calldata payment,
        Price calldata price,
        uint256 validBefore,
        address payer,
        bytes calldata signature
    ) external nonReentrant {
        bytes32 ref = _claimToken(payment, price, validBefore, payer);
        _pullWithPermit2(ref, payment, price, validBefore, payer, signature);
        _announce(ref, payment, price, payer);
    }

    /// @inheritdoc IPaymentSettlement
    function refund(Payment calldata payment, Price calldata paid, Refund calldata what)
        external
        payable
        nonReentrant
    {
        uint256 value = paid.token == address(0) ? what.amount : 0;
        if (msg.value != value) revert WrongValue(value, msg.value);
        bytes32 ref = refOf(payment);
        bytes32 refundRef = _claimRefund(ref, payment, paid, what);
        if (paid.token == address(0)) {
            _forward(what.to, what.amount);
        } else {
            _pull(paid.token, what.to, what.amount);
        }
        emit Refunded(ref, refundRef, _details[ref].refunded);
        emit Settled(refundRef, what.id, what.to, paid.token, what.amount, msg.sender);
    }

    /// @inheritdoc IPaymentSettlement
    function settled(bytes32 ref) public view returns (bool) {
        return _receipts[ref].amount != 0;
    }

    /// @inheritdoc IPaymentSettlement
    function receiptOf(bytes32 ref) external view returns (address payer, uint256 amount, uint256 refunded) {
        Receipt memory receipt = _receipts[ref];
        return (receipt.payer, receipt.amount, _details[ref].refunded);
    }

    /// @inheritdoc IPaymentSettlement
    function isPaidWith(Payment calldata payment, Price calldata price) public view returns (bool) {
        bytes32 ref = refOf(payment);
        // Only a payment that accepts one price has a proof of no hashes. A leaf cannot pass for a node: it is the hash
        // of 32 bytes, and a node that of 64.
        return settled(ref) && _receipts[ref].amount == price.amount && _accepts(payment.root, price)
            && (price.proof.length == 0 || _details[ref].token == price.token);
    }

    /// @inheritdoc IPaymentSettlement
    function refOf(Payment calldata payment) public view returns (bytes32) {
        // All fields are static, so the struct encodes as its fields in order, without an offset.
        return keccak256(abi.encode(block.chainid, address(this), payment));
    }

    /// @inheritdoc IPaymentSettlement
    function refundRefOf(bytes32 ref, bytes32 id) public pure returns (bytes32) {
        return keccak256(abi.encode(ref, id));
    }

    /// @dev A call to an address without code succeeds and does nothing, so it is told apart here.
    function _claimToken(Payment calldata payment, Price calldata price, uint256 validBefore, address payer)
        private
        returns (bytes32)
    {
        if (price.token.code.length == 0) revert NotAToken(price.token);
        return _claim(payment, price, validBefore, payer);
    }

    /// @dev Marks the payment as made before any money moves; whatever fails later undoes the mark. "Settled" is looked
    /// at first: who comes again after the deadline should hear that it is paid, not that it is too late.
    function _claim(Payment calldata payment, Price calldata price, uint256 validBefore, address payer)
        private
        returns (bytes32 ref)
    {
        ref = refOf(payment);
        if (settled(ref)) revert AlreadySettled(ref);
        if (block.timestamp >= payment.deadline) revert Expired(payment.deadline);
        if (block.timestamp >= validBefore) revert NoLongerValid(validBefore);
        if (price.amount > type(uint96).max) revert AmountTooLarge(price.amount);
        _requireMovable(payer, payment.payee, price.amount);
        if (!_accepts(payment.root, price)) revert NotAccepted(price.token, price.amount);
        _receipts[ref] = Receipt(payer, uint96(price.amount));
        if (price.proof.length != 0) _details[ref].token = price.token;
    }

    /// @dev Marks the refund as made, and takes it from what is left of the payment, before any money moves.
    function _claimRefund(bytes32 ref, Payment calldata payment, Price calldata paid, Refund calldata what)
        private
        returns (bytes32 refundRef)
    {
        if (msg.sender != payment.payee) revert NotPayee(msg.sender);
        if (!settled(ref)) revert NotSettled(ref);
        refundRef = refundRefOf(ref, what.id);
        if (settled(refundRef)) revert AlreadySettled(refundRef);
        if (block.timestamp >= what.deadline) revert Expired(what.deadline);
        _requireMovable(msg.sender, what.to, what.amount);
        if (!isPaidWith(payment, paid)) revert NotPaidWith(paid.token, paid.amount);
        uint256 left = paid.amount - _details[ref].refunded;
        if (what.amount > left) revert RefundTooLarge(left);
        // Not more than what was paid, so it fits.
        _details[ref].refunded += uint96(what.amount);
        _receipts[refundRef] = Receipt(msg.sender, uint96(what.amount));
    }

    /// @dev What holds for money in both directions.
    function _requireMovable(address from, address to, uint256 amount) private view {
        if (amount == 0) revert ZeroAmount();
        if (to == address(0) || to == address(this)) revert InvalidPayee(to);
        if (to == from) revert SelfPayment(to);
    }

    /// @dev Whether the price is in the tree. A leaf is as OpenZeppelin's StandardMerkleTree makes it from
    /// ["address", "uint256"].
    function _accepts(bytes32 root, Price calldata price) private pure returns (bool) {
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(price.token, price.amount))));
        return MerkleProof.processProofCalldata(price.proof, leaf) == root;
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
    function _pull(address token, address to, uint256 amount) private growsExactly(token, to, amount) {
        token.pull(msg.sender, to, amount);
    }

    /// @dev Moves the signer's tokens, by their allowance for Permit2 and their signature over this payment.
    function _pullWithPermit2(
        bytes32 ref,
        Payment calldata payment,
        Price calldata price,
        uint256 validBefore,
        address payer,
        bytes calldata signature
    ) private growsExactly(price.token, payment.payee, price.amount) {
        if (address(PERMIT2).code.length == 0) revert NoPermit2();
        PERMIT2.permitWitnessTransferFrom(
            IPermit2.PermitTransferFrom(
                IPermit2.TokenPermissions(price.token, price.amount), uint256(ref), validBefore
            ),
            IPermit2.SignatureTransferDetails(payment.payee, price.amount),
            payer,
            keccak256(abi.encode(PAYMENT_TYPEHASH, payment)),
            WITNESS_TYPE,
            signature
        );
    }

    /// @dev Takes the tokens that the payer signed over. The check matters here too: a token without ERC-3009 whose
    /// fallback accepts every call (WETH) brings nothing in, and tokens lost to this contract must not pay for anyone.
    function _receive(
        bytes32 ref,
        Price calldata price,
        uint256 validBefore,
        address payer,
        Signature calldata signature
    ) private growsExactly(price.token, address(this), price.amount) {
        bytes memory authorization = abi.encodeCall(
            IERC3009.receiveWithAuthorization,
            (payer, address(this), price.amount, 0, validBefore, ref, signature.v, signature.r, signature.s)
        );
        price.token.invoke(authorization);
    }

    /// @dev Passes on what was just received.
    function _push(address token, address to, uint256 amount) private growsExactly(token, to, amount) {
        token.push(to, amount);
    }

    /// @dev Last of all, so that the event follows the token's own in the log.
    function _announce(bytes32 ref, Payment calldata payment, Price calldata price, address payer) private {
        emit Settled(ref, payment.id, payment.payee, price.token, price.amount, payer);
    }
}

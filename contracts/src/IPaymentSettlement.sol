// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Settles each payment at most once, in one of the tokens that it accepts, and takes its refunds.
/// @notice A payment is known by its `ref`, a hash over all its fields, the chain and this contract. One of the fields is
/// the root of a Merkle tree over all (token, amount) pairs that are accepted. So a payment has one ref on a chain,
/// however many tokens it accepts, and paying it in one of them is the end of it.
/// @dev Besides the errors below there is `TokenRefused(address token)`, of TokenCalls: the token failed without a
/// reason, or answered something other than true.
interface IPaymentSettlement {
    /// @notice What is to be paid. Changing any field gives another ref, so another payment.
    /// @param id Chosen by whoever asks for the payment; opaque here.
    /// @param payee Receives the money, and is the only one who can refund it.
    /// @param root Of the tree of accepted prices. A leaf is keccak256(keccak256(abi.encode(token, amount))), a node the
    /// hash of its two children, the smaller first. With one price the root is its leaf.
    /// @param deadline Unix time in seconds. Payable in blocks before it, no longer in a block at it.
    struct Payment {
        bytes32 id;
        address payee;
        bytes32 root;
        uint256 deadline;
    }

    /// @notice One of the prices that the payment accepts.
    /// @param token ERC-20 token to pay in; the zero address means the chain's native coin.
    /// @param amount In the smallest unit of the token or coin; less than 2^96.
    /// @param proof That the price is in the payment's tree: the hashes beside its way to the root.
    struct Price {
        address token;
        uint256 amount;
        bytes32[] proof;
    }

    /// @notice Money that goes back.
    /// @param id Chosen by the payee; opaque here. Each id serves once for a payment, whatever else changes.
    /// @param to Who gets it. The account that paid may be a router, a relayer or an exchange, so it is not taken.
    /// @param amount In the smallest unit of what the payment was paid in.
    /// @param deadline Unix time in seconds; refused in a block at it, and later.
    struct Refund {
        bytes32 id;
        address to;
        uint256 amount;
        uint256 deadline;
    }

    /// @notice An ECDSA signature by the payer, as permits and authorizations carry it.
    struct Signature {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice A payment has reached its payee, or a refund its receiver. Emitted once per ref, ever.
    /// @param ref What the service looks up; as `refOf` or `refundRefOf` computes it.
    /// @param id The payment's own id, so that a payment with a changed field can still be found; or the refund's.
    /// @param payee Who received the money.
    /// @param token What was paid; the zero address means the native coin.
    /// @param amount What was received, exactly.
    /// @param payer Whose money it was. With a signed message this is its signer, not the sender.
    event Settled(
        bytes32 indexed ref, bytes32 indexed id, address indexed payee, address token, uint256 amount, address payer
    );

    /// @notice A part of a payment was given back. Comes just before the `Settled` of the refund.
    /// @param ref The payment that is refunded.
    /// @param refundRef The refund.
    /// @param refunded What of the payment was given back so far, in sum.
    event Refunded(bytes32 indexed ref, bytes32 indexed refundRef, uint256 refunded);

    /// @notice This payment, or this refund, was made before.
    error AlreadySettled(bytes32 ref);
    /// @notice The block's time has reached the deadline.
    error Expired(uint256 deadline);
    /// @notice The block's time has reached the end of what the payer signed. The payment may still be payable.
    error NoLongerValid(uint256 validBefore);
    /// @notice There is nothing to pay.
    error ZeroAmount();
    /// @notice More than the 96 bits that are kept of an amount.
    error AmountTooLarge(uint256 amount);
    /// @notice The payment does not accept this token with this amount, or the proof is wrong.
    error NotAccepted(address token, uint256 amount);
    /// @notice The zero address and this contract cannot be paid: the money would be lost.
    error InvalidPayee(address payee);
    /// @notice Money that returns to where it came from pays for nothing.
    error SelfPayment(address payee);
    /// @notice The price is in a token, not in the native coin.
    error NotNative(address token);
    /// @notice There is no contract at the token's address; so it is with the native coin's zero address.
    error NotAToken(address token);
    /// @notice The value sent is not the amount; none may be sent with a token.
    error WrongValue(uint256 expected, uint256 sent);
    /// @notice The payee did not accept the native coin.
    error PayeeRefused(address payee);
    /// @notice The balance of `account` is not what an exact transfer would have made it.
    error InexactTransfer(address account, uint256 expectedBalance, uint256 balance);
    /// @notice A token or payee called back in the middle of a payment.
    error Reentered();
    /// @notice This chain has no Permit2 at its usual address.
    error NoPermit2();
    /// @notice Only the payee can refund a payment.
    error NotPayee(address sender);
    /// @notice The payment was not made, so there is nothing to refund.
    error NotSettled(bytes32 ref);
    /// @notice The payment was made with another price.
    error NotPaidWith(address token, uint256 amount);
    /// @notice More than what is left of the payment after earlier refunds.
    error RefundTooLarge(uint256 left);

    /// @notice Pays in the native coin. The value sent must be the amount.
    /// @param payment What is paid.
    /// @param price Its token is the zero address.
    /// @param validBefore The first second in which this call is refused; the payment's deadline holds besides.
    function payNative(Payment calldata payment, Price calldata price, uint256 validBefore) external payable;

    /// @notice Pays from the sender's tokens. Needs the sender's allowance for this contract.
    /// @param payment What is paid.
    /// @param price In what.
    /// @param validBefore The first second in which this call is refused.
    function payToken(Payment calldata payment, Price calldata price, uint256 validBefore) external;

    /// @notice Pays from the sender's tokens, with an allowance that the sender signed (ERC-2612).
    /// @dev The permit is over the price's amount and `validBefore`. One that fails is ignored: somebody may have
    /// handed it in already, and then the allowance is there; without an allowance the payment fails anyway.
    /// @param payment What is paid.
    /// @param price In what.
    /// @param validBefore The deadline of the permit, and the first second in which this call is refused.
    /// @param signature The sender's, under the permit.
    function payTokenWithPermit(
        Payment calldata payment,
        Price calldata price,
        uint256 validBefore,
        Signature calldata signature
    ) external;

    /// @notice Pays from the tokens of `payer`, who signed for exactly this payment (ERC-3009). Anyone may send it.
    /// @dev The signed message is ReceiveWithAuthorization with from = payer, to = this contract, value = amount,
    /// validAfter = 0, validBefore, nonce = ref. As the nonce is the ref, the signature is good for nothing else; as it
    /// is the *receive* form, nobody can hand it to the token past this contract.
    /// @param payment What is paid.
    /// @param price In what.
    /// @param validBefore Of the authorization; the first second in which this call is refused.
    /// @param payer Whose tokens are taken.
    /// @param signature The payer's, under the authorization.
    function payTokenWithAuthorization(
        Payment calldata payment,
        Price calldata price,
        uint256 validBefore,
        address payer,
        Signature calldata signature
    ) external;

    /// @notice Pays from the tokens of `payer`, who signed for exactly this payment (Permit2). Anyone may send it.
    /// @dev The signed message is PermitWitnessTransferFrom with permitted = (token, amount), spender = this contract,
    /// nonce = ref, deadline = `validBefore`, and the payment itself as witness: a wallet shows its payee. The payer has
    /// approved Permit2 for the token. Wallets that are contracts can sign (ERC-1271).
    /// @param payment What is paid.
    /// @param price In what.
    /// @param validBefore The deadline of the permit, and the first second in which this call is refused.
    /// @param payer Whose tokens are taken.
    /// @param signature The payer's, as Permit2 takes it.
    function payTokenWithPermit2(
        Payment calldata payment,
        Price calldata price,
        uint256 validBefore,
        address payer,
        bytes calldata signature
    ) external;

    /// @notice Gives back a part of a payment, or all of it. The payee alone can, from its own money: by allowance for a
    /// token, as value for the native coin. In sum never more than was paid.
    /// @param payment What was paid.
    /// @param paid The price that it was paid with.
    /// @param what How much of it goes back to whom.
    function refund(Payment calldata payment, Price calldata paid, Refund calldata what) external payable;

    /// @notice Whether the payment, or the refund, with this ref was made. Once true, it stays true.
    /// @param ref As `refOf` or `refundRefOf` computes it.
    function settled(bytes32 ref) external view returns (bool);

    /// @notice What is kept of a payment or a refund.
    /// @param ref As `refOf` or `refundRefOf` computes it.
    /// @return payer Whose money it was; the zero address if it was not made.
    /// @return amount What was paid.
    /// @return refunded What of it was given back, in sum.
    function receiptOf(bytes32 ref) external view returns (address payer, uint256 amount, uint256 refunded);

    /// @notice Whether the payment was made, and with this price.
    function isPaidWith(Payment calldata payment, Price calldata price) external view returns (bool);

    /// @notice The ref of a payment: keccak256(abi.encode(chainid, this, id, payee, root, deadline)).
    function refOf(Payment calldata payment) external view returns (bytes32);

    /// @notice The ref of a refund: keccak256(abi.encode(ref of the payment, id of the refund)).
    function refundRefOf(bytes32 ref, bytes32 id) external pure returns (bytes32);
}

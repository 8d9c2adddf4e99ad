// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Settles each payment at most once, in full, directly from payer to payee.
/// @notice A payment is known by its `ref`, a hash over all its fields, the chain and this contract. Whoever
/// stored the ref beforehand knows from one event that exactly this sum reached exactly this payee.
interface IPaymentSettlement {
    /// @notice What is to be paid. Changing any field gives another ref, so another payment.
    /// @param id Chosen by whoever asks for the payment; opaque here.
    /// @param payee Receives the money.
    /// @param token ERC-20 token to pay in; the zero address means the chain's native coin.
    /// @param amount In the smallest unit of the token or coin.
    /// @param deadline Unix time in seconds. Payable in blocks before it, no longer in a block at it.
    struct Payment {
        bytes32 id;
        address payee;
        address token;
        uint256 amount;
        uint256 deadline;
    }

    /// @notice An ECDSA signature by the payer, as permits and authorizations carry it.
    struct Signature {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice A payment has reached its payee. Emitted once per ref, ever.
    /// @param ref What the service looks up.
    /// @param id The payment's own id, so that a payment with a changed field can still be found.
    /// @param payee Who received the money.
    /// @param token What was paid; the zero address means the native coin.
    /// @param amount What the payee received, exactly.
    /// @param payer Whose money it was. With an authorization this is its signer, not the sender.
    event Settled(
        bytes32 indexed ref, bytes32 indexed id, address indexed payee, address token, uint256 amount, address payer
    );

    /// @notice This payment was made before.
    error AlreadySettled(bytes32 ref);
    /// @notice The block's time has reached the deadline.
    error Expired(uint256 deadline);
    /// @notice There is nothing to pay.
    error ZeroAmount();
    /// @notice The zero address and this contract cannot be paid: the money would be lost.
    error InvalidPayee(address payee);
    /// @notice Money that returns to where it came from pays for nothing.
    error SelfPayment(address payee);
    /// @notice The payment is in a token, not in the native coin.
    error NotNative(address token);
    /// @notice There is no contract at the token's address; so it is with the native coin's zero address.
    error NotAToken(address token);
    /// @notice The value sent is not the amount.
    error WrongValue(uint256 expected, uint256 sent);
    /// @notice The payee did not accept the native coin.
    error PayeeRefused(address payee);
    /// @notice The token failed without a reason, or answered something other than true.
    error TokenRefused(address token);
    /// @notice The balance of `account` is not what an exact transfer would have made it.
    error InexactTransfer(address account, uint256 expectedBalance, uint256 balance);
    /// @notice A token or payee called back in the middle of a payment.
    error Reentered();

    /// @notice Pays in the native coin. The value sent must be the amount.
    /// @param payment What is paid; its token is the zero address.
    function payNative(Payment calldata payment) external payable;

    /// @notice Pays from the sender's tokens. Needs the sender's allowance for this contract.
    /// @param payment What is paid.
    function payToken(Payment calldata payment) external;

    /// @notice Pays from the sender's tokens, with an allowance that the sender signed (ERC-2612).
    /// @dev The permit is over the payment's amount and deadline. One that fails is ignored: somebody may have
    /// handed it in already, and then the allowance is there; without an allowance the payment fails anyway.
    /// @param payment What is paid.
    /// @param signature The sender's, under the permit.
    function payTokenWithPermit(Payment calldata payment, Signature calldata signature) external;

    /// @notice Pays from the tokens of `payer`, who signed for exactly this payment (ERC-3009). Anyone may send it.
    /// @dev The signed message is ReceiveWithAuthorization with from = payer, to = this contract, value = amount,
    /// validAfter = 0, validBefore = deadline, nonce = ref. As the nonce is the ref, the signature is good for
    /// nothing else; as it is the *receive* form, nobody can hand it to the token past this contract.
    /// @param payment What is paid.
    /// @param payer Whose tokens are taken.
    /// @param signature The payer's, under the authorization.
    function payTokenWithAuthorization(Payment calldata payment, address payer, Signature calldata signature) external;

    /// @notice Whether the payment with this ref was made.
    /// @param ref As `refOf` computes it.
    function settled(bytes32 ref) external view returns (bool);

    /// @notice The ref of a payment: keccak256(abi.encode(chainid, this, id, payee, token, amount, deadline)).
    function refOf(Payment calldata payment) external view returns (bytes32);
}

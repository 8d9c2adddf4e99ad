// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Addresses for plain transfers. What arrives at one can go to its payee and nowhere else.
/// @notice An address belongs to a payee and a `ref`, and is known before there is anything at it: whoever pays sends any
/// token or the native coin there, from any wallet or exchange. Anyone may sweep it, as often as they like; the money
/// goes to the payee. The chain is not part of the address. Where this factory has the same address on another chain,
/// what was sent there by mistake can be swept there.
interface IDepositAddresses {
    /// @notice One kind of money at one address.
    /// @param payee Receives it.
    /// @param ref Chosen by whoever asks for the transfer; opaque here.
    /// @param token ERC-20 token; the zero address means the chain's native coin.
    struct Sweep {
        address payee;
        bytes32 ref;
        address token;
    }

    /// @notice Money has left an address for its payee. Nothing leaves one without this event.
    /// @param deposit The address it lay at.
    /// @param payee Who was paid.
    /// @param token What; the zero address means the native coin.
    /// @param amount By how much the address's balance went down. A token that keeps a fee gave the payee less.
    event Swept(address indexed deposit, address indexed payee, address token, uint256 amount);
    /// @notice A sweep in a batch was refused, and changed nothing. `sweep` alone tells the reason.
    event SweepFailed(address indexed deposit, address indexed payee, address token);

    /// @notice The zero address and this contract cannot be paid: the money would be lost.
    error InvalidPayee(address payee);
    /// @notice There is nothing at the address.
    error NothingToSweep(address deposit, address token);
    /// @notice The token's address does not answer `balanceOf`.
    error NotAToken(address token);
    /// @notice The token failed without a reason, answered something other than true, or moved nothing.
    error TokenRefused(address token);
    /// @notice The payee did not accept the native coin.
    error PayeeRefused(address payee);
    /// @notice A token or payee called back in the middle of a sweep.
    error Reentered();
    /// @notice A sweep failed that did not have its full share of gas.
    error NotEnoughGas();
    /// @notice Only this contract itself may call this.
    error OnlyItself();

    /// @notice Pays the payee all that lies at the address.
    /// @return amount By how much the address's balance went down; never zero.
    function sweep(Sweep calldata what) external returns (uint256 amount);

    /// @notice Sweeps each in turn. One that is empty is skipped, and one that is refused does not stop the others.
    /// @dev Each gets a bounded share of gas. One that fails with less than its share reverts the whole batch, so that a
    /// wallet's estimate is enough for all of them and not just for failing.
    function sweepAll(Sweep[] calldata all) external;

    /// @notice The address of a payee and a ref, whether there is anything at it or not.
    function addressOf(address payee, bytes32 ref) external view returns (address deposit);

    /// @notice What lies at each address; zero where the token does not answer.
    function held(Sweep[] calldata all) external view returns (uint256[] memory amounts);

    /// @notice The code that all addresses share.
    function implementation() external view returns (address);
}

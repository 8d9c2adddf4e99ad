package dev.paylink.chain.evm;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The prices that a payment accepts, as a Merkle tree with the layout of OpenZeppelin's
 * StandardMerkleTree: a heap with the sorted leaves at its end. Any order of the same prices gives
 * the same root.
 */
public record Prices(List<Price> all) {
  /** The contract keeps 96 bits of an amount. */
  private static final int AMOUNT_BITS = 96;

  public Prices {
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no prices");
    }
    all = List.copyOf(all);
  }

  /**
   * An amount of a token.
   *
   * @param symbol as the currency lists the token; the contract does not know it
   * @param token {@link EvmAddress#ZERO} for the chain's own coin
   * @param amount in the token's smallest units
   */
  public record Price(String symbol, EvmAddress token, BigInteger amount) {
    /** Returns the leaf, hashed twice so that it cannot be taken for a node. */
    private Bytes32 leaf() {
      byte[] once = Keccak.hash256(Abi.concat(Abi.word(token), Abi.word(amount)));
      return Bytes32.of(Keccak.hash256(once));
    }
  }

  /** Tells whether the contract can keep the amount. */
  public static boolean canBe(BigInteger amount) {
    return amount.bitLength() <= AMOUNT_BITS;
  }

  /** Returns the price with this token and amount, or null if it is not accepted. */
  public @Nullable Price find(EvmAddress token, BigInteger amount) {
    return all.stream()
        .filter(price -> price.token.equals(token) && price.amount.equals(amount))
        .findFirst()
        .orElse(null);
  }

  /** Returns the price in this token, or null if it is not accepted. */
  public @Nullable Price find(EvmAddress token) {
    return all.stream().filter(price -> price.token.equals(token)).findFirst().orElse(null);
  }

  Bytes32 root() {
    return heap().getFirst();
  }

  /** Returns the Merkle proof of the price: its sibling hashes up to the root. */
  List<Bytes32> proof(EvmAddress token, BigInteger amount) {
    List<Bytes32> heap = heap();
    List<Bytes32> proof = new ArrayList<>();
    int place = heap.lastIndexOf(new Price("", token, amount).leaf());
    if (place < 0) {
      throw new IllegalArgumentException("not accepted: " + amount + " of " + token);
    }
    for (; place > 0; place = (place - 1) / 2) {
      proof.add(heap.get(place % 2 == 0 ? place - 1 : place + 1));
    }
    return proof;
  }

  private List<Bytes32> heap() {
    List<Bytes32> leaves = all.stream().map(Price::leaf).sorted(Bytes32.ORDER).toList();
    int size = 2 * leaves.size() - 1;
    Bytes32[] heap = new Bytes32[size];
    for (int i = 0; i < leaves.size(); i++) {
      heap[size - 1 - i] = leaves.get(i);
    }
    for (int i = leaves.size() - 2; i >= 0; i--) {
      heap[i] = node(heap[2 * i + 1], heap[2 * i + 2]);
    }
    return List.of(heap);
  }

  private static Bytes32 node(Bytes32 one, Bytes32 other) {
    boolean inOrder = Bytes32.ORDER.compare(one, other) < 0;
    byte[] both =
        inOrder ? Abi.concat(one.bytes(), other.bytes()) : Abi.concat(other.bytes(), one.bytes());
    return Bytes32.of(Keccak.hash256(both));
  }

  /** Returns the prices as they are stored: symbol, address and amount of each. */
  public List<String> stored() {
    return all.stream()
        .map(price -> price.symbol + " " + price.token.hex() + " " + price.amount)
        .toList();
  }

  /** Reads stored prices. */
  public static Prices read(String[] stored) {
    List<Price> prices = new ArrayList<>();
    for (String text : stored) {
      String[] parts = text.split(" ", -1);
      prices.add(new Price(parts[0], new EvmAddress(parts[1]), new BigInteger(parts[2])));
    }
    return new Prices(prices);
  }
}

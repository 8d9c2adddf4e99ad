package dev.paylink.chain.evm;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The calls of the factory of transfer addresses, with the selectors of its compiled artifact. */
public final class FactoryCalls {
  /**
   * The most places in one call: with more, a transaction may need more gas than a chain allows.
   */
  public static final int MAX_PLACES = 100;

  static final String ADDRESS_OF = "0xe99718d8";
  static final String HELD = "0x778b1779";
  static final String SWEEP_ALL = "0xcb5a0273";

  private static final long ONE_WORD = Bytes32.SIZE; // from the start to where the only list begins

  private FactoryCalls() {}

  /**
   * One kind of money at one transfer address.
   *
   * @param token {@link EvmAddress#ZERO} for the chain's own coin
   */
  public record Place(EvmAddress payee, Bytes32 ref, EvmAddress token) {
    private byte[] encoded() {
      return Abi.concat(Abi.word(payee), ref.bytes(), Abi.word(token));
    }
  }

  public static String addressOf(EvmAddress payee, Bytes32 ref) {
    return Abi.call(ADDRESS_OF, Abi.word(payee), ref.bytes());
  }

  /** Queries the balance of each place. */
  public static String held(List<Place> places) {
    return Abi.call(HELD, encoded(places));
  }

  /** Pays the balance of each place to its payee. Anyone may send it. */
  public static String sweepAll(List<Place> places) {
    return Abi.call(SWEEP_ALL, encoded(places));
  }

  /** Reads the answer to {@link #held}, which must have exactly one amount for each place. */
  public static List<BigInteger> amounts(byte[] words, int places) {
    if (words.length != (2 + places) * Bytes32.SIZE
        || !Abi.number(words, 0).equals(BigInteger.valueOf(ONE_WORD))
        || !Abi.number(words, 1).equals(BigInteger.valueOf(places))) {
      throw new IllegalArgumentException("not " + places + " amounts");
    }
    List<BigInteger> amounts = new ArrayList<>();
    for (int i = 0; i < places; i++) {
      amounts.add(Abi.number(words, 2 + i));
    }
    return amounts;
  }

  private static byte[] encoded(List<Place> places) {
    if (places.size() > MAX_PLACES) {
      throw new IllegalArgumentException("too many places: " + places.size());
    }
    byte[][] words = new byte[2 + places.size()][];
    words[0] = Abi.word(ONE_WORD);
    words[1] = Abi.word(places.size());
    for (int i = 0; i < places.size(); i++) {
      words[2 + i] = places.get(i).encoded();
    }
    return Abi.concat(words);
  }
}

package dev.paylink.chain.evm;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Encodes calls with static arguments, each a word of 32 bytes; the contract has no others.
 * Decoding checks that a word has exactly the form its type allows.
 */
public final class Abi {
  private Abi() {}

  public static byte[] word(BigInteger number) {
    if (number.signum() < 0 || number.bitLength() > 8 * Bytes32.SIZE) {
      throw new IllegalArgumentException("no uint256: " + number);
    }
    byte[] digits = number.toByteArray();
    int skipped = digits.length > Bytes32.SIZE ? 1 : 0; // the sign byte of a full word
    byte[] word = new byte[Bytes32.SIZE];
    int length = digits.length - skipped;
    System.arraycopy(digits, skipped, word, Bytes32.SIZE - length, length);
    return word;
  }

  public static byte[] word(long number) {
    return word(BigInteger.valueOf(number));
  }

  public static byte[] word(EvmAddress address) {
    byte[] word = new byte[Bytes32.SIZE];
    System.arraycopy(address.bytes(), 0, word, Bytes32.SIZE - EvmAddress.SIZE, EvmAddress.SIZE);
    return word;
  }

  public static byte[] concat(byte[]... words) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(words.length * Bytes32.SIZE);
    for (byte[] word : words) {
      all.writeBytes(word);
    }
    return all.toByteArray();
  }

  /** Returns the call data. {@code selector} is 0x and eight digits. */
  static String call(String selector, byte[]... words) {
    return selector + HexFormat.of().formatHex(concat(words));
  }

  public static BigInteger number(byte[] words, int index) {
    return new BigInteger(1, wordAt(words, index));
  }

  /** Returns the address in a word; refuses a word with anything before the 20 bytes. */
  public static EvmAddress address(byte[] words, int index) {
    byte[] word = wordAt(words, index);
    int start = Bytes32.SIZE - EvmAddress.SIZE;
    for (int i = 0; i < start; i++) {
      if (word[i] != 0) {
        throw new IllegalArgumentException("no address: " + Bytes32.of(word));
      }
    }
    return EvmAddress.of(Arrays.copyOfRange(word, start, Bytes32.SIZE));
  }

  private static byte[] wordAt(byte[] words, int index) {
    return Arrays.copyOfRange(words, index * Bytes32.SIZE, (index + 1) * Bytes32.SIZE);
  }
}

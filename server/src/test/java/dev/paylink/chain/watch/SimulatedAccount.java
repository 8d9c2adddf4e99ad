package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An account that sends transactions on a test chain: what its nodes were handed, which is mined in
 * the order of nonces where it pays enough, and what blocks have of it. Each transaction leaves a
 * mark in its block, and is gone with it when the block is replaced.
 */
final class SimulatedAccount {
  static final BigInteger GWEI = BigInteger.valueOf(1_000_000_000);
  static final long CALL_GAS = 90_000;
  private static final long NOTHING_GAS = 21_000;

  /** The marks are transfers of this token. */
  private static final EvmAddress MARK = EvmAddress.of("0x" + "a".repeat(40));

  /** An EIP-1559 transaction. */
  private static final int TYPE = 2;

  private final TestChain chain;
  private final EvmAddress address;
  private final Map<String, Call> calls = new HashMap<>();
  private final Map<Long, Sent> pool = new HashMap<>();
  private final Map<Bytes32, Mined> marks = new HashMap<>();
  private long newest;
  private int waiting;

  /** What a block costs, in wei per gas. */
  BigInteger base = GWEI;

  SimulatedAccount(TestChain chain, EvmAddress address) {
    this.chain = chain;
    this.address = address;
  }

  /** What a transaction does. */
  interface Call {
    /** Whether it works in the state of the newest block. */
    boolean works();

    /** Does it in the next block; false if it reverts. */
    boolean run();
  }

  /** A transaction that nodes have. */
  record Sent(Bytes32 hash, long nonce, BigInteger tip, BigInteger fee, long gas, String data) {}

  /** A transaction in a block. */
  record Mined(Sent sent, boolean succeeded, BigInteger cost) {}

  /** Lets transactions do this; they can do nothing else. */
  synchronized void allow(String data, Call call) {
    calls.put(data, call);
  }

  boolean works(String data) {
    return call(data).works();
  }

  private synchronized Call call(String data) {
    return Objects.requireNonNull(calls.get(data), "nobody has signed for this");
  }

  /** What a node does with a transaction that it is handed. */
  synchronized void take(byte[] raw) {
    Sent sent = decoded(raw);
    Sent known = pool.get(sent.nonce);
    if (sent.nonce < inBlocks(chain.head()).size()) {
      throw new ChainUnavailable("nonce too low");
    }
    if (known != null
        && !known.hash.equals(sent.hash)
        && sent.fee.compareTo(known.fee.multiply(BigInteger.valueOf(11)).divide(BigInteger.TEN))
            < 0) {
      throw new ChainUnavailable("replacement transaction underpriced");
    }
    pool.put(sent.nonce, sent);
  }

  /** Its nodes forget what no block has. */
  synchronized void lose() {
    pool.clear();
  }

  /** Puts into the next block whatever has its turn and pays enough. */
  synchronized void include() {
    if (chain.head() != newest) {
      newest = chain.head();
      waiting = 0;
    }
    int next = inBlocks(newest).size() + waiting;
    for (Sent sent = pool.get((long) next);
        sent != null && sent.fee.compareTo(base) >= 0;
        sent = pool.get((long) next)) {
      mine(sent);
      waiting++;
      next++;
    }
  }

  /** Whether the next block has some of its transactions already. */
  synchronized boolean isInNextBlock() {
    return chain.head() == newest && waiting > 0;
  }

  private void mine(Sent sent) {
    boolean isNothing = sent.data.equals("0x");
    long needed = isNothing ? NOTHING_GAS : CALL_GAS;
    boolean succeeded = sent.gas >= needed && (isNothing || call(sent.data).run());
    BigInteger price = sent.fee.min(base.add(sent.tip));
    Bytes32 mark =
        chain.chain.transfer(MARK, address, BigInteger.valueOf(sent.nonce), ChainWorld.PAYER);
    long gas = Math.min(needed, sent.gas);
    marks.put(
        Bytes32.of(Keccak.hash256(mark.bytes())),
        new Mined(sent, succeeded, price.multiply(BigInteger.valueOf(gas))));
  }

  /** A transaction and its block. */
  record InBlock(long block, Mined mined) {}

  /** What blocks up to this one have, by nonce. */
  synchronized List<InBlock> inBlocks(long last) {
    List<InBlock> there = new ArrayList<>();
    for (TransferLog log : chain.chain.transfers(List.of(MARK), List.of(address), 0, last)) {
      Mined mined = Objects.requireNonNull(marks.get(log.transaction()));
      if (mined.sent.nonce != there.size()) {
        throw new IllegalStateException("a chain whose nonces have a gap: " + log);
      }
      there.add(new InBlock(log.blockNumber(), mined));
    }
    return there;
  }

  /** Reads what {@code RelayKey} writes: chain, nonce, tip, fee, gas, to, value, data, and more. */
  private static Sent decoded(byte[] raw) {
    if (raw[0] != TYPE) {
      throw new IllegalArgumentException("not an EIP-1559 transaction");
    }
    List<byte[]> items = new ArrayList<>();
    int at = 1 + headOf(raw, 1);
    while (items.size() < 8) {
      int head = headOf(raw, at);
      int length = lengthOf(raw, at);
      items.add(Arrays.copyOfRange(raw, at + head, at + head + length));
      at += head + length;
    }
    if (number(items.get(6)).signum() != 0) {
      throw new IllegalArgumentException("it sends coin");
    }
    return new Sent(
        Bytes32.of(Keccak.hash256(raw)),
        number(items.get(1)).longValueExact(),
        number(items.get(2)),
        number(items.get(3)),
        number(items.get(4)).longValueExact(),
        "0x" + HexFormat.of().formatHex(items.get(7)));
  }

  private static BigInteger number(byte[] digits) {
    return new BigInteger(1, digits);
  }

  /** The bytes before an item's own: none for a small byte, else one, and those of its length. */
  private static int headOf(byte[] raw, int at) {
    int first = raw[at] & 0xff;
    int kind = first >= 0xc0 ? 0xc0 : 0x80;
    return first < 0x80 ? 0 : 1 + Math.max(0, first - kind - 55);
  }

  private static int lengthOf(byte[] raw, int at) {
    int first = raw[at] & 0xff;
    int kind = first >= 0xc0 ? 0xc0 : 0x80;
    if (first < 0x80) {
      return 1;
    }
    return first - kind <= 55
        ? first - kind
        : number(Arrays.copyOfRange(raw, at + 1, at + headOf(raw, at))).intValueExact();
  }
}

package dev.paylink.chain.source;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A node that says what a test has told it, counts the questions, or says nothing. */
final class SaidByNode implements ChainSource {
  final Map<Long, Header> headers = new HashMap<>();
  final Set<Bytes32> settled = new HashSet<>();
  List<SettledLog> logs = List.of();
  List<TransferLog> transfers = List.of();
  long newest;
  boolean hasCode;
  int asked;
  @Nullable ChainUnavailable fails;

  /** Answers after so long. */
  long slowMillis;

  /** Does not answer before this. */
  @Nullable CountDownLatch hangs;

  @Nullable Bytes32 lostState;

  static SaidByNode at(long newest, String branch) {
    SaidByNode node = new SaidByNode();
    node.newest = newest;
    for (long number = 0; number <= newest; number++) {
      node.headers.put(number, block(number, branch));
    }
    return node;
  }

  static Header block(long number, String branch) {
    return new Header(
        number, hash(branch + number), hash(branch + (number - 1)), Instant.ofEpochSecond(number));
  }

  static Bytes32 hash(String of) {
    return new Bytes32("0x%064x".formatted(of.hashCode() & 0xffffffffL));
  }

  static EvmAddress address(int number) {
    return EvmAddress.of("0x%040x".formatted(number));
  }

  private void answer() {
    asked++;
    CountDownLatch end = hangs;
    if (end != null || slowMillis > 0) {
      try {
        Thread.sleep(slowMillis);
        if (end != null) {
          end.await();
        }
      } catch (InterruptedException e) {
        throw new ChainUnavailable("nobody waits any more");
      }
    }
    if (fails != null) {
      throw fails;
    }
  }

  @Override
  public Header head() {
    answer();
    return Objects.requireNonNull(headers.get(newest));
  }

  @Override
  public Header finalized() {
    return head();
  }

  @Override
  public @Nullable Header header(long number) {
    answer();
    return headers.get(number);
  }

  @Override
  public List<SettledLog> logs(long from, long to) {
    answer();
    return logs.stream().filter(it -> from <= it.blockNumber() && it.blockNumber() <= to).toList();
  }

  @Override
  public List<SettledLog> logsOf(Collection<Bytes32> refs, long from, long to) {
    return logs(from, to).stream().filter(it -> refs.contains(it.ref())).toList();
  }

  @Override
  public List<TransferLog> transfers(
      Collection<EvmAddress> tokens, Collection<EvmAddress> to, long from, long last) {
    answer();
    return transfers.stream()
        .filter(it -> from <= it.blockNumber() && it.blockNumber() <= last)
        .filter(it -> tokens.contains(it.token()) && to.contains(it.to()))
        .toList();
  }

  @Override
  public List<String> faults() {
    throw new ChainUnavailable("not asked here");
  }

  @Override
  public boolean hasCode(EvmAddress address) {
    answer();
    return hasCode;
  }

  @Override
  public List<Optional<BigInteger>> held(@Nullable Bytes32 block, List<Place> places) {
    answer();
    return List.of(Optional.of(BigInteger.valueOf(newest)));
  }

  @Override
  public List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs) {
    answer();
    if (hash.equals(lostState)) {
      throw new ChainUnavailable("the state is gone");
    }
    return refs.stream().map(settled::contains).toList();
  }
}

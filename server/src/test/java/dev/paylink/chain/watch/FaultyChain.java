package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.SettledLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain seen through a node that may hide logs, lag, fall silent, or be the last thing we saw.
 */
final class FaultyChain implements ChainSource {
  private final ChainSource real;
  boolean hidesLogs;
  boolean silent;
  boolean lags;

  /** Happens once, right after the next answer about a single block. */
  @Nullable Runnable afterHeader;

  /** So many questions are answered; the next one is where the watcher dies. Negative: never. */
  int killedAfter = -1;

  FaultyChain(ChainSource real) {
    this.real = real;
  }

  /** The process is gone in the middle of its work. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  void heal() {
    hidesLogs = false;
    silent = false;
    lags = false;
    killedAfter = -1;
  }

  @Override
  public Header head() {
    return asked().head();
  }

  @Override
  public Header finalized() {
    Header last = asked().finalized();
    return lags ? java.util.Objects.requireNonNull(real.header(last.number() - 2)) : last;
  }

  @Override
  public @Nullable Header header(long number) {
    Header header = asked().header(number);
    Runnable event = afterHeader;
    afterHeader = null;
    if (event != null) {
      event.run();
    }
    return header;
  }

  @Override
  public List<SettledLog> logs(long from, long to) {
    List<SettledLog> logs = asked().logs(from, to);
    return hidesLogs ? List.of() : logs;
  }

  @Override
  public List<SettledLog> logsOf(Bytes32 ref, long from, long to) {
    List<SettledLog> logs = asked().logsOf(ref, from, to);
    return hidesLogs ? List.of() : logs;
  }

  @Override
  public List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs) {
    return asked().settled(number, hash, refs);
  }

  private synchronized ChainSource asked() {
    if (silent) {
      throw new ChainUnavailable("silent");
    }
    if (killedAfter == 0) {
      killedAfter = -1;
      throw new Killed();
    }
    killedAfter--;
    return real;
  }
}

package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.NodeTimeout;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.Sightings;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.money.Bytes32;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the logs of blocks in questions that the nodes can answer. Anyone can write logs that no
 * payment waits for. However many there are, they cannot hide the logs that a payment waits for:
 * the range is halved down to one block, and that block is asked for the open refs.
 */
final class FinalLogs {
  private static final Logger LOG = System.getLogger(FinalLogs.class.getName());
  private static final int REFS_PER_PAGE = 500;

  /** Refs beyond this are found by {@link SettledSweep}. */
  private static final int MAX_PAGES = 200;

  private final ChainConfig chain;
  private final Quorum quorum;
  private final List<Followed<?>> followed;
  private int range;

  FinalLogs(ChainConfig chain, Quorum quorum, List<? extends Followed<?>> followed) {
    this.chain = chain;
    this.quorum = quorum;
    this.followed = List.copyOf(followed);
    this.range = chain.logRange();
  }

  /**
   * Returns how many blocks to ask for in one question: what the nodes answered last, or a little
   * more.
   */
  int range() {
    return range;
  }

  /**
   * Reads the logs of these blocks. Returns null if that was too much, and makes the range smaller.
   */
  @Nullable Sightings<SettledLog> read(long from, long to) {
    try {
      Sightings<SettledLog> sightings = quorum.logs(from, to);
      range = Math.min(chain.logRange(), 2 * range);
      return sightings;
    } catch (TooManyLogs e) {
      range = (int) Math.max(1, (to - from + 1) / 2);
      return null;
    } catch (NodeTimeout e) {
      range = (int) Math.max(1, (to - from + 1) / 2); // too many to answer may be why
      throw e;
    }
  }

  /**
   * Asks a block for the refs that may be settled in it, page by page.
   *
   * @param before the end of the previous block
   */
  void readByRefs(long block, Cursor before, Consumer<Sightings<SettledLog>> each) {
    LOG.log(
        Level.WARNING,
        "block {0} of chain {1} holds more logs than the nodes return; it is read by refs",
        Long.toString(block),
        chain.name());
    followed.forEach(some -> readByRefs(block, before, some, each));
  }

  private void readByRefs(
      long block, Cursor before, Followed<?> some, Consumer<Sightings<SettledLog>> each) {
    Followed.Open after = Followed.Open.after(before.time().getEpochSecond());
    for (int i = 0; i < MAX_PAGES; i++) {
      List<Followed.Open> page = some.open(after, REFS_PER_PAGE);
      if (!page.isEmpty()) {
        List<Bytes32> asked = page.stream().map(Followed.Open::ref).toList();
        each.accept(quorum.logsOf(asked, block, block));
        after = page.getLast();
      }
      if (page.size() < REFS_PER_PAGE) {
        return;
      }
    }
  }
}

package dev.paylink.relay;

import dev.paylink.testing.DevChain;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes the blocks of a local chain, and when it is rough: with fees that jump, blocks that are
 * taken back before they are final, and nodes that change their mood.
 */
final class RoughChain implements AutoCloseable {
  private static final long GWEI = 1_000_000_000;
  private static final long PAUSE_NANOS = 100_000_000;

  /** Fewer than make a block final. */
  private static final int MOST_TAKEN_BACK = RelayWorld.DEPTH - 1;

  private final DevChain chain;
  private final List<FaultyNode> nodes;
  private final Random random;
  private final Thread thread = Thread.ofPlatform().name("blocks").unstarted(this::run);
  private volatile boolean calm = true;
  private volatile boolean closed;
  private volatile @Nullable RuntimeException fault;
  private @Nullable String snapshot;
  private int since;
  private int dearBlocks;
  private long dearGwei;
  private int reorganisations;

  RoughChain(DevChain chain, List<FaultyNode> nodes, Random random) {
    this.chain = chain;
    this.nodes = nodes;
    this.random = random;
    chain.automine(false);
    thread.start();
  }

  void rough() {
    calm = false;
  }

  /** From now on fees are low, no block is taken back, and the nodes are honest. */
  void calm() {
    calm = true;
  }

  int reorganisations() {
    return reorganisations;
  }

  /** Fails if blocks could not be made. */
  void check() {
    if (fault != null) {
      throw new AssertionError("the chain ended", fault);
    }
  }

  private void run() {
    try {
      while (!closed) {
        tick();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException e) {
      fault = e;
    }
  }

  private void tick() {
    if (calm) {
      snapshot = null;
      dearBlocks = 0;
      nodes.forEach(node -> node.is(FaultyNode.Mood.HONEST));
      mine();
      return;
    }
    if (random.nextInt(5) == 0) {
      FaultyNode.Mood[] moods = FaultyNode.Mood.values();
      nodes.get(random.nextInt(nodes.size())).is(moods[random.nextInt(moods.length)]);
    }
    if (random.nextInt(30) == 0) {
      dearBlocks = 3 + random.nextInt(15);
      dearGwei = 5L + random.nextInt(60);
    }
    if (snapshot == null && random.nextInt(8) == 0) {
      snapshot = chain.call("evm_snapshot").asString();
      since = 0;
    }
    mine();
    since++;
    if (snapshot != null && (since == MOST_TAKEN_BACK || random.nextBoolean())) {
      chain.call("evm_revert", snapshot);
      snapshot = null;
      reorganisations++;
      for (int i = 0; i <= since; i++) {
        mine();
      }
    }
  }

  private void mine() {
    long gwei = dearBlocks-- > 0 ? dearGwei : 1;
    chain.call("hardhat_setNextBlockBaseFeePerGas", "0x" + Long.toHexString(gwei * GWEI));
    chain.mine(1);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    chain.automine(true);
  }
}

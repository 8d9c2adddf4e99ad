package dev.paylink.chain.wallet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads the current balances of transfer addresses, from blocks that may not be final: only to show
 * them to a payer who has just sent money. It never delays a page for long.
 */
public final class SeenTransfers {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration KEPT = Duration.ofSeconds(3);
  private static final int MAX_KEPT = 10_000;
  private static final int MAX_AT_ONCE = 16;

  private final Map<Deployment, Quorum> sources;
  private final Semaphore askers = new Semaphore(MAX_AT_ONCE);
  private final Cache<Key, BigInteger> answers =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).expireAfterWrite(KEPT).build();

  public SeenTransfers(Map<Deployment, Quorum> sources) {
    this.sources = sources;
  }

  private record Key(Deployment deployment, Place place) {}

  /** Returns the smallest units at the place; zero if no node tells in time. */
  BigInteger at(ChainConfig chain, Place place) {
    Key key = new Key(chain.deployment(), place);
    BigInteger answered = answers.getIfPresent(key);
    Quorum source = sources.get(chain.deployment());
    if (answered != null || source == null || chain.rpc().isEmpty() || !askers.tryAcquire()) {
      return answered == null ? BigInteger.ZERO : answered;
    }
    try {
      BigInteger units = ask(source, place);
      answers.put(key, units);
      return units;
    } finally {
      askers.release();
    }
  }

  private static BigInteger ask(Quorum source, Place place) {
    FutureTask<BigInteger> question =
        new FutureTask<>(() -> source.heldNow(List.of(place)).getFirst().orElse(BigInteger.ZERO));
    Thread.ofVirtual().name("seen").start(question);
    try {
      return question.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return BigInteger.ZERO;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ChainUnavailable) {
        return BigInteger.ZERO;
      }
      throw new IllegalStateException("nodes could not be asked", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return BigInteger.ZERO;
    } finally {
      question.cancel(true);
    }
  }
}

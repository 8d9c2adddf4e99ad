package dev.paylink.chain.wallet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.Quorum;
import dev.paylink.money.Bytes32;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tells which of the transactions that wallets are said to have sent exist. */
@FunctionalInterface
public interface SentTransactions {
  /** Tells whether a node has the transaction, waiting or mined, and it names the payment. */
  boolean isKnown(Deployment deployment, Bytes32 transaction, Bytes32 id);

  /** Asks the nodes. Holds up nobody for long: one that is not found in time is asked for again. */
  static SentTransactions of(Map<Deployment, Quorum> sources) {
    return new Asked(sources);
  }

  /** Asks the nodes of the chain, and for an invented hash not with every look. */
  final class Asked implements SentTransactions {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration KEPT = Duration.ofSeconds(5);
    private static final int MAX_KEPT = 10_000;
    private static final int MAX_AT_ONCE = 16;

    private final Map<Deployment, Quorum> sources;
    private final Semaphore askers = new Semaphore(MAX_AT_ONCE);
    private final Cache<Bytes32, Boolean> answers =
        Caffeine.newBuilder().maximumSize(MAX_KEPT).expireAfterWrite(KEPT).build();

    private Asked(Map<Deployment, Quorum> sources) {
      this.sources = sources;
    }

    @Override
    public boolean isKnown(Deployment deployment, Bytes32 transaction, Bytes32 id) {
      Quorum source = sources.get(deployment);
      Boolean answered = answers.getIfPresent(transaction);
      if (source == null || answered != null || !askers.tryAcquire()) {
        return answered != null && answered;
      }
      try {
        boolean known = ask(source, transaction, id);
        answers.put(transaction, known);
        return known;
      } finally {
        askers.release();
      }
    }

    private static boolean ask(Quorum source, Bytes32 transaction, Bytes32 id) {
      FutureTask<Boolean> question = new FutureTask<>(() -> source.hasTransaction(transaction, id));
      Thread.ofVirtual().name("transaction").start(question);
      try {
        return question.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        return false;
      } catch (ExecutionException e) {
        throw new IllegalStateException("nodes could not be asked", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        question.cancel(true);
      }
    }
  }
}

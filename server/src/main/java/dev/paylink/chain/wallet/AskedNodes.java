package dev.paylink.chain.wallet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.Quorum;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks the nodes of a chain whether what a page says about a wallet is true: anyone with the link
 * can say it. Holds up nobody for long: what no node has answered in time counts as untrue, and can
 * be asked again.
 */
public final class AskedNodes implements SentTransactions, UsableSignatures {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration KEPT = Duration.ofSeconds(5);
  private static final int MAX_KEPT = 10_000;
  private static final int MAX_AT_ONCE = 16;

  private final Map<Deployment, Quorum> sources;
  private final Semaphore askers = new Semaphore(MAX_AT_ONCE);

  /** Pages look again and again, so an invented hash is not asked for with every look. */
  private final Cache<Bytes32, Boolean> answers =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).expireAfterWrite(KEPT).build();

  public AskedNodes(Map<Deployment, Quorum> sources) {
    this.sources = sources;
  }

  @Override
  public boolean isKnown(Deployment deployment, Bytes32 transaction, Bytes32 id) {
    Boolean answered = answers.getIfPresent(transaction);
    if (answered != null) {
      return answered;
    }
    Boolean known = ask(deployment, nodes -> nodes.hasTransaction(transaction, id));
    if (known == null) {
      return false;
    }
    answers.put(transaction, known);
    return known;
  }

  @Override
  public boolean isUsable(Deployment deployment, EvmAddress payer, List<WalletCall> calls) {
    Boolean usable =
        ask(deployment, nodes -> calls.stream().allMatch(call -> nodes.accepts(payer, call)));
    return usable != null && usable;
  }

  /** Returns false if no node answers in time, and null if none is asked. */
  private @Nullable Boolean ask(Deployment deployment, Predicate<Quorum> question) {
    Quorum nodes = sources.get(deployment);
    if (nodes == null || !askers.tryAcquire()) {
      return null;
    }
    FutureTask<Boolean> asked = new FutureTask<>(() -> question.test(nodes));
    try {
      Thread.ofVirtual().name("wallet").start(asked);
      return asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("nodes could not be asked", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      asked.cancel(true);
      askers.release();
    }
  }
}

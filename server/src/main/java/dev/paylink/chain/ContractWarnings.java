package dev.paylink.chain;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Warns of a deposit address that is a contract on one chain and has no code on another: a contract
 * wallet exists only where it was deployed, so money on the other chain may be lost. Holds up
 * nobody for long: a chain that does not answer in time is left out, and is asked again later.
 */
final class ContractWarnings implements AddressWarnings {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration KEPT = Duration.ofMinutes(10);
  private static final Duration KEPT_IF_INCOMPLETE = Duration.ofSeconds(30);
  private static final int MAX_KEPT = 10_000;
  private static final int MAX_AT_ONCE = 16;

  private final List<ChainConfig> chains;
  private final Map<Deployment, Quorum> sources;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);
  private final Cache<DepositAddress, Answer> known =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).expireAfterWrite(KEPT).build();

  ContractWarnings(List<ChainConfig> chains, Map<Deployment, Quorum> sources) {
    this.chains = chains;
    this.sources = sources;
  }

  /** A warning, or none, and whether every chain has answered. */
  private record Answer(@Nullable String warning, boolean complete, long atNanos) {
    boolean isFresh() {
      return complete || System.nanoTime() - atNanos < KEPT_IF_INCOMPLETE.toNanos();
    }
  }

  @Override
  public @Nullable String of(DepositAddress address) {
    if (chains.size() < 2) {
      return null;
    }
    Answer answer = known.getIfPresent(address);
    if (answer == null || !answer.isFresh()) {
      if (!places.tryAcquire()) {
        return null;
      }
      try {
        answer = ask(EvmAddress.of(address.value()));
        known.put(address, answer);
      } finally {
        places.release();
      }
    }
    return answer.warning;
  }

  private Answer ask(EvmAddress address) {
    List<Callable<Boolean>> questions = new ArrayList<>();
    for (ChainConfig chain : chains) {
      Quorum source = Objects.requireNonNull(sources.get(chain.deployment()));
      questions.add(() -> source.hasCode(address));
    }
    List<String> contract = new ArrayList<>();
    List<String> nothing = new ArrayList<>();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      List<Future<Boolean>> answers =
          threads.invokeAll(questions, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      for (int i = 0; i < answers.size(); i++) {
        String label = chains.get(i).label();
        switch (found(answers.get(i))) {
          case CONTRACT -> contract.add(label);
          case NOTHING -> nothing.add(label);
          case UNKNOWN -> {}
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow(); // what has not answered yet is interrupted, and not waited for
    }
    return new Answer(
        contract.isEmpty() || nothing.isEmpty() ? null : warning(contract, nothing),
        contract.size() + nothing.size() == chains.size(),
        System.nanoTime());
  }

  /** What a chain has at an address. */
  private enum Found {
    CONTRACT,
    NOTHING,
    UNKNOWN
  }

  private static Found found(Future<Boolean> hasCode) throws InterruptedException {
    try {
      return hasCode.get() ? Found.CONTRACT : Found.NOTHING;
    } catch (CancellationException e) {
      return Found.UNKNOWN;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ChainUnavailable) {
        return Found.UNKNOWN;
      }
      throw new IllegalStateException("a chain could not be asked for code", e.getCause());
    }
  }

  private static String warning(List<String> contract, List<String> nothing) {
    return "This address is a contract on %s and nothing on %s. A contract exists only on the chains where it was deployed: money that is paid to it on %s may be lost. Use an address that you control on every chain."
        .formatted(
            String.join(", ", contract), String.join(", ", nothing), String.join(", ", nothing));
  }
}

package dev.paylink.chain.collect;

import dev.paylink.chain.collect.CollectQueries.Came;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Chains;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads the balances of transfer addresses from the chains.
 *
 * <ul>
 *   <li>Only transfers in final blocks make an amount; only what a quorum of nodes says about a
 *       final block takes it from the list. So the list is right no matter who collects, and how
 *       often.
 *   <li>An amount that the chain cannot be asked about is unknown, and no other with it.
 *   <li>An amount that has left is marked, and not asked for again.
 *   <li>Holds up nobody for long: what a chain does not answer in time is shown as unknown.
 * </ul>
 */
public final class TransferCollection implements CollectableMoney {
  private static final int MAX_AT_ONCE = 16;
  private static final int MAX_TRANSFERS = 1000;

  private final Jdbi jdbi;
  private final List<ChainConfig> chains;
  private final Map<Deployment, Quorum> sources;
  private final Duration patience;
  private final CollectQueries queries = new CollectQueries();
  private final IncomingTransferStore transfers = new IncomingTransferStore();
  private final Semaphore askers = new Semaphore(MAX_AT_ONCE);

  public TransferCollection(
      Jdbi jdbi, List<ChainConfig> chains, Map<Deployment, Quorum> sources, Duration patience) {
    this.jdbi = jdbi;
    this.chains = chains;
    this.sources = sources;
    this.patience = patience;
  }

  /** The balance of a place in a final block, and its balance now. */
  private record Held(BigInteger units, BigInteger now, long number) {}

  /** A place that this service can ask about and collect from. */
  private record Known(Came came, Token token, Place place) {
    BigDecimal amount(BigInteger units) {
      return new BigDecimal(units, token.decimals());
    }
  }

  @Override
  public Page list(MerchantId merchant, @Nullable Cursor after, int limit) {
    List<Came> all =
        jdbi.withHandle(handle -> queries.uncollected(handle, merchant, after, MAX_TRANSFERS));
    // The last place may have more transfers than were read; it is the next page's, then.
    boolean cut =
        all.stream().mapToInt(it -> it.transfers().size()).sum() == MAX_TRANSFERS && all.size() > 1;
    List<Came> came = all.subList(0, Math.min(limit, cut ? all.size() - 1 : all.size()));
    Map<ChainConfig, List<Known>> known = known(came);
    Map<Came, Held> held = held(known);
    mark(merchant, known, held);
    return new Page(
        came.stream().map(it -> item(it, known, held)).filter(Objects::nonNull).toList(),
        batches(known, held),
        all.size() > came.size() ? came.getLast().cursor() : null);
  }

  @Override
  public Page at(MerchantId merchant, PaymentId payment) {
    List<CollectQueries.At> addresses =
        jdbi.withHandle(handle -> queries.addresses(handle, merchant, payment));
    return new AddressContents(chains, sources).of(payment, addresses);
  }

  /**
   * Finds the chain and token of each amount. What came to addresses of another factory, or in a
   * token that is not configured any more, cannot be asked for.
   */
  private Map<ChainConfig, List<Known>> known(List<Came> all) {
    Map<ChainConfig, List<Known>> known = new LinkedHashMap<>();
    for (Came came : all) {
      for (ChainConfig chain : chains) {
        Known place = place(chain, came);
        if (place != null) {
          known.computeIfAbsent(chain, it -> new ArrayList<>()).add(place);
          break;
        }
      }
    }
    return known;
  }

  private static @Nullable Known place(ChainConfig chain, Came came) {
    EvmAddress factory = chain.factory();
    if (factory == null || chain.deployment().chainId() != came.chainId()) {
      return null;
    }
    Place place =
        new Place(
            EvmAddress.of(came.payee()), TransferAddresses.refOf(came.payment()), came.token());
    boolean same = TransferAddresses.of(factory, place.payee(), place.ref()).equals(came.address());
    return chain.tokens().stream()
        .filter(token -> same && token.address().equals(came.token()))
        .findFirst()
        .map(token -> new Known(came, token, place))
        .orElse(null);
  }

  private Map<Came, Held> held(Map<ChainConfig, List<Known>> known) {
    Map<Came, Held> held = new HashMap<>();
    if (known.isEmpty() || !askers.tryAcquire()) {
      return held;
    }
    List<Callable<Map<Came, Held>>> questions = new ArrayList<>();
    known.forEach((chain, places) -> questions.add(() -> ask(chain, places)));
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      for (Future<Map<Came, Held>> answer :
          threads.invokeAll(questions, patience.toMillis(), TimeUnit.MILLISECONDS)) {
        held.putAll(answer(answer));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow(); // what has not answered yet is interrupted, and not waited for
      askers.release();
    }
    return held;
  }

  private Map<Came, Held> ask(ChainConfig chain, List<Known> places) {
    Quorum quorum = Objects.requireNonNull(sources.get(chain.deployment()));
    List<Place> all = places.stream().map(Known::place).toList();
    Header block = quorum.finalized();
    List<Optional<BigInteger>> units = quorum.heldAt(block, all);
    List<Optional<BigInteger>> now = quorum.heldNow(all);
    Map<Came, Held> held = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      if (units.get(i).isPresent() && now.get(i).isPresent()) {
        held.put(
            places.get(i).came(), new Held(units.get(i).get(), now.get(i).get(), block.number()));
      }
    }
    return held;
  }

  private static Map<Came, Held> answer(Future<Map<Came, Held>> answer)
      throws InterruptedException {
    try {
      return answer.get();
    } catch (CancellationException e) {
      return Map.of();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ChainUnavailable) {
        return Map.of();
      }
      throw new IllegalStateException("a chain could not be asked what it holds", e.getCause());
    }
  }

  private void mark(
      MerchantId merchant, Map<ChainConfig, List<Known>> known, Map<Came, Held> held) {
    jdbi.useTransaction(
        handle ->
            known.values().stream()
                .flatMap(List::stream)
                .forEach(
                    it -> {
                      Held lies = held.get(it.came());
                      List<IncomingTransferStore.LogKey> gone =
                          lies == null
                              ? List.of()
                              : it.came().gone(lies.number, it.amount(lies.units));
                      if (lies != null && !gone.isEmpty()) {
                        transfers.markCollected(
                            handle, merchant, it.came().chainId(), lies.number, gone);
                      }
                    }));
  }

  /**
   * Returns the amount; on a sandbox's simulated chain, which nobody can collect from, what came.
   */
  private @Nullable Item item(
      Came came, Map<ChainConfig, List<Known>> known, Map<Came, Held> held) {
    for (Map.Entry<ChainConfig, List<Known>> entry : known.entrySet()) {
      for (Known it : entry.getValue()) {
        if (it.came().equals(came)) {
          Held lies = held.get(came);
          String name = entry.getKey().label();
          if (lies == null) {
            return item(came, name, came.amount(), State.unknown);
          }
          State state = lies.now.signum() > 0 ? State.held : State.collecting;
          return lies.units.signum() == 0 ? null : item(came, name, it.amount(lies.units), state);
        }
      }
    }
    return chains.stream()
        .filter(chain -> chain.deployment().chainId() == came.chainId() && chain.rpc().isEmpty())
        .findFirst()
        .map(chain -> item(came, chain.label(), came.amount(), State.held))
        .orElseGet(() -> item(came, Chains.name(came.chainId()), came.amount(), State.unknown));
  }

  private static Item item(Came came, String chainName, BigDecimal amount, State state) {
    return new Item(
        came.payment(),
        came.chainId(),
        chainName,
        came.symbol(),
        came.token(),
        came.address(),
        came.payee(),
        amount,
        state);
  }

  private static List<Batch> batches(Map<ChainConfig, List<Known>> known, Map<Came, Held> held) {
    List<Batch> batches = new ArrayList<>();
    known.forEach(
        (chain, places) -> {
          List<Place> there =
              places.stream().filter(it -> isThere(held.get(it.came()))).map(Known::place).toList();
          if (!there.isEmpty()) {
            batches.add(AddressContents.batch(chain, there));
          }
        });
    return batches;
  }

  private static boolean isThere(@Nullable Held held) {
    return held != null && held.units.signum() > 0 && held.now.signum() > 0;
  }
}

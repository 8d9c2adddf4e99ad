package dev.paylink.chain.wallet;

import static java.util.stream.Collectors.toList;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Shows payers the addresses for plain transfers on the configured chains.
 *
 * <ul>
 *   <li>An address is committed before it is shown, so the watcher knows every address that money
 *       can come to. It is the same in all windows, and pays the payment's payee alone.
 *   <li>All tokens of the payment are stored with it, on every chain where the address is the same:
 *       they are taken at par, and a payer may send another one than the page named, or on another
 *       of these chains. A chain that does not answer is included: it is read once it does.
 *   <li>An address locks nothing, and no transfer does: anyone can send a little to it. While a
 *       wallet is paying, no address is offered.
 * </ul>
 */
public final class ChainTransfers implements TransferPayments {
  private final Jdbi jdbi;
  private final Payables payables;
  private final Map<Long, ChainConfig> chains;
  private final InstantSource clock;
  private final SentHints hints;
  private final SeenTransfers seen;
  private final TransferAddressStore store = new TransferAddressStore();
  private final TransferAddressQueries queries = new TransferAddressQueries();
  private final RefQueries refs = new RefQueries();
  private final EarlyRefQueries earlyRefs = new EarlyRefQueries();

  /**
   * @param chains all that are watched, the simulated one included
   */
  public ChainTransfers(
      Jdbi jdbi,
      Payables payables,
      List<ChainConfig> chains,
      SentTransactions sent,
      SeenTransfers seen,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.seen = seen;
    this.hints = new SentHints(jdbi, sent, clock);
    this.payables = payables;
    this.chains =
        chains.stream()
            .collect(
                Collectors.toMap(it -> it.deployment().chainId(), it -> it, (one, two) -> one));
    this.clock = clock;
  }

  @Override
  public List<Option> options(HostedPayment hosted) {
    List<Payable> all = transferable(hosted);
    return all.isEmpty() || hints.look(hosted.payment()).isAnyUnderWay()
        ? List.of()
        : all.stream()
            .map(it -> new Option(it.option(), it.chain().label(), it.token().symbol()))
            .toList();
  }

  @Override
  public boolean show(HostedPayment hosted, String option) {
    hints.look(hosted.payment());
    return transferable(hosted).stream()
        .filter(it -> it.option().equals(option))
        .findFirst()
        .filter(it -> jdbi.inTransaction(handle -> show(handle, hosted, it)))
        .isPresent();
  }

  /**
   * Returns the tokens in which a signed transfer (ERC-3009) pays, after storing their addresses;
   * none while a wallet is paying, or once something has come.
   */
  public List<Payable> signable(HostedPayment hosted) {
    hints.look(hosted.payment());
    List<Payable> all =
        transferable(hosted).stream().filter(it -> it.token().authorization()).toList();
    return all.stream()
        .filter(it -> jdbi.inTransaction(handle -> store(handle, hosted, it)))
        .toList();
  }

  private boolean show(Handle handle, HostedPayment hosted, Payable chosen) {
    return store(handle, hosted, chosen) && store.noteShown(handle, chosen.offered());
  }

  private boolean store(Handle handle, HostedPayment hosted, Payable chosen) {
    if (isUnderWay(handle, hosted)) {
      return false;
    }
    EvmAddress address = addressOf(chosen);
    Map<ChainConfig, List<Payable>> byChain =
        transferable(payables.onAllChains(hosted)).stream()
            .filter(it -> addressOf(it).equals(address))
            .collect(Collectors.groupingBy(Payable::chain, LinkedHashMap::new, toList()));
    byChain.forEach(
        (chain, tokens) ->
            store.store(
                handle,
                tokens.stream().map(Payable::offered).toList(),
                address,
                hosted.payment().expiresAt(),
                chain.startBlock()));
    return true;
  }

  /** Returns where a transfer pays. */
  public static EvmAddress addressOf(Payable payable) {
    return TransferAddresses.of(
        Objects.requireNonNull(payable.chain().factory()),
        payable.terms().payee(),
        TransferAddresses.refOf(payable.payment().id()));
  }

  @Override
  public List<Address> shown(HostedPayment hosted) {
    if (chains.isEmpty() || !hosted.mayHaveAddress()) {
      return List.of();
    }
    List<Address> all =
        jdbi.withHandle(handle -> queries.ofPayment(handle, hosted.payment())).stream()
            .map(it -> named(it, hosted))
            .toList();
    BigDecimal sum =
        all.stream()
            .map(it -> it.received().add(it.seen()))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    return all.stream()
        .map(it -> it.with(sum.subtract(it.received()).subtract(it.seen())))
        .filter(it -> it.shown() || it.hasMoney() || it.disputed())
        .toList();
  }

  private Address named(Address it, HostedPayment hosted) {
    ChainConfig chain = chains.get(it.chainId());
    return new Address(
        it.chainId(),
        chain == null ? it.chainName() : chain.label(),
        it.token(),
        it.tokenAddress(),
        it.decimals(),
        it.address(),
        it.shown() && !isSuspended(chain, it.token()),
        it.expected(),
        it.received(),
        it.late(),
        chain == null ? BigDecimal.ZERO : seen(chain, it, hosted),
        it.elsewhere(),
        it.disputed(),
        chain == null ? null : chain.explorer());
  }

  /** Returns what has arrived but is not final, at the address that the payer was shown. */
  private BigDecimal seen(ChainConfig chain, Address it, HostedPayment hosted) {
    EvmAddress factory = chain.factory();
    if (!it.shown() || factory == null || !hosted.payment().status().isOpen()) {
      return BigDecimal.ZERO;
    }
    Place place =
        new Place(
            EvmAddress.of(hosted.payee()),
            TransferAddresses.refOf(hosted.payment().id()),
            EvmAddress.of(it.tokenAddress()));
    boolean same =
        TransferAddresses.of(factory, place.payee(), place.ref())
            .equals(EvmAddress.of(it.address()));
    return same
        ? new BigDecimal(seen.at(chain, place), it.decimals())
            .subtract(it.received())
            .subtract(it.late())
            .max(BigDecimal.ZERO)
        : BigDecimal.ZERO;
  }

  @Override
  public @Nullable Duration usualTime(HostedPayment hosted, long chainId) {
    ChainConfig chain = chains.get(chainId);
    boolean mayBeEarly = chain != null && chain.early() != null;
    Double seconds =
        jdbi.withHandle(
            handle -> {
              Double early =
                  mayBeEarly ? earlyRefs.earlyAfter(handle, hosted.payment(), chainId) : null;
              return early == null ? refs.finalAfter(handle, chainId) : early;
            });
    return seconds == null ? null : Duration.ofMillis(Math.round(seconds * 1000));
  }

  /** Nobody is asked to send a token that is suspended, also where the address was shown before. */
  private boolean isSuspended(@Nullable ChainConfig chain, String symbol) {
    return chain != null
        && chain.tokens().stream()
            .anyMatch(
                token ->
                    token.symbol().equals(symbol) && payables.isSuspended().test(chain, token));
  }

  /** Returns the tokens that leave a log when they are transferred; a chain's own coin does not. */
  private List<Payable> transferable(HostedPayment hosted) {
    return transferable(payables.of(hosted));
  }

  private static List<Payable> transferable(List<Payable> all) {
    return all.stream().filter(it -> it.chain().factory() != null && !it.token().isCoin()).toList();
  }

  private boolean isUnderWay(Handle handle, HostedPayment hosted) {
    return refs.ofPayment(handle, hosted.payment(), clock.instant()).isAnyUnderWay();
  }
}

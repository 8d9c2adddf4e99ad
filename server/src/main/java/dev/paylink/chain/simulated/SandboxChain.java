package dev.paylink.chain.simulated;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.chain.wallet.ChainRefunds;
import dev.paylink.chain.wallet.Payable;
import dev.paylink.chain.wallet.Payables;
import dev.paylink.chain.wallet.RefQueries;
import dev.paylink.chain.wallet.RefStore;
import dev.paylink.chain.watch.ChainReports;
import dev.paylink.chain.watch.WatchedRefQueries;
import dev.paylink.checkout.wallet.SignedTransfers;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Chains;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.crypto.Keccak;
import dev.paylink.settlement.apply.SimulatedNetwork;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.RefundNetwork;
import dev.paylink.settlement.refund.SimulatedRefunds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox's simulated chain, with a block every two seconds by the business clock and finality
 * after three. The watcher of real chains watches it, less often while nobody uses it.
 */
public final class SandboxChain implements SimulatedNetwork, SimulatedRefunds {
  static final long CHAIN_ID = 31_337; // the usual id of local test chains
  private static final int FINAL_AFTER = 3;
  private static final int EARLY_AFTER = 1;
  private static final int SILENT_BLOCKS = 5;
  private static final int LOG_RANGE = 100_000; // no question goes over a network
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration POLL_UNUSED = Duration.ofSeconds(5);

  /** Longer than a transaction takes to be final, also after its block was replaced. */
  private static final Duration IN_USE = Duration.ofSeconds(60);

  private static final EvmAddress PAYER =
      EvmAddress.of("0x000000000000000000000000000000000000dEaD");
  private static final EvmAddress MERCHANT = named("merchant");
  private static final Deployment DEPLOYMENT = new Deployment(CHAIN_ID, named("settlement"));
  private static final EvmAddress FACTORY = named("deposits");
  private static final int DECIMALS = 18; // the most that a currency can have

  private final Jdbi jdbi;
  private final BusinessClock clock;
  private final Currencies currencies;
  private final SimulatedChain chain;
  private final ChainConfig config;
  private final ChainConfig offered;
  private final ChainRefunds refunds;
  private final RefStore refs = new RefStore();
  private final WatchedRefQueries watched = new WatchedRefQueries();
  private final TransferAddressStore addresses = new TransferAddressStore();
  private volatile long usedAtNanos = System.nanoTime() - IN_USE.toNanos(); // nobody yet
  private volatile Runnable onUse = () -> {};

  public SandboxChain(Jdbi jdbi, BusinessClock clock, Currencies currencies) {
    this.jdbi = jdbi;
    this.clock = clock;
    this.currencies = currencies;
    this.chain =
        new SimulatedChain(
            DEPLOYMENT, FINAL_AFTER, EARLY_AFTER, this::newest, new StoredJournal(jdbi));
    this.config = configured(newest(), List.of()); // of the first start; later there is a cursor
    this.offered = configured(config.startBlock(), tokens(currencies));
    this.refunds =
        new ChainRefunds(
            jdbi,
            List.of(offered),
            Map.of(DEPLOYMENT, Quorum.of(config.name(), chain)),
            any -> true);
  }

  private static ChainConfig configured(long startBlock, List<Token> tokens) {
    return new ChainConfig(
        "simulated",
        Chains.label(CHAIN_ID),
        DEPLOYMENT,
        List.of(),
        null,
        new Finality.Depth(FINAL_AFTER),
        new Finality.Depth(EARLY_AFTER),
        LOG_RANGE,
        POLL,
        startBlock,
        null,
        null,
        tokens,
        FACTORY);
  }

  public ChainConfig config() {
    return config;
  }

  /** Returns the chain with the tokens in which payments are made on it. */
  public ChainConfig offered() {
    return offered;
  }

  public ChainSource source() {
    return chain;
  }

  /** Returns this chain as refunds are paid on it, in the tokens of all currencies. */
  public RefundNetwork refunds() {
    return refunds;
  }

  private static List<Token> tokens(Currencies currencies) {
    return currencies.codes().stream()
        .map(code -> Objects.requireNonNull(currencies.find(code)))
        .flatMap(currency -> currency.tokens().stream())
        .distinct()
        .map(SandboxChain::token)
        .toList();
  }

  /** Returns how long the watcher waits for its next round. */
  public Duration pause() {
    return System.nanoTime() - usedAtNanos < IN_USE.toNanos() ? POLL : POLL_UNUSED;
  }

  /** Has that called when somebody uses the chain. */
  public void onUse(Runnable used) {
    onUse = used;
    clock.onMove(this::used);
  }

  private void used() {
    usedAtNanos = System.nanoTime();
    onUse.run();
  }

  @Override
  public @Nullable Reports pay(Payment payment) {
    Payable payable = payable(payment);
    if (payable == null) {
      return null;
    }
    jdbi.useHandle(handle -> refs.storeLate(handle, payable));
    SettledLog log = chain.pay(payable.terms(), PAYER);
    used();
    return log == null ? null : reports(log);
  }

  @Override
  public boolean reorganise(Payment payment) {
    Payable payable = payable(payment);
    used();
    return payable != null && chain.replaceBlockOf(payable.terms().ref());
  }

  @Override
  public boolean transfer(Payment payment, Share share) {
    Payable payable = payable(payment);
    if (payable == null) {
      return false;
    }
    EvmAddress address = addressOf(payable, payment);
    Instant deadline =
        share == Share.late ? earlier(payment.expiresAt(), clock.instant()) : payment.expiresAt();
    BigDecimal missing = offer(payable, address, deadline);
    jdbi.useHandle(handle -> addresses.noteShown(handle, payable.offered())); // or nobody sends
    BigDecimal amount = amount(payable.amount(), missing, share);
    BigInteger units = Objects.requireNonNull(payable.token().units(amount));
    chain.transfer(payable.token().address(), address, units, PAYER);
    used();
    return true;
  }

  static EvmAddress addressOf(Payable payable, Payment payment) {
    return TransferAddresses.of(
        FACTORY, payable.terms().payee(), TransferAddresses.refOf(payment.id()));
  }

  /** Stores the payment's address, and returns what is missing there. */
  BigDecimal offer(Payable payable, EvmAddress address, Instant deadline) {
    return jdbi.inTransaction(
        handle -> {
          addresses.storeLate(
              handle, List.of(payable.offered()), address, deadline, payable.chain().startBlock());
          return new TransferAddressQueries().missing(handle, payable.offered());
        });
  }

  /**
   * Puts a signed transfer into the next block; returns the one that has come to its address, null
   * if the nonce was used for another one.
   */
  @Nullable Bytes32 transferSigned(SignedTransfers.Offer offer, EvmAddress from, Bytes32 nonce) {
    used();
    return chain.transferSigned(offer.asset(), offer.payTo(), offer.units(), from, nonce);
  }

  @Nullable Bytes32 signedTransfer(EvmAddress address) {
    return chain.signedTransfer(address);
  }

  /** Returns this chain as software pays on it. */
  public SignedTransfers signedTransfers() {
    return new SimulatedTransfers(this);
  }

  private static BigDecimal amount(BigDecimal whole, BigDecimal missing, Share share) {
    return switch (share) {
      case missing, late -> missing.signum() > 0 ? missing : whole;
      case half -> whole.divide(BigDecimal.TWO, whole.scale(), RoundingMode.CEILING);
      case more -> whole.add(whole.divide(BigDecimal.TEN, whole.scale(), RoundingMode.CEILING));
    };
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  @Override
  public boolean pay(Refund refund) {
    ChainRefunds.Way way = here(refund) == null ? null : refunds.way(refund);
    SettledLog paid =
        switch (way) {
          case null -> null;
          case ChainRefunds.Pay pay -> chain.pay(pay.transfer(), MERCHANT);
          case ChainRefunds.GiveBack part -> chain.refund(part.terms());
        };
    used();
    return paid != null;
  }

  /** Returns how the refund is paid on this chain; null if it is not. */
  private static Refund.@Nullable Payable here(Refund refund) {
    Refund.Payable payable = refund.payable();
    return payable != null
            && new Deployment(refund.chainId(), payable.contract()).equals(DEPLOYMENT)
        ? payable
        : null;
  }

  @Override
  public boolean reorganise(Refund refund) {
    used();
    Refund.Payable payable = here(refund);
    return payable != null && chain.replaceBlockOf(payable.ref());
  }

  @Override
  public void fallSilent() {
    used();
    chain.fallSilent(SILENT_BLOCKS);
  }

  private Reports reports(SettledLog log) {
    WatchedRefQueries.Known ref =
        jdbi.withHandle(handle -> watched.known(handle, DEPLOYMENT, List.of(log.ref()))).getFirst();
    return new Reports(
        ChainReports.submitted(DEPLOYMENT, ref, log),
        ChainReports.confirmed(DEPLOYMENT, ref, log, null),
        ref.settled(),
        handle ->
            refs.markSettled(
                handle, DEPLOYMENT, List.of(new RefStore.Settlement(log, ref.token()))));
  }

  /**
   * Returns the payment in the first token of its currency, or null if its amount is not known. The
   * simulated contract keeps any amount.
   */
  @Nullable Payable payable(Payment payment) {
    Currency currency = currencies.find(payment.currency());
    BigDecimal amount = payment.amount();
    if (currency == null || amount == null) {
      return null;
    }
    Token token = token(currency.tokens().getFirst());
    HostedPayment hosted = new HostedPayment(payment, "", false, payee(payment), null, null, null);
    return Payables.of(offered, offered.tokens(), any -> true, currency, hosted, amount).stream()
        .filter(payable -> payable.token().equals(token))
        .findFirst()
        .orElseThrow();
  }

  private static Token token(String symbol) {
    return new Token(symbol, named(symbol), DECIMALS, false, false, null);
  }

  private String payee(Payment payment) {
    return jdbi.withHandle(handle -> new RefQueries().payee(handle, payment));
  }

  private long newest() {
    return clock.instant().getEpochSecond() / SimulatedChain.BLOCK_SECONDS;
  }

  /** Derives an address from a name. The contracts do not exist, so any address will do. */
  private static EvmAddress named(String name) {
    byte[] hash = Keccak.hash256(("simulated " + name).getBytes(StandardCharsets.UTF_8));
    return EvmAddress.of(Arrays.copyOf(hash, EvmAddress.SIZE));
  }
}

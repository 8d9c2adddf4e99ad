package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Permit2;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.evm.TypedData;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.checkout.wallet.WalletOption;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.checkout.wallet.WalletSteps;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.math.BigInteger;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Prepares payments on the configured chains.
 *
 * <ul>
 *   <li>A ref is committed before its call data is sent out, so the watcher knows every ref that a
 *       wallet can send.
 *   <li>What a payer signs ends within minutes.
 *   <li>Once a node says that a signature pays, or its transaction is at a node or was seen on the
 *       chain, everything goes under its ref until the contract refuses it, in every window. There
 *       is one ref for all tokens of a chain, so the payer may change the token at any time. An
 *       invented signature locks nothing.
 * </ul>
 */
public final class ChainWallet implements WalletPayments {
  private final Jdbi jdbi;
  private final Payables payables;
  private final InstantSource clock;
  private final SentHints hints;
  private final UsableSignatures signatures;
  private final BiPredicate<Handle, Payment> isTransferred;
  private final RefStore refs = new RefStore();
  private final RefQueries queries = new RefQueries();

  public ChainWallet(
      Jdbi jdbi,
      Payables payables,
      SentTransactions sent,
      UsableSignatures signatures,
      InstantSource clock) {
    this(jdbi, payables, sent, signatures, clock, (handle, payment) -> false);
  }

  /**
   * @param isTransferred tells whether a signed transfer is paying the payment
   */
  public ChainWallet(
      Jdbi jdbi,
      Payables payables,
      SentTransactions sent,
      UsableSignatures signatures,
      InstantSource clock,
      BiPredicate<Handle, Payment> isTransferred) {
    this.jdbi = jdbi;
    this.isTransferred = isTransferred;
    this.payables = payables;
    this.clock = clock;
    this.signatures = signatures;
    this.hints = new SentHints(jdbi, sent, clock);
  }

  @Override
  public List<WalletOption> options(HostedPayment hosted) {
    PreparedRefs prepared = hints.look(hosted.payment());
    List<Payable> all = prepared.fitted(payables.of(hosted));
    List<Payable> underWay = all.stream().filter(prepared::isUnderWay).toList();
    return (underWay.isEmpty() ? all : underWay).stream().map(ChainWallet::option).toList();
  }

  @Override
  public @Nullable WalletSteps prepare(
      HostedPayment hosted, String option, String payer, @Nullable BigInteger nonce) {
    hints.look(hosted.payment());
    return jdbi.inTransaction(
        handle -> prepare(handle, hosted, option, EvmAddress.of(payer), nonce));
  }

  private @Nullable WalletSteps prepare(
      Handle handle,
      HostedPayment hosted,
      String option,
      EvmAddress payer,
      @Nullable BigInteger nonce) {
    PreparedRefs prepared = prepared(handle, hosted);
    Payable payable = find(prepared, payables.of(hosted), option);
    if (payable == null) {
      return null;
    }
    if (prepared.isOtherUnderWay(payable.terms().ref())
        || isTransferred.test(handle, hosted.payment())) {
      throw otherUnderWay();
    }
    Payable current = prepared.current(payable);
    if (!refs.store(handle, current)) {
      return null;
    }
    List<WalletCall> earlier =
        prepared.earlier(current).stream()
            .map(other -> ContractCalls.settled(other.deployment(), other.ref()))
            .toList();
    return steps(current, earlier, payer, nonce);
  }

  @Override
  public @Nullable WalletCall withSignature(
      HostedPayment hosted,
      String option,
      String payer,
      Kind kind,
      byte[] signature,
      long deadline) {
    SignedPayment signed = signed(hosted, option, payer, kind, signature, deadline);
    return signed == null ? null : signed.call();
  }

  /** Returns what the payer has signed, noted if it pays; null as {@link #withSignature} does. */
  public @Nullable SignedPayment signed(
      HostedPayment hosted,
      String option,
      String payer,
      Kind kind,
      byte[] signature,
      long deadline) {
    PreparedRefs prepared = hints.look(hosted.payment());
    Payable payable = signable(prepared, hosted, option, kind, deadline);
    if (payable == null) {
      return null;
    }
    EvmAddress from = EvmAddress.of(payer);
    WalletCall call = SignedPayment.call(payable, from, kind, signature);
    List<WalletCall> tried =
        kind == Kind.permit // the contract goes on without one that fails
            ? List.of(
                TokenCalls.permit(payable.terms(), payable.validBefore(), from, signature), call)
            : List.of(call);
    boolean isUsable = signatures.isUsable(payable.terms().deployment(), from, tried);
    jdbi.useTransaction(handle -> noteSigned(handle, hosted, payable, isUsable));
    return new SignedPayment(payable, from, kind, signature, isUsable);
  }

  /** Notes a signature, unless one for another ref or a signed transfer was faster. */
  private void noteSigned(Handle handle, HostedPayment hosted, Payable payable, boolean isUsable) {
    refs.lock(handle, hosted.payment());
    if (isTransferred.test(handle, hosted.payment())) {
      throw otherUnderWay();
    }
    if (!isUsable) {
      return;
    }
    if (prepared(handle, hosted).isOtherUnderWay(payable.terms().ref())) {
      throw otherUnderWay();
    }
    refs.noteSigned(handle, payable);
  }

  /** Returns what was signed, or null if that was not prepared, or not for so long. */
  private @Nullable Payable signable(
      PreparedRefs prepared, HostedPayment hosted, String option, Kind kind, long deadline) {
    Payable found = find(prepared, payables.of(hosted), option);
    Payable payable = found == null ? null : found.until(deadline);
    if (payable == null || !knows(payable, kind) || !prepared.isShort(payable)) {
      return null;
    }
    Bytes32 ref = payable.terms().ref();
    if (!prepared.contains(ref)) {
      return null;
    }
    if (prepared.isOtherUnderWay(ref)) {
      throw otherUnderWay();
    }
    if (clock.instant().getEpochSecond() >= payable.validBefore()) {
      throw new Rejection(ChainError.SIGNATURE_EXPIRED, Message.of("wallet.signatureexpired"));
    }
    return payable;
  }

  @Override
  public boolean sent(HostedPayment hosted, String option, @Nullable Bytes32 hash, long deadline) {
    boolean noted = jdbi.inTransaction(handle -> noteSent(handle, hosted, option, hash, deadline));
    hints.look(hosted.payment());
    return noted;
  }

  private boolean noteSent(
      Handle handle,
      HostedPayment hosted,
      String option,
      @Nullable Bytes32 transaction,
      long deadline) {
    PreparedRefs prepared = prepared(handle, hosted);
    Payable found = find(prepared, payables.evenSuspended(hosted), option);
    if (found == null) {
      return false;
    }
    return transaction == null
        ? prepared.contains(found.terms().ref()) // nothing to look for, so it locks nothing
        : refs.noteSent(handle, prepared.given(found, deadline), transaction);
  }

  private PreparedRefs prepared(Handle handle, HostedPayment hosted) {
    return queries.ofPayment(handle, hosted.payment(), clock.instant());
  }

  private static Rejection otherUnderWay() {
    return new Rejection(ChainError.OTHER_TOKEN_UNDER_WAY, Message.of("wallet.othertoken"));
  }

  private static boolean knows(Payable payable, Kind kind) {
    return switch (kind) {
      case permit -> payable.token().permit();
      case authorization -> payable.token().authorization();
      case permit2 -> payable.canUsePermit2();
    };
  }

  private static @Nullable Payable find(
      PreparedRefs prepared, List<Payable> payables, String option) {
    return prepared.fitted(payables).stream()
        .filter(payable -> payable.option().equals(option))
        .findFirst()
        .orElse(null);
  }

  static WalletOption option(Payable payable) {
    ChainConfig chain = payable.chain();
    Token token = payable.token();
    return new WalletOption(
        payable.option(),
        chain.deployment().chainId(),
        chain.label(),
        chain.publicRpc(),
        chain.explorer(),
        chain.deployment().contract().toString(),
        new WalletOption.Token(
            token.symbol(),
            token.isCoin() ? null : token.address().toString(),
            token.decimals(),
            token.permit(),
            token.authorization()),
        payable.terms().amount());
  }

  private static WalletSteps steps(
      Payable payable, List<WalletCall> earlier, EvmAddress payer, @Nullable BigInteger nonce) {
    Terms terms = payable.terms();
    boolean coin = payable.token().isCoin();
    return new WalletSteps(
        payable.option(),
        terms.ref().hex(),
        payable.validBefore(),
        ContractCalls.settled(terms.deployment(), terms.ref()),
        earlier,
        coin ? null : TokenCalls.balance(terms, payer),
        coin ? null : TokenCalls.allowance(terms, payer),
        coin ? null : TokenCalls.approve(terms),
        ContractCalls.pay(terms, payable.validBefore()),
        payable.token().permit() ? permit(payable, payer, nonce) : null,
        payable.token().authorization()
            ? TypedData.authorization(terms, payable.validBefore(), domain(payable), payer)
            : null,
        payable.canUsePermit2()
            ? new WalletSteps.Permit2(
                Permit2.allowance(terms, payer), Permit2.typedData(terms, payable.validBefore()))
            : null);
  }

  private static WalletSteps.Permit permit(
      Payable payable, EvmAddress payer, @Nullable BigInteger nonce) {
    Terms terms = payable.terms();
    return new WalletSteps.Permit(
        TokenCalls.nonce(terms, payer),
        nonce == null
            ? null
            : TypedData.permit(terms, payable.validBefore(), domain(payable), payer, nonce));
  }

  private static TokenDomain domain(Payable payable) {
    return Objects.requireNonNull(payable.token().domain());
  }
}

package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.evm.ContractCalls;
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
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.read.HostedPayment;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Prepares payments on the configured chains. A ref is committed before its call data is sent out,
 * so the watcher knows every ref that a wallet can send.
 */
public final class ChainWallet implements WalletPayments {
  private final Jdbi jdbi;
  private final Currencies currencies;
  private final List<ChainConfig> chains;
  private final Predicate<ChainConfig> isOffered;
  private final RefStore refs = new RefStore();

  /**
   * @param isOffered tells whether payments may be prepared on a chain now
   */
  public ChainWallet(
      Jdbi jdbi,
      Currencies currencies,
      List<ChainConfig> chains,
      Predicate<ChainConfig> isOffered) {
    this.jdbi = jdbi;
    this.currencies = currencies;
    this.chains = chains;
    this.isOffered = isOffered;
  }

  @Override
  public List<WalletOption> options(HostedPayment hosted) {
    return payables(hosted).stream().map(ChainWallet::option).toList();
  }

  @Override
  public @Nullable WalletSteps prepare(
      HostedPayment hosted, String option, String payer, @Nullable BigInteger nonce) {
    Payable payable = find(hosted, option);
    if (payable == null || !jdbi.inTransaction(handle -> store(handle, payable))) {
      return null;
    }
    return steps(payable, EvmAddress.of(payer), nonce);
  }

  @Override
  public @Nullable WalletCall withSignature(
      HostedPayment hosted, String option, String payer, Kind kind, byte[] signature) {
    Payable payable = find(hosted, option);
    if (payable == null) {
      return null;
    }
    jdbi.useTransaction(
        handle -> {
          refuseElsewhere(handle, payable);
          if (kind == Kind.authorization) { // a permit is useless to others
            refs.noteSigned(handle, payable);
          }
        });
    return switch (kind) {
      case permit ->
          payable.token().permit() ? ContractCalls.payWithPermit(payable.terms(), signature) : null;
      case authorization ->
          payable.token().authorization()
              ? ContractCalls.payWithAuthorization(payable.terms(), EvmAddress.of(payer), signature)
              : null;
    };
  }

  @Override
  public boolean sent(HostedPayment hosted, String option, String hash) {
    Payable payable = find(hosted, option);
    Bytes32 transaction = Bytes32.parse(hash);
    return payable != null
        && transaction != null
        && jdbi.withHandle(handle -> refs.noteSent(handle, payable, transaction));
  }

  private boolean store(Handle handle, Payable payable) {
    refuseElsewhere(handle, payable);
    return refs.store(handle, payable);
  }

  private void refuseElsewhere(Handle handle, Payable payable) {
    if (refs.isElsewhere(handle, payable)) {
      throw new Refused(
          Problem.conflict(
              "OTHER_TOKEN_UNDER_WAY",
              "This payment was signed or sent in another token or on another chain; go on there"));
    }
  }

  private @Nullable Payable find(HostedPayment hosted, String option) {
    return payables(hosted).stream()
        .filter(payable -> payable.option().equals(option))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the tokens that the payment's currency accepts and that can express its amount exactly.
   */
  private List<Payable> payables(HostedPayment hosted) {
    Currency currency = currencies.find(hosted.payment().currency());
    BigDecimal amount = hosted.payment().amount();
    List<Payable> payables = new ArrayList<>();
    if (currency == null || amount == null) {
      return payables;
    }
    for (ChainConfig chain : chains.stream().filter(isOffered).toList()) {
      for (Token token : chain.tokens()) {
        BigInteger units = token.units(amount);
        if (units != null && currency.tokens().contains(token.symbol())) {
          payables.add(Payable.of(chain, token, hosted, amount, units));
        }
      }
    }
    return payables;
  }

  private static WalletOption option(Payable payable) {
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

  private static WalletSteps steps(Payable payable, EvmAddress payer, @Nullable BigInteger nonce) {
    Terms terms = payable.terms();
    boolean coin = payable.token().isCoin();
    return new WalletSteps(
        payable.option(),
        terms.ref().hex(),
        ContractCalls.settled(terms),
        coin ? null : TokenCalls.balance(terms, payer),
        coin ? null : TokenCalls.allowance(terms, payer),
        coin ? null : TokenCalls.approve(terms),
        ContractCalls.pay(terms),
        payable.token().permit() ? permit(payable, payer, nonce) : null,
        payable.token().authorization()
            ? TypedData.authorization(terms, domain(payable), payer)
            : null);
  }

  private static WalletSteps.Permit permit(
      Payable payable, EvmAddress payer, @Nullable BigInteger nonce) {
    Terms terms = payable.terms();
    return new WalletSteps.Permit(
        TokenCalls.nonce(terms, payer),
        nonce == null ? null : TypedData.permit(terms, domain(payable), payer, nonce));
  }

  private static TokenDomain domain(Payable payable) {
    return Objects.requireNonNull(payable.token().domain());
  }
}

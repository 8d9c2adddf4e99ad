package dev.paylink.chain.wallet;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.checkout.wallet.WalletOption;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.checkout.wallet.WalletSteps;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.db.Database;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a payment on the simulated chain, for the wallet that a sandbox's page brings along.
 * They are those of a real chain whose tokens take no signatures; the wallet pays by simulating.
 */
public record SimulatedWallet(ChainWallet steps, Payables payables) implements WalletPayments {
  /** Creates the wallet of this chain, on which payments are simulated. */
  public static SimulatedWallet of(
      Database database, Currencies currencies, ChainConfig chain, AskedNodes nodes) {
    Payables payables =
        new Payables(currencies, List.of(chain), any -> true, (any, token) -> false);
    return new SimulatedWallet(
        new ChainWallet(database.jdbi(), payables, nodes, nodes, database.clock()), payables);
  }

  @Override
  public boolean isSimulated() {
    return true;
  }

  /**
   * Returns the currency's first token, in which payments are simulated. It does not look for what
   * was sent: whatever is, is seen at once.
   */
  @Override
  public List<WalletOption> options(HostedPayment hosted) {
    Currency currency = payables.currencies().find(hosted.payment().currency());
    return payables.of(hosted).stream()
        .filter(it -> currency != null && it.token().symbol().equals(currency.tokens().getFirst()))
        .map(ChainWallet::option)
        .toList();
  }

  @Override
  public @Nullable WalletSteps prepare(
      HostedPayment hosted, String option, String payer, @Nullable BigInteger nonce) {
    return steps.prepare(hosted, option, payer, nonce);
  }

  @Override
  public @Nullable WalletCall withSignature(
      HostedPayment hosted,
      String option,
      String payer,
      Kind kind,
      byte[] signature,
      long deadline) {
    return null;
  }

  /** Notes nothing: the simulated chain knows what was sent, and the wallet makes up its hash. */
  @Override
  public boolean sent(HostedPayment hosted, String option, @Nullable Bytes32 hash, long deadline) {
    return true;
  }
}

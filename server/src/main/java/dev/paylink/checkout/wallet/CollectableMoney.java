package dev.paylink.checkout.wallet;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Chains;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The balances of the transfer addresses of a merchant's payments, and how a wallet collects them.
 * The money can only go to the payee, no matter who collects.
 */
public interface CollectableMoney {
  /** The most amounts on a page, and so in one transaction. */
  int MAX_ITEMS = 100;

  /** Returns the amounts after that one, those of the oldest payments first. */
  Page list(MerchantId merchant, @Nullable Cursor after, int limit);

  /**
   * Returns everything that can be found at the address of one payment: coins and tokens that are
   * not listed too, which pay nothing and can be collected all the same. Empty if it has none.
   */
  Page at(MerchantId merchant, PaymentId payment);

  /** The state of an amount. */
  enum State {
    /** It is at the address. */
    held,
    /** A block that is not final yet has paid it out. */
    collecting,
    /** The chain could not be asked now; the amount is what came and was not seen to leave. */
    unknown
  }

  /** One kind of money at the address of one payment. */
  record Item(
      PaymentId payment,
      long chainId,
      String chainName,
      String token,
      EvmAddress tokenAddress,
      EvmAddress address,
      String payee,
      BigDecimal amount,
      State state) {}

  /**
   * One transaction that collects all amounts of the page that lie on a chain.
   *
   * @param rpcUrl a public node that may be given to a wallet; null if the wallet must know the
   *     chain itself
   * @param amounts how many amounts it collects
   */
  record Batch(
      long chainId,
      String chainName,
      @Nullable String rpcUrl,
      @Nullable String explorer,
      WalletCall call,
      int amounts) {
    public String coin() {
      return Chains.coin(chainId);
    }
  }

  record Page(List<Item> items, List<Batch> batches, @Nullable Cursor next) {}

  /** The last amount of a page. */
  record Cursor(PaymentId payment, long chainId, EvmAddress token) {
    private static final Pattern SHAPE =
        Pattern.compile("(pay_[0-9a-z]{26})\\.([0-9]{1,18})\\.([0-9a-f]{40})");

    public static @Nullable Cursor parse(String text) {
      Matcher parts = SHAPE.matcher(text);
      PaymentId payment = parts.matches() ? PaymentId.parse(parts.group(1)) : null;
      return payment == null
          ? null
          : new Cursor(
              payment, Long.parseLong(parts.group(2)), EvmAddress.of("0x" + parts.group(3)));
    }

    @Override
    public String toString() {
      return payment + "." + chainId + "." + token.hex().substring(2);
    }
  }
}

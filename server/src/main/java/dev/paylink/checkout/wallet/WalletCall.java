package dev.paylink.checkout.wallet;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A call that a wallet sends or queries. {@code value} is null if it sends no coin. */
public record WalletCall(String to, String data, @Nullable BigInteger value) {
  /** Creates a query, or a call that sends no coin of the chain. */
  public static WalletCall of(String to, String data) {
    return new WalletCall(to, data, null);
  }
}

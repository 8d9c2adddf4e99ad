package dev.paylink.checkout.wallet;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A call that a wallet makes or asks: {@code value} is null where nothing is sent. */
public record WalletCall(String to, String data, @Nullable BigInteger value) {
  /** A question, or a call that moves no coin of the chain. */
  public static WalletCall of(String to, String data) {
    return new WalletCall(to, data, null);
  }
}

package dev.paylink.checkout.link;

import dev.paylink.money.AddressFault;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Refunds whose customers name an address, as their pages see them. */
public interface RefundLinks {
  /** Finds the refund of a link; returns null if the link is wrong. */
  @Nullable Asked open(String token);

  /**
   * Takes an address. Returns what is wrong with it, or null if it is stored, or it is too late for
   * that.
   */
  @Nullable AddressFault name(String token, String address, String source);

  /** The status of a refund. */
  enum Stage {
    /** No address is known. */
    ask,
    /** One was named, and the merchant has to confirm it. */
    named,
    confirmed,
    sent,
    settled,
    canceled,
    /** Its time has run out. */
    over
  }

  /**
   * A refund that needs, or needed, an address.
   *
   * @param path of its page
   * @param address the one that was confirmed, else the one that was named last
   * @param before when the link ends
   */
  record Asked(
      Payment payment,
      String path,
      Stage stage,
      BigDecimal amount,
      String currency,
      String token,
      String chainName,
      @Nullable String address,
      Instant before) {}
}

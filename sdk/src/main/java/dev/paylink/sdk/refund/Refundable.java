package dev.paylink.sdk.refund;

import dev.paylink.sdk.json.JsonObject;
import java.math.BigDecimal;
import java.util.Objects;

/** What can still be refunded of a payment, in one token on one chain. */
public final class Refundable {
  private final JsonObject body;

  private Refundable(JsonObject body) {
    this.body = body;
    chainId();
    token();
    amount();
  }

  /** Reads an answer of the service. */
  public static Refundable from(JsonObject body) {
    return new Refundable(body);
  }

  /** Returns the chain on which it came. */
  public long chainId() {
    return body.integer("chainId");
  }

  /** Returns the token that came. */
  public String token() {
    return body.text("token");
  }

  /** Returns how much can still be refunded. */
  public BigDecimal amount() {
    return Objects.requireNonNull(body.decimalOrNull("amount"), "amount");
  }

  /** Returns the currency that lists the token. */
  public String currency() {
    return body.text("currency");
  }
}

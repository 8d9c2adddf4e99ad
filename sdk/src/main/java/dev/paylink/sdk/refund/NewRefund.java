package dev.paylink.sdk.refund;

import dev.paylink.sdk.json.JsonWriter;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The refund to request. Every field is optional: without any, all that is left goes back to the
 * account that paid, or to an address that the customer names. The same fields give the same bytes.
 */
public final class NewRefund {
  // Sorted, because the bytes must not depend on the order of the calls.
  private final SortedMap<String, Object> fields;

  private NewRefund(SortedMap<String, Object> fields) {
    this.fields = fields;
  }

  /** Returns a refund of all that is left. */
  public static NewRefund ofAll() {
    return new NewRefund(new TreeMap<>());
  }

  /** Returns a refund of an amount, in the currency that lists the token. */
  public static NewRefund of(BigDecimal amount) {
    return ofAll().with("amount", amount.toPlainString());
  }

  /** Returns the same with a reason for the merchant's own records. */
  public NewRefund reason(String reason) {
    return with("reason", reason);
  }

  /** Returns the same to an address of the customer. */
  public NewRefund to(String address) {
    return with("to", address);
  }

  /** Returns the same in this token, where several came. */
  public NewRefund token(String token) {
    return with("token", token);
  }

  /** Returns the same in this token on this chain, where it came on several. */
  public NewRefund token(String token, long chainId) {
    return token(token).with("chainId", chainId);
  }

  /**
   * Returns the same that is refused as {@code REFUND_ADDRESS_REQUIRED} where the customer would be
   * asked for an address.
   */
  public NewRefund withoutAsking() {
    return with("askPayer", false);
  }

  private NewRefund with(String name, Object value) {
    SortedMap<String, Object> more = new TreeMap<>(fields);
    more.put(name, value);
    return new NewRefund(more);
  }

  /** Returns the body of the request. */
  public byte[] toJson() {
    return JsonWriter.write(fields);
  }
}

package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The payment to create: the body of create-payment, its bytes fixed when built. The same fields
 * give the same bytes whatever the order of the calls, so a program that restarts and rebuilds its
 * order may repeat the idempotency key.
 *
 * <p>Every field is optional, and a field that is not set is not sent. The service checks the
 * values and names all faults at once; only values that could not be sent faithfully are refused
 * here.
 */
public final class NewPayment {
  private static final int MAX_INTEGER_DIGITS = 15;
  private static final int MAX_DECIMALS = 18;

  private final byte[] json;

  private NewPayment(byte[] json) {
    this.json = json;
  }

  public static Builder builder() {
    return new Builder();
  }

  byte[] toJson() {
    return json.clone();
  }

  @Override
  @SuppressWarnings("PatternMatchingInstanceof") // Java 11 has none
  public boolean equals(@Nullable Object other) {
    return other instanceof NewPayment && Arrays.equals(json, ((NewPayment) other).json);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(json);
  }

  /** Shows no values, since they hold a customer's data. */
  @Override
  public String toString() {
    return "NewPayment[" + json.length + " bytes]";
  }

  /** Collects fields; a field set twice keeps the later value. Use it in one thread. */
  public static final class Builder {
    // Sorted, because the bytes must not depend on the order of the calls.
    private final TreeMap<String, Object> fields = new TreeMap<>();
    private final TreeMap<String, Object> customer = new TreeMap<>();
    private final TreeMap<String, Object> metadata = new TreeMap<>();

    private Builder() {}

    /**
     * Sets the amount, with as many decimals as given. If not set, the payer chooses it on the
     * page.
     */
    public Builder amount(BigDecimal amount) {
      // Also keeps 1E+999999999 from expanding into a gigabyte of zeros.
      if (amount.signum() <= 0
          || (long) amount.precision() - amount.scale() > MAX_INTEGER_DIGITS
          || amount.scale() > MAX_DECIMALS) {
        throw new IllegalArgumentException("amount: positive, 15 integer digits, 18 decimals");
      }
      return set("amount", amount.toPlainString());
    }

    /** Sets the currency that prices the invoice, for example {@code USD}. */
    public Builder currency(String currency) {
      return set("currency", currency);
    }

    public Builder description(String description) {
      return set("description", description);
    }

    /** Sets the merchant's own order id. */
    public Builder reference(String reference) {
      return set("reference", reference);
    }

    /** Sets the invoice's number, unique per merchant. If not set, the service numbers it. */
    public Builder invoiceNumber(String invoiceNumber) {
      return set("invoiceNumber", invoiceNumber);
    }

    /** Makes this another payment for an open invoice, which then gives amount and currency. */
    public Builder invoiceId(String invoiceId) {
      return set("invoiceId", invoiceId);
    }

    public Builder customerName(String name) {
      customer.put("name", name);
      return set("customer", customer);
    }

    public Builder customerEmail(String email) {
      customer.put("email", email);
      return set("customer", customer);
    }

    /** Sets where the page sends the customer after paying. */
    public Builder successUrl(URI url) {
      return set("successUrl", url.toASCIIString());
    }

    /** Sets where the page sends a customer who gives up. */
    public Builder cancelUrl(URI url) {
      return set("cancelUrl", url.toASCIIString());
    }

    /** Sets how long the payment stays open, in whole seconds. */
    public Builder expiresIn(Duration time) {
      if (!time.truncatedTo(ChronoUnit.SECONDS).equals(time)) {
        throw new IllegalArgumentException("expiresIn: whole seconds");
      }
      return set("expiresIn", time.toSeconds());
    }

    /** Sets the language of the hosted page. */
    public Builder locale(Locale locale) {
      return set("locale", locale.toLanguageTag());
    }

    /** Adds the merchant's own pairs. */
    public Builder metadata(Map<String, String> pairs) {
      metadata.putAll(pairs);
      return set("metadata", metadata);
    }

    /** Sets whether the customer gets letters. If not set, the merchant's setting decides. */
    public Builder sendInvoice(boolean sendInvoice) {
      return set("sendInvoice", sendInvoice);
    }

    /**
     * Sets the field {@code interface}; any value but {@code service-server} turns webhooks off.
     */
    public Builder interfaceName(String interfaceName) {
      return set("interface", interfaceName);
    }

    public NewPayment build() {
      return new NewPayment(JsonWriter.write(fields));
    }

    private Builder set(String name, Object value) {
      fields.put(name, Objects.requireNonNull(value, name));
      return this;
    }
  }
}

package dev.paylink.payment.create;

import dev.paylink.ids.InvoiceId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.Money;
import dev.paylink.payment.CreatePaymentCommand;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses create-payment requests; a refusal lists all faults at once. */
public final class CreatePaymentParser {
  private static final int MIN_EXPIRES_SECONDS = 300;
  private static final int MIN_EXPIRES_SECONDS_IN_SANDBOX = 5;
  private static final Set<String> KNOWN =
      Set.of(
          "amount",
          "currency",
          "description",
          "reference",
          "invoiceNumber",
          "invoiceId",
          "customer",
          "successUrl",
          "cancelUrl",
          "expiresIn",
          "locale",
          "metadata",
          "interface",
          "sendInvoice");
  private static final Set<String> KNOWN_OF_CUSTOMER = Set.of("name", "email");
  private static final Pattern EMAIL = Pattern.compile("[^\\s@<>\"]+@[^\\s@<>\"]+\\.[^\\s@<>\".]+");
  private static final Pattern LOCALE = Pattern.compile("[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}");
  private static final Pattern LIKE_CENTS = Pattern.compile("[1-9][0-9]{2,14}");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String DEFAULT_INTERFACE = "service-server";
  private static final long DEFAULT_EXPIRES_SECONDS = 86_400;

  private final Currencies currencies;
  private final boolean sandbox;
  private final Message currencyFault;
  private final Message urlFault;

  public CreatePaymentParser(Currencies currencies, boolean sandbox) {
    this.currencies = currencies;
    this.sandbox = sandbox;
    this.currencyFault = Message.of("field.currency", String.join(" or ", currencies.codes()));
    this.urlFault = sandbox ? Message.of("field.httpslocal") : Message.of("field.https");
  }

  CreatePaymentCommand parse(Fields fields) {
    fields.only(KNOWN);
    InvoiceId invoiceId = invoiceId(fields);
    String currency = currency(fields);
    BigDecimal amount = amount(fields, "amount", currency);
    Fields customer = fields.object("customer", KNOWN_OF_CUSTOMER);
    Long expiresIn =
        fields.seconds(
            "expiresIn", sandbox ? MIN_EXPIRES_SECONDS_IN_SANDBOX : MIN_EXPIRES_SECONDS, 2_592_000);
    String interfaceName = fields.text("interface", 64);
    CreatePaymentCommand command =
        new CreatePaymentCommand(
            amount,
            currency,
            fields.text("description", 500),
            fields.text("reference", 255),
            invoiceNumber(fields),
            invoiceId,
            customer == null ? null : customer.text("name", 200),
            customer == null ? null : email(customer),
            url(fields, "successUrl"),
            url(fields, "cancelUrl"),
            Duration.ofSeconds(expiresIn == null ? DEFAULT_EXPIRES_SECONDS : expiresIn),
            locale(fields),
            metadata(fields),
            interfaceName == null || interfaceName.isEmpty() ? DEFAULT_INTERFACE : interfaceName,
            fields.bool("sendInvoice"));
    return fields.require(command);
  }

  private static @Nullable InvoiceId invoiceId(Fields fields) {
    String text = fields.text("invoiceId", 64);
    InvoiceId id = text == null ? null : InvoiceId.parse(text);
    if (text != null && id == null) {
      fields.fault("invoiceId", Message.of("field.invoiceid"));
    }
    if (text != null && fields.has("invoiceNumber")) {
      fields.fault("invoiceNumber", Message.of("field.withinvoiceid"));
    }
    return id;
  }

  private static @Nullable String invoiceNumber(Fields fields) {
    return fields.read(
        "invoiceNumber",
        64,
        number -> number.isBlank() || !number.equals(number.strip()) ? null : number,
        Message.of("field.number"));
  }

  /** Reads the field {@code currency}. */
  public @Nullable String currency(Fields fields) {
    return fields.read(
        "currency", 16, code -> currencies.find(code) == null ? null : code, currencyFault);
  }

  /** Refuses a currency if this instance takes no token for it, so that nobody could pay. */
  public void requirePayable(String currency) {
    if (!currencies.payable().contains(currency)) {
      throw notPayable(currency);
    }
  }

  Rejection notPayable(String currency) {
    return new Rejection(
        PaymentError.CURRENCY_NOT_PAYABLE,
        Message.of("currency.notpayable", currency, String.join(", ", currencies.payable())));
  }

  /**
   * Returns what to tell a developer who may have meant cents; null if that is unlikely. Only a
   * sandbox does.
   *
   * @param amount as it was understood
   */
  @Nullable Message hint(Fields fields, @Nullable String amount, String currency) {
    if (!sandbox || amount == null) {
      return null;
    }
    String text = fields.decimal("amount");
    return text != null && LIKE_CENTS.matcher(text).matches() && !text.equals(amount)
        ? Message.of("hint.cents", text, amount, currency)
        : null;
  }

  /** Reads an amount of that currency; of the standard one if it is null. */
  public @Nullable BigDecimal amount(Fields fields, String name, @Nullable String code) {
    String text = fields.decimal(name);
    return text == null ? null : amount(fields, name, text, code);
  }

  /** Reads a text as an amount of that field. */
  public @Nullable BigDecimal amount(
      Fields fields, String name, String text, @Nullable String code) {
    Currency known = code == null ? null : currencies.find(code);
    return switch (Money.parse(text, known == null ? currencies.standard() : known)) {
      case Money.Parsed.Amount amount -> amount.value();
      case Money.Parsed.Wrong wrong -> {
        fields.fault(name, wrong.message());
        yield null;
      }
    };
  }

  private static @Nullable String email(Fields customer) {
    return customer.read(
        "email",
        254,
        text -> EMAIL.matcher(text).matches() ? text : null,
        Message.of("field.email"));
  }

  private static @Nullable String locale(Fields fields) {
    return fields.read(
        "locale",
        35,
        text -> LOCALE.matcher(text).matches() ? text : null,
        Message.of("field.locale"));
  }

  private static Map<String, String> metadata(Fields fields) {
    return fields.pairs("metadata", 50, 40, 500);
  }

  /** Reads an address that a payer's browser is sent to. */
  public @Nullable String url(Fields fields, String name) {
    return fields.read(name, 2048, text -> isAllowed(text) ? text : null, urlFault);
  }

  private boolean isAllowed(String text) {
    try {
      URI uri = new URI(text);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (uri.getHost() == null || uri.getUserInfo() != null) {
        return false;
      }
      return scheme.equals("https")
          || (scheme.equals("http") && sandbox && LOOPBACK.contains(uri.getHost()));
    } catch (URISyntaxException e) {
      return false;
    }
  }
}

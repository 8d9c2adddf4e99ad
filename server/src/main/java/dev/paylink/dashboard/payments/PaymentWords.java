package dev.paylink.dashboard.payments;

import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.money.Networks;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.language.Words;
import dev.paylink.settlement.figures.TransferSum;
import dev.paylink.settlement.statement.Balance;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words for payments on pages: one word and one tone for each state. */
public final class PaymentWords {
  /** What is kept as the reason where a merchant accepted a sum. */
  private static final Pattern ACCEPTED = Pattern.compile("accepted ([0-9]+(?:\\.[0-9]+)?)");

  private PaymentWords() {}

  public static String amount(Words words, @Nullable BigDecimal amount, String currency) {
    return amount == null ? words.get("amount.open", currency) : words.amount(amount, currency);
  }

  public static String name(Words words, PaymentStatus status) {
    return words.get("status." + status.name());
  }

  public static String tone(PaymentStatus status) {
    return switch (status) {
      case created -> "calm";
      case submitted -> "warn";
      case success -> "good";
      case failed -> "bad";
    };
  }

  /** Returns how a payment stands: "Partly paid 124.50 of 125.50", "Refunded", or its status. */
  public static String name(Words words, Payment payment) {
    if (isBack(payment)) {
      return words.get(payment.isRefunded() ? "status.refunded" : "status.partlyrefunded");
    }
    BigDecimal received = payment.received();
    return received == null || !payment.isPartlyPaid() || payment.amount() == null
        ? name(words, payment.status())
        : words.get(
            "status.partlypaid",
            words.format().number(received),
            words.format().number(payment.amount()));
  }

  /** Returns the same without amounts, which a list shows below it. */
  public static String shortName(Words words, Payment payment) {
    return payment.isPartlyPaid() ? words.get("status.partly") : name(words, payment);
  }

  /** Returns what came and what was asked for; empty if that is the same, or nothing came. */
  public static List<String> parts(Words words, Payment payment) {
    BigDecimal received = payment.received();
    BigDecimal amount = payment.amount();
    return received == null || amount == null || received.compareTo(amount) == 0
        ? List.of()
        : List.of(words.format().number(received), words.format().number(amount));
  }

  /** Returns what was given back; null if nothing was. */
  public static @Nullable String refunded(Words words, Payment payment) {
    BigDecimal refunded = payment.refunded();
    return refunded == null || refunded.signum() == 0
        ? null
        : amount(words, refunded, payment.currency());
  }

  /**
   * Returns why a payment failed or was confirmed, in words where the reason is one of ours; what
   * else a component reported is kept as it is.
   */
  public static @Nullable String reason(Words words, Payment payment, @Nullable String reason) {
    if (reason == null) {
      return null;
    }
    Matcher accepted = ACCEPTED.matcher(reason);
    if (accepted.matches()) {
      BigDecimal sum = new BigDecimal(accepted.group(1));
      int decimals = payment.amount() == null ? sum.scale() : payment.amount().scale();
      return words.get(
          "reason.accepted",
          amount(words, sum.setScale(Math.max(sum.scale(), decimals)), payment.currency()));
    }
    String key = "reason." + reason.toLowerCase(Locale.ROOT);
    return words.has(key) ? words.get(key) : reason;
  }

  public static String tone(Payment payment) {
    if (isBack(payment)) {
      return "calm";
    }
    return payment.isPartlyPaid() ? "warn" : tone(payment.status());
  }

  /** Whether some of a success was given back, or all of what did not become one. */
  private static boolean isBack(Payment payment) {
    return payment.isGivenBack()
        || (payment.status() == PaymentStatus.success && payment.refunded() != null);
  }

  /** Returns the customer's name, or else the address; a dash if both are unknown. */
  public static String customer(@Nullable String name, @Nullable String email) {
    return name != null ? name : Objects.requireNonNullElse(email, "–");
  }

  public static String name(Words words, InvoiceStatus status) {
    return words.get("status." + status.name());
  }

  public static String tone(InvoiceStatus status) {
    return status == InvoiceStatus.paid ? "good" : "calm";
  }

  public static String name(Words words, PaymentFlag flag) {
    return words.get("flag." + flag.name());
  }

  /**
   * Returns what a flag means to the merchant, and what to do about it.
   *
   * @param isDone whether nothing is left to do
   */
  public static String meaning(Words words, PaymentFlag flag, boolean isDone) {
    return isDone ? words.get("flag.done") : words.get("flag." + flag.name() + ".text");
  }

  public static String tone(boolean isDone) {
    return isDone ? "calm" : "warn";
  }

  /** Returns the name of the state of an event's latest delivery. */
  public static String deliveryName(Words words, String state) {
    return known(words, "delivery.", state, "none");
  }

  public static String deliveryTone(String state) {
    return switch (state) {
      case "delivered" -> "good";
      case "exhausted" -> "bad";
      case "pending" -> "warn";
      default -> "calm";
    };
  }

  /** Returns an event's type in words. */
  public static String happened(Words words, String type) {
    String key = "happened." + type;
    return words.has(key) ? words.get(key) : type;
  }

  /**
   * Returns what came to the payment's address, and what that is to the payment. Nothing is missing
   * of one that is paid, also where the merchant accepted less.
   */
  public static String transferSum(
      Words words, TransferSum sum, boolean isPaid, Networks networks) {
    List<String> parts = new ArrayList<>();
    parts.add(
        words.get(
            "transfersum.came",
            token(words, sum, sum.received().add(sum.late())),
            networks.label(sum.chainId())));
    addSome(parts, words, "transfersum.late", sum, sum.late());
    if (!isPaid) {
      addSome(parts, words, "transfersum.missing", sum, sum.missing());
    }
    addSome(parts, words, "transfersum.surplus", sum, sum.surplus());
    return String.join(words.get("list.comma"), parts);
  }

  private static void addSome(
      List<String> parts, Words words, String key, TransferSum sum, BigDecimal amount) {
    if (amount.signum() > 0) {
      parts.add(words.get(key, token(words, sum, amount)));
    }
  }

  private static String token(Words words, TransferSum sum, BigDecimal amount) {
    return words.format().withCode(sum.exact(amount), sum.token());
  }

  /** Returns an amount of a token on a chain, with every decimal it has. */
  public static String token(Words words, BigDecimal amount, String token) {
    return words.format().withCode(Balance.exact(amount), token);
  }

  /** Returns what a transfer to the payment's address is. */
  public static String transferred(Words words, String kind) {
    return known(words, "transferred.", kind, "credited");
  }

  /** Returns the result of an attempt, as a sentence; why nobody answered is kept in English. */
  public static String attempt(
      Words words, @Nullable Integer status, @Nullable String error, int durationMillis) {
    if (status == null) {
      String why = Objects.requireNonNullElse(error, "");
      return why.substring(0, 1).toUpperCase(Locale.ROOT) + why.substring(1) + ".";
    }
    String refused = status / 100 == 3 ? "attempt.redirected" : "attempt.refused";
    return words.get(error == null ? "attempt.delivered" : refused, status, durationMillis);
  }

  private static String known(Words words, String prefix, String name, String otherwise) {
    return words.get(prefix + (words.has(prefix + name) ? name : otherwise));
  }

  public static Map<String, String> statusOptions(Words words) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("", words.get("status.any"));
    options.putAll(words.choices("status.", (Object[]) PaymentStatus.values()));
    options.put(PaymentsQuery.PARTLY_PAID, words.get("status.partly"));
    options.put(PaymentsQuery.HELD, words.get("flag.held"));
    return options;
  }
}

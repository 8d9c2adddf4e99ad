package dev.paylink.dashboard.payments;

import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.payment.read.PaymentStatus;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.settlement.figures.Deposit;
import dev.paylink.settlement.figures.PaymentFlags;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words for payments on pages: one word and one tone for each state. */
public final class PaymentWords {
  private PaymentWords() {}

  public static String amount(@Nullable BigDecimal amount, String currency) {
    return amount == null
        ? "Open amount, " + currency
        : LocalFormat.of(Locale.US).amount(amount, currency);
  }

  public static String name(PaymentStatus status) {
    return switch (status) {
      case created -> "Created";
      case submitted -> "Submitted";
      case success -> "Success";
      case failed -> "Failed";
    };
  }

  public static String tone(PaymentStatus status) {
    return switch (status) {
      case created -> "calm";
      case submitted -> "warn";
      case success -> "good";
      case failed -> "bad";
    };
  }

  public static String name(InvoiceStatus status) {
    return status == InvoiceStatus.paid ? "Paid" : "Open";
  }

  public static String tone(InvoiceStatus status) {
    return status == InvoiceStatus.paid ? "good" : "calm";
  }

  public static String name(PaymentFlags.Kind flag) {
    return switch (flag) {
      case duplicate -> "Paid twice";
      case mismatch -> "Mismatch";
      case overpaid -> "Overpaid";
    };
  }

  /** Returns what a flag means to the merchant, and what to do about it. */
  public static String meaning(PaymentFlags.Kind flag) {
    return switch (flag) {
      case duplicate ->
          "More than one payment of this invoice is a success. Check with your customer whether you"
              + " have to return one of them.";
      case mismatch ->
          "A transfer was reported that is not what you asked for. It does not count, but money may"
              + " have moved: compare it with your wallet, then return it or ask for what is"
              + " missing.";
      case overpaid ->
          "A second transfer has paid this payment. Your customer has paid twice: check your wallet"
              + " and return one of the two.";
    };
  }

  /** Returns the name of the state of an event's latest delivery. */
  public static String deliveryName(String state) {
    return switch (state) {
      case "delivered" -> "Delivered";
      case "exhausted" -> "Given up";
      case "pending" -> "On its way";
      default -> "Not sent";
    };
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
  public static String happened(String type) {
    return switch (type) {
      case "payment.created" -> "Created";
      case "payment.submitted" -> "Submitted on chain";
      case "payment.confirmed" -> "Confirmed";
      case "payment.failed" -> "Failed";
      case "payment.overpaid" -> "Paid by a second transfer";
      case "refund.requested" -> "Refund requested";
      case "refund.address_named" -> "Customer named an address for a refund";
      case "refund.sent" -> "Refund sent";
      case "refund.settled" -> "Refund settled";
      case "refund.failed" -> "Refund failed";
      case "refund.canceled" -> "Refund canceled";
      default -> type;
    };
  }

  /** Returns what came to the payment's address, and what that is to the payment. */
  public static String deposit(Deposit deposit) {
    StringBuilder words = new StringBuilder();
    words
        .append(deposit.plain(deposit.received().add(deposit.late())))
        .append(' ')
        .append(deposit.token())
        .append(" on chain ")
        .append(deposit.chainId());
    if (deposit.late().signum() > 0) {
      words.append(", of it late: ").append(deposit.plain(deposit.late()));
    }
    if (deposit.missing().signum() > 0) {
      words.append(", missing: ").append(deposit.plain(deposit.missing()));
    }
    if (deposit.surplus().signum() > 0) {
      words.append(", too much: ").append(deposit.plain(deposit.surplus()));
    }
    return words.toString();
  }

  /** Returns what a transfer to the payment's address is. */
  public static String transferred(String kind) {
    return switch (kind) {
      case "late" -> "Late transfer received";
      case "other" -> "Transfer of another token received, does not count";
      default -> "Transfer received";
    };
  }

  /** Returns the result of an attempt, as a sentence. */
  public static String attempt(
      @Nullable Integer status, @Nullable String error, int durationMillis) {
    if (error == null) {
      return "Delivered: your server answered " + status + " after " + durationMillis + " ms.";
    }
    return status == null
        ? error.substring(0, 1).toUpperCase(Locale.ROOT) + error.substring(1) + "."
        : "Your server " + error + " after " + durationMillis + " ms.";
  }

  public static Map<String, String> statusOptions() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("", "Any status");
    for (PaymentStatus status : PaymentStatus.values()) {
      options.put(status.name(), name(status));
    }
    return options;
  }
}

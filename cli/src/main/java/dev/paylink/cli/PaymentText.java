package dev.paylink.cli;

import dev.paylink.cli.io.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows payments to people. */
final class PaymentText {
  private PaymentText() {}

  /** Prints a payment in several lines; what it does not have is left out. */
  static void print(PrintWriter out, Json payment) {
    line(out, "Payment", payment.text("paymentId"));
    line(out, "Status", payment.text("status"));
    line(out, "Reason", payment.text("failureReason"));
    line(out, "Amount", amount(payment));
    line(out, "Reference", payment.text("reference"));
    line(out, "Invoice", payment.text("invoiceNumber"));
    line(out, "Customer", payment.object("customer").text("email"));
    line(out, "Link", payment.text("paymentUrl"));
    line(out, "Transaction", payment.object("transaction").text("hash"));
    line(out, "Received", payment.text("receivedAmount"));
    line(out, "Missing", payment.text("missingAmount"));
    line(out, "Look at", flags(payment));
    line(out, "Refunded", payment.text("refundedAmount"));
    line(out, "Created", payment.text("createdAt"));
    line(out, "Expires", payment.text("expiresAt"));
  }

  private static @Nullable String flags(Json payment) {
    return payment.get("flags") instanceof List<?> flags && !flags.isEmpty()
        ? flags.stream().map(String::valueOf).collect(Collectors.joining(", "))
        : null;
  }

  /** Returns a payment as one line of a list. */
  static String line(Json payment) {
    return "%-31s %-10s %16s  %-24s %s"
        .formatted(
            payment.text("paymentId", ""),
            payment.text("status", ""),
            amount(payment),
            payment.text("createdAt", ""),
            payment.text("reference", ""))
        .stripTrailing();
  }

  /** Prints a refund in several lines; what it does not have is left out. */
  static void printRefund(PrintWriter out, Json refund) {
    line(out, "Refund", refund.text("refundId"));
    line(out, "Payment", refund.text("paymentId"));
    line(out, "Status", refund.text("status"));
    line(out, "Amount", amount(refund));
    line(out, "To", refund.text("to"));
    line(out, "Named", refund.text("to") == null ? refund.text("namedAddress") : null);
    line(out, "Ask here", refund.text("to") == null ? refund.text("addressUrl") : null);
    line(out, "Reason", refund.text("reason"));
    line(out, "Transaction", refund.object("transaction").text("hash"));
    line(out, "Created", refund.text("createdAt"));
    line(out, "Expires", refund.text("expiresAt"));
  }

  /** Returns a refund as one line of a list. */
  static String refundLine(Json refund) {
    return "%-31s %-10s %16s  %-24s %s"
        .formatted(
            refund.text("refundId", ""),
            refund.text("status", ""),
            amount(refund),
            refund.text("createdAt", ""),
            refund.text("to", ""))
        .stripTrailing();
  }

  static String amount(Json payment) {
    String amount = payment.text("amount");
    return amount == null ? "open" : amount + " " + payment.text("currency", "");
  }

  static void line(PrintWriter out, String name, @Nullable String value) {
    if (value != null) {
      out.println("%-12s %s".formatted(name, value));
    }
  }
}

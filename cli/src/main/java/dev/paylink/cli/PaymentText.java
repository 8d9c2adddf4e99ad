package dev.paylink.cli;

import dev.paylink.cli.io.Json;
import java.io.PrintWriter;
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
    line(out, "Created", payment.text("createdAt"));
    line(out, "Expires", payment.text("expiresAt"));
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

  private static String amount(Json payment) {
    String amount = payment.text("amount");
    return amount == null ? "open" : amount + " " + payment.text("currency", "");
  }

  private static void line(PrintWriter out, String name, @Nullable String value) {
    if (value != null) {
      out.println("%-12s %s".formatted(name, value));
    }
  }
}

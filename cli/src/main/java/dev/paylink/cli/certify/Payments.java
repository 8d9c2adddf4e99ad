package dev.paylink.cli.certify;

import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the payments of an examination come from, and what happens to them. */
interface Payments {
  /** Returns an order that nothing has happened to. */
  Order order();

  /** Has the money arrive; returns the event about it. */
  Event confirmed(Order order, Instant at);

  /** Has the payment fail; returns the event about it. */
  Event failed(Order order, String reason, Instant at);

  /** Invents payments that no service knows; the shop makes the order where it has to. */
  final class Invented implements Payments {
    private final Examinee examinee;

    Invented(Examinee examinee) {
      this.examinee = examinee;
    }

    @Override
    public Order order() {
      Scope scope = examinee.scope();
      if (examinee.orderUrl() == null) {
        String prefix = scope == Scope.fiat_settlement ? "pyo_" : "pay_";
        return new Order(scope, Event.id(prefix), "certify-" + Event.id(""), "10.00", "USD");
      }
      Json made = madeByShop(examinee);
      String paymentId = made.text("paymentId", "");
      return new Order(
          scope,
          paymentId,
          made.text("reference", "certify-" + paymentId),
          made.text("amount", "10.00"),
          made.text("currency", "USD"));
    }

    @Override
    public Event confirmed(Order order, Instant at) {
      return Event.confirmed(order, at);
    }

    @Override
    public Event failed(Order order, String reason, Instant at) {
      return Event.failed(order, reason, at);
    }
  }

  /**
   * Has the shop make an order. Its answer is JSON with a {@code paymentId}, or it leads to the
   * page where the order is paid, as a checkout does.
   */
  static Json madeByShop(Examinee examinee) {
    Wire.Answer answer =
        Wire.exchange(
            Objects.requireNonNull(examinee.orderUrl()),
            "POST",
            Map.of("content-type", "application/json", "accept", "application/json"),
            Json.of().bytes(),
            examinee.timeout());
    Matcher page = Pattern.compile("/pay/(pay_[0-9a-z]+)/").matcher(answer.location());
    if (answer.status() / 100 == 3 && page.find()) {
      return Json.of("paymentId", page.group(1));
    }
    Json made = Json.read(answer.body().getBytes(StandardCharsets.UTF_8));
    // It becomes a part of a path.
    String id = made == null ? "" : made.text("paymentId", "");
    if (!answer.isSuccess() || made == null || !id.matches("[0-9A-Za-z_-]{1,255}")) {
      throw new CliError(
          "POST " + examinee.orderUrl() + " " + answer + " and named no paymentId",
          "--order-url makes an order of the shop. It answers {\"paymentId\":\"pay_…\"}, or redirects to"
              + " the payment page.");
    }
    return made;
  }
}

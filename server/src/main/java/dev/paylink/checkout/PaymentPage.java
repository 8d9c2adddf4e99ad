package dev.paylink.checkout;

import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentId;
import dev.paylink.payment.PaymentReader;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The page behind a payment link: shows what is asked for, to whoever holds the whole link. */
public final class PaymentPage {
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private final PaymentReader payments;
  private final boolean testMode;
  private final byte[] style = resource("pay.css");
  private final String page = new String(resource("pay.html"), StandardCharsets.UTF_8);
  private final byte[] notFound = resource("not-found.html");

  public PaymentPage(PaymentReader payments, boolean testMode) {
    this.payments = payments;
    this.testMode = testMode;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/pay/:paymentId/:linkToken", this::show),
        Route.get(
            "/assets/pay.css",
            request ->
                Answer.okAs("text/css; charset=utf-8", style)
                    .with(Headers.CACHE_CONTROL, "public, max-age=3600")));
  }

  private Answer show(Request request) {
    PaymentId id = PaymentId.parse(request.parameter("paymentId"));
    Payment payment = id == null ? null : payments.find(id);
    if (payment == null || !payment.linkToken().matches(request.parameter("linkToken"))) {
      return hardened(Answer.htmlNotFound(notFound));
    }
    return hardened(Answer.html(render(payment).getBytes(StandardCharsets.UTF_8)));
  }

  private String render(Payment payment) {
    String amount =
        payment.amount() == null
            ? "Amount of your choice"
            : payment.amount().toPlainString() + " " + payment.currency();
    return page.replace("{{amount}}", Html.escape(amount))
        .replace(
            "{{description}}", Html.escape(Objects.requireNonNullElse(payment.description(), "")))
        .replace("{{invoice}}", Html.escape(payment.invoiceNumber()))
        .replace("{{status}}", payment.status().name())
        .replace("{{mode}}", testMode ? "Sandbox: no real money moves here" : "");
  }

  private static Answer hardened(Answer answer) {
    return answer
        .with(Headers.CONTENT_SECURITY_POLICY, POLICY)
        .with(Headers.REFERRER_POLICY, "no-referrer")
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private static byte[] resource(String name) {
    try (InputStream in = PaymentPage.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}

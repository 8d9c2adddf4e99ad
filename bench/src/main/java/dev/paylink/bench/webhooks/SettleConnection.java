package dev.paylink.bench.webhooks;

import dev.paylink.bench.load.KeptConnection;
import dev.paylink.bench.load.MessageReader.Message;
import dev.paylink.bench.stage.Stage;
import dev.paylink.ids.MerchantId;
import dev.paylink.sdk.RequestSigner;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A kept connection on which outcomes and payouts are reported, each signed afresh as the callback
 * demands. An answer that is not "applied" ends the bench.
 */
final class SettleConnection implements Closeable {
  private static final String OUTCOMES = "/internal/events";
  private static final String PAYOUTS = "/internal/payouts";

  private final KeptConnection connection;
  private final String secret;

  SettleConnection(Stage stage) throws IOException {
    connection = new KeptConnection(stage.internalUrl());
    secret = stage.callbackSecret();
  }

  void report(Outcome outcome, String eventRef) throws IOException, InterruptedException {
    PooledPayment payment = outcome.endpoint().take();
    String body =
        "{\"eventRef\":\"%s\",\"type\":\"%s\",\"paymentId\":\"%s\"}"
            .formatted(eventRef, payment.begin(outcome), payment.id());
    outcome.sent(System.nanoTime());
    check(connection.ask(request(OUTCOMES, body)));
    outcome.endpoint().reported(payment);
  }

  /** Reports a payout that is paid. */
  void payOut(MerchantId merchant, String payoutRef) throws IOException {
    String body =
        """
        {"payoutRef":"%s","merchantId":"%s","type":"payout.paid","amount":"1.00","currency":"EUR",\
        "occurredAt":"%s"}"""
            .formatted(payoutRef, merchant, Instant.now());
    check(connection.ask(request(PAYOUTS, body)));
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  private byte[] request(String path, String body) {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    String canonical =
        RequestSigner.canonical(
            "POST", path, timestamp, body.getBytes(StandardCharsets.UTF_8), null);
    String request =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Timestamp: "
            + timestamp
            + "\r\nX-Signature: "
            + RequestSigner.signature(secret, canonical)
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    return request.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void check(Message answer) {
    if (!answer.firstLine().startsWith("HTTP/1.1 200")
        || !answer.body().contains("\"applied\":true")) {
      throw new IllegalStateException(
          "a report was not applied: " + answer.firstLine() + ' ' + answer.body());
    }
  }
}

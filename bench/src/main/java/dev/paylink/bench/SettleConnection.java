package dev.paylink.bench;

import dev.paylink.bench.MessageReader.Message;
import dev.paylink.sdk.RequestSigner;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A kept connection on which outcomes are reported, each signed afresh as the callback demands. An
 * answer that is not "applied" ends the bench.
 */
final class SettleConnection implements AutoCloseable {
  private static final String PATH = "/internal/events";

  private final Socket socket;
  private final MessageReader reader;
  private final String secret;

  SettleConnection(Stage stage) throws IOException {
    URI url = URI.create(stage.internalUrl());
    socket = new Socket(url.getHost(), url.getPort());
    socket.setTcpNoDelay(true);
    reader = new MessageReader(socket.getInputStream());
    secret = stage.callbackSecret();
  }

  void report(Outcome outcome, String eventRef) throws IOException, InterruptedException {
    PooledPayment payment = outcome.endpoint().take();
    String body =
        "{\"eventRef\":\"%s\",\"type\":\"%s\",\"paymentId\":\"%s\"}"
            .formatted(eventRef, payment.begin(outcome), payment.id());
    outcome.sent(System.nanoTime());
    socket.getOutputStream().write(request(body));
    check(reader.next());
    outcome.endpoint().reported(payment);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private byte[] request(String body) {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    String canonical =
        RequestSigner.canonical("POST", PATH, timestamp, body.getBytes(StandardCharsets.UTF_8));
    String request =
        "POST "
            + PATH
            + " HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nX-Timestamp: "
            + timestamp
            + "\r\nX-Signature: "
            + RequestSigner.signature(secret, canonical)
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    return request.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void check(@Nullable Message answer) throws IOException {
    if (answer == null) {
      throw new IOException("the service has closed the connection");
    }
    if (!answer.firstLine().startsWith("HTTP/1.1 200")
        || !answer.body().contains("\"applied\":true")) {
      throw new IllegalStateException(
          "an outcome was not applied: " + answer.firstLine() + ' ' + answer.body());
    }
  }
}

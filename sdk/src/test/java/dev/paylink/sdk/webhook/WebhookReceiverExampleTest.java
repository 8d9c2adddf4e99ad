package dev.paylink.sdk.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.Webhooks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the published example from its source, as its reader would, and sends it deliveries. */
@Timeout(600)
class WebhookReceiverExampleTest {
  private static final String SOURCE = "../docs/examples/WebhookReceiver.java";
  private static final String SDK =
      WebhookVerifier.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  private static final String OTHER_SECRET = "whsec_b3RoZXI=";
  private static final String LATER = Webhooks.CONFIRMED.replace(Webhooks.ID, "evt_later");

  private final HttpClient http = HttpClient.newHttpClient();
  private Process receiver;
  private BufferedReader output;
  private URI address;

  @BeforeEach
  void start() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    receiver =
        new ProcessBuilder(java.toString(), "-cp", SDK, SOURCE, Webhooks.SECRET, "0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    output = receiver.inputReader(UTF_8);
    String port = requireNonNull(output.readLine()).replace("listening on port ", "");
    address = URI.create("http://127.0.0.1:" + port + "/");
  }

  @AfterEach
  void stop() throws InterruptedException {
    http.shutdownNow();
    receiver.destroyForcibly();
    assertThat(receiver.waitFor()).isNotNegative();
  }

  @Test
  void the_example_compiles_without_a_warning(@TempDir Path classes) {
    String[] arguments = {
      "--release", "11", "-Xlint:all", "-Werror", "-cp", SDK, "-d", classes.toString(), SOURCE
    };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, arguments)).isZero();
  }

  @Test
  void the_client_is_built_for_java_11() throws IOException {
    try (InputStream in =
        requireNonNull(WebhookVerifier.class.getResourceAsStream("WebhookVerifier.class"))) {
      byte[] start = in.readNBytes(8); // magic number, minor version, major version
      assertThat(start[7]).isEqualTo((byte) 55);
    }
  }

  @Test
  void a_genuine_delivery_is_worked_on_once_and_any_other_is_refused()
      throws IOException, InterruptedException {
    assertThat(deliver(Webhooks.SECRET, Webhooks.CONFIRMED, Webhooks.CONFIRMED)).isEqualTo(204);
    assertThat(deliver(Webhooks.SECRET, Webhooks.CONFIRMED, Webhooks.CONFIRMED)).isEqualTo(204);
    String tampered = Webhooks.CONFIRMED.replace("order-4711", "order-4712");
    assertThat(deliver(Webhooks.SECRET, Webhooks.CONFIRMED, tampered)).isEqualTo(400);
    assertThat(deliver(OTHER_SECRET, Webhooks.CONFIRMED, Webhooks.CONFIRMED)).isEqualTo(400);
    assertThat(deliver(Webhooks.SECRET, LATER, LATER)).isEqualTo(204);

    // Events are worked on in their order, so nothing can follow the last one's line.
    assertThat(linesUntil("ship order-4711, event evt_later"))
        .filteredOn(line -> !line.startsWith("refused: "))
        .containsExactly(
            "ship order-4711, event " + Webhooks.ID, "ship order-4711, event evt_later");
  }

  @Test
  void only_a_post_of_a_bounded_size_is_looked_at() throws IOException, InterruptedException {
    HttpRequest get = HttpRequest.newBuilder(address).build();
    assertThat(http.send(get, BodyHandlers.discarding()).statusCode()).isEqualTo(405);
    String large = " ".repeat(256 * 1024) + Webhooks.CONFIRMED;
    assertThat(deliver(Webhooks.SECRET, large, large)).isEqualTo(413);
  }

  private int deliver(String secret, String signed, String sent)
      throws IOException, InterruptedException {
    String time = Long.toString(Instant.now().getEpochSecond());
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("webhook-id", Webhooks.ID)
            .header("webhook-timestamp", time)
            .header("webhook-signature", Webhooks.signature(secret, Webhooks.ID, time, signed))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(sent))
            .build();
    return http.send(request, BodyHandlers.discarding()).statusCode();
  }

  private List<String> linesUntil(String last) throws IOException {
    List<String> lines = new ArrayList<>();
    do {
      lines.add(requireNonNull(output.readLine()));
    } while (!lines.getLast().equals(last));
    return lines;
  }
}

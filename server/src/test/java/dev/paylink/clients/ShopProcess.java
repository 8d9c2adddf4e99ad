package dev.paylink.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.TestService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** A sample shop in a process of its own, as somebody who copied it would run it. */
final class ShopProcess implements AutoCloseable {
  /** The samples, and what runs them. */
  enum Sample {
    NODE("node", "shop.mjs"),
    PYTHON("python3", "shop.py");

    private final String program;
    private final String file;

    Sample(String program, String file) {
      this.program = program;
      this.file = file;
    }
  }

  private static final Path FOLDER = Path.of("../examples/shop").toAbsolutePath().normalize();

  private final Process process;
  private final Queue<String> printed = new ConcurrentLinkedQueue<>();
  private final String url;

  /** {@code file} keeps the orders; a shop that is started again on it goes on from there. */
  ShopProcess(Sample sample, TestService service, String signingSecret, Path file) {
    ProcessBuilder builder =
        new ProcessBuilder(sample.program, FOLDER.resolve(sample.file).toString())
            .redirectErrorStream(true);
    builder.environment().putAll(service.clientVariables());
    builder
        .environment()
        .putAll(
            Map.of(
                "PAYLINK_WEBHOOK_SECRET",
                signingSecret,
                "SHOP_PORT",
                "0",
                "SHOP_FILE",
                file.toString(),
                "SHOP_FEED_SECONDS",
                "3600"));
    try {
      process = builder.start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      String first = output.readLine();
      assertThat(first).startsWith("shop: http://127.0.0.1:");
      url = first.substring("shop: ".length(), first.length() - 1);
      Thread.ofVirtual().start(() -> output.lines().forEach(printed::add));
    } catch (IOException e) {
      throw new UncheckedIOException(sample.program + " is missing", e);
    }
  }

  String url() {
    return url;
  }

  /** Buys the product as a browser would, and returns the page to pay on. */
  String checkout() {
    HttpResponse<String> answer = post("/checkout", "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    return location(answer);
  }

  /** What the customer sees. */
  String order(String orderId) {
    return send(HttpRequest.newBuilder(URI.create(url + "/orders/" + orderId)).build()).body();
  }

  HttpResponse<String> post(String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).POST(BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return send(request.build());
  }

  static String location(HttpResponse<String> answer) {
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** What the shop says that it did with an order. */
  List<String> printed(String orderId) {
    return printed.stream().filter(line -> line.contains(orderId)).toList();
  }

  /** On a connection of its own: the shop may close one that it kept, just when it is used. */
  private static HttpResponse<String> send(HttpRequest request) {
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly(); // at any moment: a shop must survive it
    try {
      assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

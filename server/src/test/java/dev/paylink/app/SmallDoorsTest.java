package dev.paylink.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.LogFile;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A live service behind https, asked by hand, with whatever host name the asker likes. */
final class SmallDoorsTest {
  private static final String TLS_ONLY = "strict-transport-security: max-age=31536000\r\n";

  @TempDir private static Path folder;

  private static final HeldPort PORT = new HeldPort();
  private static final HeldPort INTERNAL_PORT = new HeldPort();
  private static final LogFile LOG = new LogFile();
  private static Service service;

  @BeforeAll
  static void start() {
    service =
        new Service(
            new ConfigReader(
                    Settings.read(null, Map.of())
                        .override("data.folder", folder)
                        .override("database.url", TestDatabase.freshUrl())
                        .override("database.timeout", TestDatabase.PATIENCE.toSeconds() + "s")
                        .override("base.url", "https://pay.example.com")
                        .override("public.host", "127.0.0.1")
                        .override("public.port", PORT)
                        .override("internal.port", INTERNAL_PORT)
                        .override("internal.hosts", "Paylink-Internal, ops.example.com"))
                .read(),
            LOG.sink());
  }

  @AfterAll
  static void stop() {
    service.close();
    LOG.close();
    PORT.close();
    INTERNAL_PORT.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.1:8081",
        "localhost",
        "LocalHost:9",
        "[::1]",
        "[::1]:8081",
        "10.1.2.3:8081",
        "paylink-internal",
        "paylink-internal:8081",
        "OPS.example.com"
      })
  void the_internal_listener_answers_to_its_own_names(String host) throws IOException {
    assertThat(get(INTERNAL_PORT.number(), "/health/live", host)).startsWith("HTTP/1.1 200");
    assertThat(get(INTERNAL_PORT.number(), "/admin", host)).startsWith("HTTP/1.1 303");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8081",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "example.com",
        "paylink-internal.",
        "127.0.0.1@evil.example",
        "[evil.example]",
        ""
      })
  void a_page_whose_name_was_rebound_to_it_gets_nothing(String host) throws IOException {
    for (String path : new String[] {"/health/live", "/metrics", "/admin", "/admin/merchants"}) {
      assertThat(get(INTERNAL_PORT.number(), path, host))
          .satisfiesAnyOf(
              answer -> assertThat(answer).startsWith("HTTP/1.1 421").contains("UNKNOWN_HOST"),
              answer -> assertThat(answer).startsWith("HTTP/1.1 400"));
    }
  }

  @Test
  void the_public_listener_answers_to_every_name() throws IOException {
    assertThat(get(PORT.number(), "/dashboard/sign-in", "evil.example")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @CsvSource({"/dashboard/sign-in, 200", "/sdk/server/events, 401", "/dashboard, 303"})
  void browsers_are_told_to_come_over_tls_only(String path, int status) throws IOException {
    assertThat(get(PORT.number(), path, "pay.example.com").toLowerCase(java.util.Locale.ROOT))
        .startsWith("http/1.1 " + status)
        .contains(TLS_ONLY);
    assertThat(
            get(INTERNAL_PORT.number(), "/admin", "localhost").toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("strict-transport-security");
  }

  @Test
  void a_sandbox_does_not_say_so() throws IOException {
    try (TestService sandbox = TestService.start()) {
      assertThat(
              get(sandbox.baseUrl().getPort(), "/dashboard/sign-in", "localhost")
                  .toLowerCase(java.util.Locale.ROOT))
          .startsWith("http/1.1 200")
          .doesNotContain("strict-transport-security");
    }
  }

  private static String get(int port, String path, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request =
          "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }
}

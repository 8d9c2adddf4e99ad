package dev.paylink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client can be made from, and that its secrets do not leak while it is made. */
class ClientOptionsTest {
  private static final URI BASE = URI.create("https://pay.example.com");
  private static final String SECRET = "sk_hush";

  @Test
  void times_and_tries_have_bounds() {
    ClientOptions options = ClientOptions.defaults();
    assertThat(options.withRequestTimeout(Duration.ofHours(1)).withMaxTries(10).maxTries())
        .isEqualTo(10);
    assertThat(options.withMaxWait(Duration.ZERO).withMaxTries(1).maxWait()).isZero();
    refused(() -> options.withRequestTimeout(Duration.ZERO));
    refused(() -> options.withRequestTimeout(Duration.ofHours(1).plusNanos(1)));
    refused(() -> options.withMaxTries(0));
    refused(() -> options.withMaxTries(11));
    refused(() -> options.withMaxWait(Duration.ofNanos(-1)));
    refused(() -> options.withMaxWait(Duration.ofHours(1).plusNanos(1)));
  }

  @Test
  void an_http_client_that_would_carry_the_secret_to_a_redirect_is_refused() {
    try (HttpClient stays = HttpClient.newHttpClient();
        HttpClient follows =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
      assertThat(ClientOptions.defaults().withHttpClient(stays).httpClient()).isSameAs(stays);
      refused(() -> ClientOptions.defaults().withHttpClient(follows));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sk_hush\n", "sk_hush\r\n", " sk_hush", "sk_hush\u00e9", "\tsk_hush"})
  void a_secret_that_cannot_be_a_header_is_refused_without_being_quoted(String secret) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaymentLinkClient.at(BASE, "pk", secret))
        .withMessageStartingWith("secretKey:")
        .withMessageNotContaining(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaymentLinkClient.at(BASE, secret, "sk"))
        .withMessageStartingWith("apiKey:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pay.example.com",
        "/sdk",
        "ftp://pay.example.com",
        "mailto:a@example.com",
        "https:///x",
        "https://ann:sk_hush@pay.example.com",
        "https://pay.example.com?sk_hush",
        "https://pay.example.com#x"
      })
  void a_base_address_that_cannot_be_called_is_refused_without_being_quoted(String address) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaymentLinkClient.at(URI.create(address), "pk", "sk"))
        .withMessageStartingWith("baseUrl:")
        .withMessageNotContaining(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://pay.example.com", "http://127.0.0.1.example.com", "http://10.0.0.1"})
  void the_secret_travels_over_https_or_stays_on_this_machine(String address) {
    URI plain = URI.create(address);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaymentLinkClient.at(plain, "pk", "sk"))
        .withMessageContaining("https, because every call carries the secret key");
    assertThat(PaymentLinkClient.at(plain, "pk", "sk", ClientOptions.defaults().withPlainHttp()))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:8080", "http://127.0.0.1", "http://[::1]:1"})
  void plain_http_to_this_machine_is_fine(String address) {
    assertThat(PaymentLinkClient.at(URI.create(address), "pk", "sk")).isNotNull();
  }

  @Test
  void a_client_can_be_printed() {
    assertThat(PaymentLinkClient.at(BASE, "pk_hush", SECRET))
        .hasToString("PaymentLinkClient[https://pay.example.com]");
    assertThat(new Credentials("pk_hush", SECRET)).hasToString("Credentials[redacted]");
  }

  private static void refused(ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call);
  }
}

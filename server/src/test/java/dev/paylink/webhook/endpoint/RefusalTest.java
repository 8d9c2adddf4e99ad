package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Message;
import dev.paylink.testing.Standstill;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RefusalTest {
  private static final String PATH = "https://a.example.com/";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.example.com",
        "https://hooks.example.com/",
        "HTTPS://Hooks.Example.COM/Path",
        "https://hooks.example.com:8443/a/b?c=d&e=%20",
        "https://hooks.example.com?q=a@b",
        "https://hooks.example.com/@handle/it's",
        "https://xn--mnchen-3ya.example/hook",
        "https://my_shop.example.com/hook",
        "https://1.example.com/",
        "https://0x7f.example.com/",
        "https://127.0.0.1.example.com/",
        "https://localhost.example.com/",
        "https://shop.notlocal/",
        "https://internal.example.com/",
        "https://8.8.8.8/",
        "https://[2606:4700:4700::1111]/hook",
        "https://[2606:4700:4700:0:0:0:0:1111]:8443/hook"
      })
  void an_address_that_can_be_public_is_accepted(String url) {
    assertThat(refusal(TargetPolicy.PUBLIC, url)).isNull();
    assertThat(refusal(TargetPolicy.PUBLIC_AND_LOOPBACK, url)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hooks.example.com",
        "//hooks.example.com/",
        "https:hooks.example.com",
        "https:/hooks.example.com",
        "https://",
        "https:///hook",
        "https://?x",
        "https://:443/",
        "https://hooks.example.com:/",
        "https://hooks.example.com:0/",
        "https://hooks.example.com:65536/",
        "https://hooks.example.com:80a/",
        "ftp://hooks.example.com/",
        "file:///etc/passwd",
        "ws://hooks.example.com/",
        "http://hooks.example.com/",
        "https://user@hooks.example.com/",
        "https://user:secret@hooks.example.com/",
        "https://@hooks.example.com/",
        "https://hooks.example.com/#",
        "https://hooks.example.com/#part",
        "https://hooks.example.com/a b",
        " https://hooks.example.com/",
        "https://hooks.example.com/\n",
        "https://hooks.example.com/\r\nX: y",
        "https://hooks.example.com/\t",
        "https://hooks.example.com/\u0000",
        "https://hooks.example.com/\u007f",
        "https://hooks.example.com/\u0085",
        "https://hooks.example.com/\u2028",
        "https://hooks.example.com\\@evil.example.com/",
        "https://hooks.example.com/a\\b",
        "https://münchen.example/",
        "https://hooks。example。com/",
        "https://hooks.ex%61mple.com/",
        "https://hooks.example.com./",
        "https://hooks..example.com/",
        "https://.example.com/",
        "https://hooks.exa$mple.com/",
        "https://hooks.example.com%00/",
        "https://[2606:4700::1111%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://[2606:4700::1111/",
        "https://[]/",
        "https://[::1]/",
        "https://[::]/",
        "https://[fd00::1]/",
        "https://[v1.x]/",
        "https://localhost/",
        "https://LOCALHOST/",
        "https://a.localhost/",
        "https://printer.local/",
        "https://metadata.google.internal/",
        "https://nas.home.arpa/",
        "https://nas.lan/",
        "https://abc.onion/",
        "https://intranet/",
        "https://com/"
      })
  void an_address_that_cannot_be_public_is_refused(String url) {
    String refusal = refusal(TargetPolicy.PUBLIC, url);
    assertThat(refusal).isNotBlank().doesNotContain("\n").doesNotStartWith("the ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://hooks.example.com/      | The URL must start with https://
          https://u:p@a.example.com/     | The URL must not contain a user name or password
          https://a.example.com/#x       | The URL must not have a fragment (#)
          https://a.example.com./        | The host must not end in a dot
          https://printer.local/         | The host printer.local is not a public name
          https://10.0.0.1/              | 10.0.0.1 is a private address
          https://127.1/                 | An IPv4 address must be written as four plain decimal numbers
          """)
  void the_owner_reads_a_clear_sentence(String url, String sentence) {
    assertThat(refusal(TargetPolicy.PUBLIC, url)).isEqualTo(sentence);
  }

  @Test
  void a_url_of_2048_characters_is_accepted_and_one_more_refused() {
    String longest = PATH + "x".repeat(2048 - PATH.length());
    assertThat(refusal(TargetPolicy.PUBLIC, longest)).isNull();
    assertThat(refusal(TargetPolicy.PUBLIC, longest + "x")).contains("2048");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080/hook, true",
    "https://127.0.0.1:8443/hook, true",
    "http://127.255.255.255/, true",
    "http://128.0.0.0/, false",
    "http://[::1]:8080/hook, true",
    "http://[::2]:8080/hook, false",
    "http://[::ffff:127.0.0.1]/, false",
    "http://0.0.0.0/, false",
    "http://10.0.0.1/, false",
    "https://10.0.0.1/, false",
    "http://8.8.8.8/, false",
    "https://8.8.8.8/, true",
    "http://hooks.example.com/, false", // does not resolve
    "https://hooks.example.com/, true",
    "https://printer.local/, false",
    "https://intranet/, false",
  })
  void a_sandbox_also_reaches_loopback_and_only_that(String url, boolean accepted) {
    assertThat(refusal(TargetPolicy.PUBLIC_AND_LOOPBACK, url) == null).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource({
    "8.8.8.8, true, true, false",
    "8.8.8.8 1.1.1.1, true, true, false",
    "8.8.8.8 10.0.0.1, false, false, false",
    "10.0.0.1 8.8.8.8, false, false, false",
    "8.8.8.8 2606:4700::1 fd00::1, false, false, false",
    "127.0.0.1, false, true, true",
    "127.0.0.1 ::1, false, true, true",
    "127.0.0.1 8.8.8.8, false, false, false",
    "127.0.0.1 10.0.0.1, false, false, false",
  })
  void a_name_is_judged_by_all_its_addresses(
      String addresses, boolean isPublic, boolean inSandbox, boolean plainInSandbox) {
    Resolver resolver = name -> Clients.addresses(addresses.split(" ", -1));
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC, resolver);
        WebhookClient sandbox = Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, resolver)) {
      assertThat(client.refusal(PATH) == null).isEqualTo(isPublic);
      assertThat(sandbox.refusal(PATH) == null).isEqualTo(inSandbox);
      assertThat(sandbox.refusal("http://a.example.com/") == null).isEqualTo(plainInSandbox);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://10.1.2.3:3000/hook, true",
    "https://10.1.2.3/hook, true",
    "http://172.16.0.1/, true",
    "http://172.32.0.1/, false",
    "http://192.168.1.5/, true",
    "http://[fd00::1]/, true",
    "http://127.0.0.1/, true",
    "http://169.254.169.254/, false", // where clouds keep secrets
    "http://100.64.0.1/, false",
    "http://[fe80::1]/, false",
    "http://0.0.0.0/, false",
    "http://8.8.8.8/, false",
    "https://8.8.8.8/, true",
  })
  void a_sandbox_that_is_told_so_reaches_private_networks_and_nothing_else(
      String url, boolean accepted) {
    assertThat(refusal(TargetPolicy.PUBLIC_AND_PRIVATE, url) == null).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource({
    "172.18.0.3, true, true",
    "172.18.0.3 127.0.0.1, true, true",
    "172.18.0.3 8.8.8.8, false, false",
    "172.18.0.3 169.254.169.254, false, false",
    "8.8.8.8, false, true",
  })
  void a_name_of_a_compose_network_is_judged_by_all_its_addresses(
      String addresses, boolean plain, boolean secure) {
    Resolver resolver = name -> Clients.addresses(addresses.split(" ", -1));
    try (WebhookClient told = Clients.with(TargetPolicy.PUBLIC_AND_PRIVATE, resolver);
        WebhookClient sandbox = Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, resolver);
        WebhookClient live = Clients.with(TargetPolicy.PUBLIC, resolver)) {
      assertThat(told.refusal("http://shop:3000/webhook") == null).isEqualTo(plain);
      assertThat(told.refusal("https://shop/webhook") == null).isEqualTo(secure);
      assertThat(sandbox.refusal("http://shop:3000/webhook"))
          .asString()
          .contains("webhook.private = on");
      assertThat(live.refusal("https://shop/webhook")).asString().doesNotContain("webhook.private");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:3000/x, did you mean http://localhost:3000/x?",
    "127.0.0.1:3000, did you mean http://127.0.0.1:3000?",
    "shop.example.com/hook, did you mean https://shop.example.com/hook?",
    "ftp://shop.example.com, must start with https://",
  })
  void an_address_without_a_scheme_is_shown_with_it(String url, String words) {
    assertThat(refusal(TargetPolicy.PUBLIC_AND_LOOPBACK, url)).contains(words);
  }

  @Test
  void the_sentence_names_the_address_behind_the_name() {
    Resolver resolver = name -> Clients.addresses("8.8.8.8", "10.0.0.1");
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC, resolver)) {
      assertThat(client.refusal(PATH))
          .asString()
          .isEqualTo("The name a.example.com resolves to 10.0.0.1, which is a private address");
    }
  }

  @Test
  void localhost_is_fine_in_a_sandbox_while_all_its_addresses_are_loopback() {
    String url = "http://localhost:8080/hook";
    assertThat(refusal(TargetPolicy.PUBLIC_AND_LOOPBACK, name -> loopback(), url)).isNull();
    assertThat(
            refusal(
                TargetPolicy.PUBLIC_AND_LOOPBACK,
                name -> Clients.addresses("127.0.0.1", "192.168.0.1"),
                url))
        .contains("192.168.0.1");
    assertThat(refusal(TargetPolicy.PUBLIC, name -> loopback(), url)).isNotNull();
  }

  @Test
  void a_name_that_hangs_is_accepted_after_two_seconds() throws InterruptedException {
    CountDownLatch forever = new CountDownLatch(1);
    Standstill still = new Standstill();
    long start = System.nanoTime();
    String refusal =
        refusal(
            TargetPolicy.PUBLIC,
            name -> {
              awaitQuietly(forever);
              return Clients.addresses("10.0.0.1");
            },
            PATH);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(took).isGreaterThan(Duration.ofMillis(1900));
    assertThat(still.without(took)).isLessThan(Duration.ofSeconds(8));
    still.close();
    assertThat(refusal).isNull();
    forever.countDown();
  }

  private static List<InetAddress> loopback() throws UnknownHostException {
    return Clients.addresses("127.0.0.1", "::1");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static @Nullable String refusal(TargetPolicy policy, String url) {
    return refusal(policy, Clients.KNOWS_NO_NAME, url);
  }

  private static @Nullable String refusal(TargetPolicy policy, Resolver resolver, String url) {
    try (WebhookClient client = Clients.with(policy, resolver)) {
      Message refusal = client.refusal(url);
      return refusal == null ? null : refusal.english();
    }
  }
}

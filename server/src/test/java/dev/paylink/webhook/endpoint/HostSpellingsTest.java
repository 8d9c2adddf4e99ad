package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One address has many spellings; only the plain one of a public address is accepted. */
final class HostSpellingsTest {
  private static final List<String> SPECIAL =
      List.of(
          "0.0.0.0",
          "10.0.0.0",
          "10.255.255.255",
          "100.64.0.0",
          "127.0.0.1",
          "127.255.255.255",
          "169.254.169.254",
          "172.16.0.1",
          "172.31.255.255",
          "192.168.0.1",
          "198.18.0.1",
          "224.0.0.1",
          "255.255.255.255");
  private static final List<String> PUBLIC =
      List.of("1.0.0.0", "9.255.255.255", "11.0.0.0", "126.255.255.255", "172.32.0.0", "8.8.8.8");

  @AutoClose
  private final WebhookClient client = Clients.with(TargetPolicy.PUBLIC, Clients.KNOWS_NO_NAME);

  @AutoClose
  private final WebhookClient sandbox =
      Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, Clients.KNOWS_NO_NAME);

  static Stream<String> oddSpellings() {
    return Stream.concat(SPECIAL.stream(), PUBLIC.stream())
        .flatMap(quad -> spellings(quad).stream());
  }

  @ParameterizedTest
  @MethodSource("oddSpellings")
  void an_odd_spelling_is_refused_even_of_a_public_address(String host) {
    assertThat(client.refusal("https://" + host + "/hook")).isNotNull();
    assertThat(client.refusal("https://" + host + ":8443/hook")).isNotNull();
    assertThat(sandbox.refusal("https://" + host + "/hook")).isNotNull();
    assertThat(sandbox.refusal("http://" + host + "/hook")).isNotNull();
    assertThat(Clients.post(client, "https://" + host + "/hook").error()).startsWith("refused: ");
  }

  @ParameterizedTest
  @FieldSource("SPECIAL")
  void the_plain_spelling_of_a_special_address_is_refused(String host) {
    assertThat(client.refusal("https://" + host + "/hook")).asString().startsWith(host + " is ");
    assertThat(Clients.post(client, "https://" + host + "/hook").error())
        .startsWith("refused: " + host + " is ");
  }

  @ParameterizedTest
  @FieldSource("PUBLIC")
  void the_plain_spelling_of_a_public_address_is_accepted(String host) {
    assertThat(client.refusal("https://" + host + "/hook")).isNull();
    assertThat(client.refusal("https://" + host + ":8443/hook")).isNull();
    assertThat(sandbox.refusal("https://" + host + "/hook")).isNull();
    assertThat(sandbox.refusal("http://" + host + "/hook")).isNotNull();
  }

  private static List<String> spellings(String quad) {
    String[] p = quad.split("\\.", -1);
    int a = Integer.parseInt(p[0]);
    int b = Integer.parseInt(p[1]);
    int c = Integer.parseInt(p[2]);
    int d = Integer.parseInt(p[3]);
    long all = ((long) a << 24) | (b << 16) | (c << 8) | d;
    return List.of(
        Long.toString(all),
        "0x%x".formatted(all),
        "0X%X".formatted(all),
        "0%o".formatted(all),
        "%d.%d".formatted(a, all & 0xffffff),
        "%d.%d.%d".formatted(a, b, all & 0xffff),
        "0x%x.0x%x.0x%x.0x%x".formatted(a, b, c, d),
        "0%o.0%o.0%o.0%o".formatted(a, b, c, d),
        "0%d.%d.%d.%d".formatted(a, b, c, d),
        "%d.%d.%d.0x%x".formatted(a, b, c, d),
        "%d.%d.%d.%d.".formatted(a, b, c, d),
        "%d.%d.%d.%d..".formatted(a, b, c, d),
        "%d.%d.%d.%d.%d".formatted(1, a, b, c, d),
        "%d.%d.%d.%d".formatted(a + 256, b, c, d),
        "%d。%d。%d。%d".formatted(a, b, c, d),
        fullWidth(quad),
        "%3" + p[0].charAt(0) + quad.substring(1),
        "[::ffff:" + quad + "]",
        "[::" + quad + "]",
        "[64:ff9b::" + quad + "]",
        "[::ffff:%x:%x]".formatted(all >> 16, all & 0xffff),
        "[2002:%x:%x::1]".formatted(all >> 16, all & 0xffff),
        "[" + quad + "]",
        "user@" + quad,
        "example.com@" + quad,
        "example.com\\@" + quad,
        quad + "%2f",
        quad + "%00.example.com");
  }

  private static String fullWidth(String quad) {
    return quad.chars()
        .map(c -> c == '.' ? '.' : c - '0' + '０')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}

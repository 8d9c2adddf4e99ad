package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal addresses have one normal form, different ones never share it. */
final class TargetUriTest {
  private static final String NORMAL = "https://pay.example.com/sdk/~status/a%2Fb";

  @ParameterizedTest
  @ValueSource(
      strings = {
        NORMAL,
        "HTTPS://Pay.Example.COM/sdk/~status/a%2Fb",
        "https://pay.example.com:443/sdk/~status/a%2Fb",
        "https://pay.example.com:/sdk/~status/a%2fb",
        "https://pay.example.com/sdk/%7Estatus/a%2fb",
        "https://pay.example.com/sdk/%7estatus/%61%2Fb",
        "https://pay.example.com/./sdk/x/../~status/a%2Fb",
        "https://pay.example.com/../sdk/~status/a%2Fb",
        "https://pay.example.com/sdk/x/%2e%2E/~status/a%2Fb",
        NORMAL + "?q=1",
        NORMAL + "#part",
        NORMAL + "?#"
      })
  void spellings_of_one_address_are_equal(String spelling) {
    assertThat(TargetUri.normalised(spelling)).isEqualTo(NORMAL);
  }

  /** Section 2.3 of RFC 3986 by its own list: just these stand for themselves. */
  @Test
  void escape_is_undone_for_unreserved_characters_and_no_other() {
    String unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    for (int c = 0; c < 256; c++) {
      String escaped = "%%%02X".formatted(c);
      String kept = unreserved.indexOf(c) >= 0 ? Character.toString(c) : escaped;
      assertThat(TargetUri.normalised("https://pay.example.com/x" + escaped))
          .isEqualTo("https://pay.example.com/x" + kept);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://pay.example.com/sdk/~status/a%2Fb",
        "https://pay.example.com:80/sdk/~status/a%2Fb",
        "https://pay.example.com:8443/sdk/~status/a%2Fb",
        "https://pay.example.com./sdk/~status/a%2Fb",
        "https://example.com/sdk/~status/a%2Fb",
        "https://pay.example.com/sdk/~status/a/b",
        "https://pay.example.com/sdk/~status/a%2Fb/",
        "https://pay.example.com/SDK/~status/a%2Fb",
        "https://pay.example.com//sdk/~status/a%2Fb",
        "https://pay.example.com/sdk/~status/a%2Fb/.",
        "https://pay.example.com/sdk/~status/a%2Fb/x/.."
      })
  void other_addresses_stay_different(String other) {
    assertThat(TargetUri.normalised(other)).isNotNull().isNotEqualTo(NORMAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/sdk/status",
        "//pay.example.com/",
        "https:",
        "https://",
        "https://user@pay.example.com/",
        "ftp://pay.example.com/",
        "https://pay.example.com/%zz",
        "https://pay.example.com/a b",
        "not an address"
      })
  void what_is_no_web_address_has_no_normal_form(String text) {
    assertThat(TargetUri.normalised(text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://h", "http://h/", "http://h:80", "http://h/..", "http://h/.", "http://h?q"})
  void empty_path_is_the_root(String text) {
    assertThat(TargetUri.normalised(text)).isEqualTo("http://h/");
  }
}

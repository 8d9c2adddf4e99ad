package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BrowserNameTest {
  @ParameterizedTest
  @CsvSource({
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36,"
        + " Chrome on Linux",
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0,"
        + " Edge on Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.1 Safari/605.1, Safari on macOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1, Safari on iPhone",
    "curl/8.5.0, curl",
    "something, Another browser",
    ", Unknown browser",
  })
  void a_browser_is_called_what_people_call_it(String userAgent, String name) {
    assertThat(BrowserName.of(Panel.ENGLISH, userAgent)).isEqualTo(name);
  }
}

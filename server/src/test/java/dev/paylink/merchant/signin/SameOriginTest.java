package dev.paylink.merchant.signin;

import dev.paylink.testing.Browser;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What another site's page makes a browser send changes nothing. */
final class SameOriginTest {
  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().baseUrl("https://Pay.Example.com:443/").start();

  private static final Browser MERCHANT = SERVICE.register();

  @ParameterizedTest
  @CsvSource({
    "Origin, https://pay.example.com",
    "Sec-Fetch-Site, same-origin",
    "Sec-Fetch-Site, none",
    "X-Nothing, said"
  })
  void a_page_of_our_own_or_no_page_at_all_may_change_things(String name, String value) {
    MERCHANT.with(name, value).put("/merchant/profile", "{}").expect(200);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, https://evil.example",
    "Origin, http://pay.example.com",
    "Origin, https://pay.example.com:8443",
    "Origin, https://pay.example.com.evil.example",
    "Origin, null",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site"
  })
  void another_site_may_not(String name, String value) {
    MERCHANT.with(name, value).put("/merchant/profile", "{}").expectProblem(403, "CROSS_ORIGIN");
  }

  @ParameterizedTest
  @CsvSource({"same-origin, https://evil.example", "cross-site, https://pay.example.com"})
  void one_header_does_not_excuse_the_other(String site, String origin) {
    MERCHANT
        .with("Sec-Fetch-Site", site)
        .with("Origin", origin)
        .put("/merchant/profile", "{}")
        .expectProblem(403, "CROSS_ORIGIN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/merchant/profile", "/merchant/api-keys"})
  void reading_is_left_to_the_browsers_own_rules(String path) {
    MERCHANT.with("Sec-Fetch-Site", "cross-site").get(path).expect(200);
  }
}

package dev.paylink.platform.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestHeadersTest {
  private static final Route[] ROUTES = {
    Route.get("/key", request -> Answer.ok(key(request).getBytes(UTF_8))),
    Route.get("/source", request -> Answer.ok(request.source().getBytes(UTF_8))),
  };
  private static final TestListener DIRECT = new TestListener(ROUTES);
  private static final TestListener BEHIND_PROXIES =
      new TestListener(Set.of("127.0.0.1", "10.0.0.1", "2001:db8:0:0:0:0:0:1"), ROUTES);

  @AfterAll
  static void close() {
    DIRECT.close();
    BEHIND_PROXIES.close();
  }

  @Test
  void a_header_sent_once_is_not_repeated_whatever_stands_in_it() throws IOException {
    assertThat(DIRECT.send("GET", "/key").body()).isEqualTo("null once");
    assertThat(DIRECT.send("GET", "/key", "X-API-Key: a").body()).isEqualTo("a once");
    assertThat(DIRECT.send("GET", "/key", "X-API-Key: a, b").body()).isEqualTo("a, b once");
    assertThat(DIRECT.send("GET", "/key", "X-API-Key:").body()).isEqualTo(" once");
    assertThat(DIRECT.send("GET", "/key", "x-api-key:   a  ").body()).isEqualTo("a once");
  }

  @Test
  void a_header_sent_twice_is_repeated_whatever_its_case_and_values() throws IOException {
    assertThat(DIRECT.send("GET", "/key", "X-API-Key: a", "X-API-Key: b").body())
        .isEqualTo("a repeated");
    assertThat(DIRECT.send("GET", "/key", "X-API-Key: a", "x-api-KEY: a").body())
        .isEqualTo("a repeated");
    assertThat(DIRECT.send("GET", "/key", "X-API-Key:", "Y: 1", "X-API-Key: b").body())
        .isEqualTo(" repeated");
    assertThat(DIRECT.send("GET", "/key", "X-API-Key: a", "X-API-Key-2: b").body())
        .isEqualTo("a once");
  }

  @Test
  void without_trusted_proxies_the_peer_is_the_source() throws IOException {
    assertThat(DIRECT.send("GET", "/source").body()).isEqualTo("127.0.0.1");
    assertThat(DIRECT.send("GET", "/source", "X-Forwarded-For: 203.0.113.9").body())
        .isEqualTo("127.0.0.1");
  }

  @Test
  void a_peer_that_is_no_proxy_is_not_believed() throws IOException {
    try (TestListener others = new TestListener(Set.of("10.0.0.1"), ROUTES)) {
      assertThat(others.send("GET", "/source", "X-Forwarded-For: 203.0.113.9").body())
          .isEqualTo("127.0.0.1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.9                      | 203.0.113.9",
        "203.0.113.9, 10.1.255.255        | 203.0.113.9",
        "203.0.113.9, 10.2.0.0            | 10.2.0.0",
        "203.0.113.9, 10.0.255.255        | 10.0.255.255",
        "203.0.113.9, 192.0.2.143         | 203.0.113.9",
        "203.0.113.9, 192.0.2.144         | 192.0.2.144",
        "203.0.113.9, 2001:db8:ffff::1    | 203.0.113.9",
        "203.0.113.9, 2001:db9::1         | 2001:db9:0:0:0:0:0:1",
        "203.0.113.9, ::ffff:10.1.0.1     | 203.0.113.9",
        "203.0.113.9, unknown             | unknown",
      })
  void ranges_of_proxies_are_believed_and_their_neighbours_are_not(String forwarded, String source)
      throws IOException {
    Set<String> ranges = Set.of("127.0.0.0/8", "10.1.0.0/16", "192.0.2.128/28", "2001:db8::/32");
    try (TestListener listener = new TestListener(ranges, ROUTES)) {
      assertThat(listener.send("GET", "/source", "X-Forwarded-For: " + forwarded).body())
          .isEqualTo(source);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.9                              | 203.0.113.9",
        "6.6.6.6, 203.0.113.9                     | 203.0.113.9",
        "6.6.6.6,203.0.113.9,10.0.0.1             | 203.0.113.9",
        "10.0.0.1, 203.0.113.9                    | 203.0.113.9",
        "10.0.0.1                                 | 10.0.0.1",
        "127.0.0.1, 10.0.0.1                      | 127.0.0.1",
        "203.0.113.9,                             | 127.0.0.1",
        "203.0.113.9, , 10.0.0.1                  | 10.0.0.1",
        "2001:DB8::7                              | 2001:db8:0:0:0:0:0:7",
        "203.0.113.9, 2001:db8::1                 | 203.0.113.9",
        "203.0.113.9, 2001:0DB8:0::0:1, 10.0.0.1  | 203.0.113.9",
        "::ffff:203.0.113.9                       | 203.0.113.9",
        "203.0.113.9, unknown                     | unknown",
      })
  void behind_proxies_the_right_most_address_that_is_none_is_the_source(
      String forwarded, String source) throws IOException {
    assertThat(BEHIND_PROXIES.send("GET", "/source", "X-Forwarded-For: " + forwarded).body())
        .isEqualTo(source);
  }

  @Test
  void several_forwarded_headers_are_one_list() throws IOException {
    assertThat(
            BEHIND_PROXIES
                .send(
                    "GET",
                    "/source",
                    "X-Forwarded-For: 6.6.6.6",
                    "X-Forwarded-For: 203.0.113.9",
                    "X-Forwarded-For: 10.0.0.1")
                .body())
        .isEqualTo("203.0.113.9");
    assertThat(BEHIND_PROXIES.send("GET", "/source").body()).isEqualTo("127.0.0.1");
  }

  private static String key(Request request) {
    return request.header(Headers.X_API_KEY)
        + (request.isRepeated(Headers.X_API_KEY) ? " repeated" : " once");
  }
}

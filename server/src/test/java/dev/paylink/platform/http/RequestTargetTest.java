package dev.paylink.platform.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Seeded;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A signature covers the target, so a handler sees it byte for byte or not at all. */
final class RequestTargetTest {
  @AutoClose
  private static final TestListener LISTENER =
      new TestListener(
          Route.get("/x", RequestTargetTest::target),
          Route.get("/x/:rest", RequestTargetTest::target),
          Route.get("//x//y/", RequestTargetTest::target),
          Route.get(
              "/query", request -> Answer.ok(("" + request.query("a")).getBytes(ISO_8859_1))));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/x",
        "/x?",
        "/x??",
        "/x?a",
        "/x?a=",
        "/x?=",
        "/x?&",
        "/x?&&a=b&",
        "/x?a=%2F&b",
        "/x?a=%2f",
        "/x?a=1&a=1",
        "/x?b=2&a=1",
        "/x?a=+%20",
        "/x?%00",
        "/x?a=b=c",
        "/x?/x?//",
        "/x?a;b=c",
        "/x/%00",
        "/x/%2F",
        "/x/%2f%2F",
        "/x/%25",
        "/x/%7E",
        "/x/~",
        "/x/a+b",
        "/x/a;b=c",
        "/x/;",
        "/x/..",
        "/x/.",
        "/x/...",
        "/x/%2e%2e",
        "/x/!$&'()*,=:@-._~",
        "//x//y/",
        "//x//y/?",
        "/x/%C3%A9",
        "/x/%FF",
        "/x?%FF",
      })
  void an_odd_target_arrives_unchanged(String target) throws IOException {
    RawReply reply = LISTENER.send("GET", target);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/x#",
        "/x#f",
        "/x?#",
        "/x?a#b",
        "/x?a=b#c#d",
        "/x/#", // a fragment is never sent
        "/x/\u00e9",
        "/x/\u0080",
        "/x/\u007f",
        "/x?\u00e9",
        "/x?a=%zz",
        "/x/%zz",
        "/x/%2",
        "*",
        "x",
        "xx",
        "yx/1",
        "http://test/x",
        "?a", // does not begin with a slash
        "/x?a=[]",
        "/x?a={}",
        "/x?a=\"",
        "/x?a=\\",
        "/x?a=<>",
        "/x?a=b\tc",
        "/x/a b",
      })
  void a_target_that_no_request_may_have_is_refused(String target) throws IOException {
    LISTENER.send("GET", target).assertProblem(400, "INVALID_REQUEST");
  }

  @Test
  void any_bytes_are_passed_on_unchanged_or_refused() throws IOException {
    Random random = Seeded.random(RequestTargetTest.class);
    int passed = 0;
    for (int i = 0; i < 1_000; i++) {
      String target = "/x/s" + randomBytes(random, 1 + random.nextInt(6));
      RawReply reply = LISTENER.send("GET", target);
      if (reply.status() == 200) {
        assertThat(reply.body()).isEqualTo(target);
        passed++;
      } else {
        assertThat(reply.status()).as(target).isEqualTo(400);
      }
    }
    assertThat(passed).isPositive();
  }

  private static String randomBytes(Random random, int length) {
    String signs = "?%#;&=+.~:@!$'()*,-_[]{}|^`\"<>\\";
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(
          switch (random.nextInt(4)) {
            case 0 -> (char) ('0' + random.nextInt(10));
            case 1 -> signs.charAt(random.nextInt(signs.length()));
            case 2 -> (char) ('A' + random.nextInt(26));
            default -> random.nextInt(8) == 0 ? (char) (0x7f + random.nextInt(0x81)) : '%';
          });
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "/query,            null",
    "/query?a,          null",
    "/query?a=,         null",
    "/query?b=1,        null",
    "/query?A=1,        null",
    "/query?a=1,        1",
    "/query?b=2&a=1&c,  1",
    "/query?a=b%20c,    b c",
    "/query?a=b+c,      b c",
    "/query?a=b%2Bc,    b+c",
    "/query?a=b%26c=d,  b&c=d",
    "/query?%61=1,      1",
  })
  void a_query_parameter_is_decoded_once(String target, String value) throws IOException {
    assertThat(LISTENER.send("GET", target).body()).isEqualTo(value);
  }

  @Test
  void a_query_parameter_given_twice_is_refused_by_name() throws IOException {
    for (String target : new String[] {"/query?a=1&a=1", "/query?a=1&a=", "/query?a=1&%61=2"}) {
      RawReply reply = LISTENER.send("GET", target).assertProblem(400, "INVALID_REQUEST");
      assertThat(reply.json().at("/errors/0/field").stringValue()).isEqualTo("a");
    }
  }

  private static Answer target(Request request) {
    return Answer.ok(request.target().getBytes(ISO_8859_1));
  }
}

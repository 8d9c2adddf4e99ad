package dev.paylink.platform.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.language.Message;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page of any origin can call an open route and read whatever it answers, and no other route. */
final class CorsTest {
  private static final Handler OK = request -> Answer.ok("{}".getBytes(UTF_8));

  @AutoClose
  private static final TestListener LISTENER =
      new TestListener(
          Stream.of(
                  Cors.anyOrigin(Route.get("/open/ok", OK)),
                  Cors.anyOrigin(Route.post("/open/refused", request -> refuse())),
                  Cors.anyOrigin(Route.post("/open/away", request -> away())),
                  Cors.anyOrigin(Route.post("/open/boom", request -> boom())),
                  List.of(Route.get("/closed", OK)))
              .flatMap(List::stream)
              .toArray(Route[]::new));

  @ParameterizedTest
  @CsvSource({"/open/ok,GET", "/open/refused,POST"})
  void preflight_is_answered_for_any_origin(String path, String method) throws IOException {
    RawReply reply = LISTENER.send("OPTIONS", path, "Origin: https://shop.example");
    assertThat(reply.status()).isEqualTo(204);
    assertThat(reply.header("Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(reply.header("Access-Control-Allow-Methods")).isEqualTo(method);
    assertThat(reply.header("Access-Control-Allow-Headers"))
        .isEqualTo("Authorization, DPoP, Content-Type");
    assertThat(reply.header("Access-Control-Max-Age")).isEqualTo("7200");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/open/ok,200",
    "HEAD,/open/ok,200",
    "POST,/open/refused,409",
    "POST,/open/away,503",
    "POST,/open/boom,500"
  })
  void every_answer_can_be_read_by_the_page(String method, String path, int status)
      throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      RawReply reply = connection.write(TestListener.request(method, path)).readHead();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.header("Access-Control-Allow-Origin")).isEqualTo("*");
      assertThat(reply.header("Access-Control-Expose-Headers"))
          .isEqualTo("WWW-Authenticate, Retry-After, Date, X-Request-Id");
    }
  }

  @Test
  void route_that_was_not_opened_stays_closed() throws IOException {
    assertThat(LISTENER.send("OPTIONS", "/closed").status()).isEqualTo(405);
    assertThat(LISTENER.send("GET", "/closed").headers().keySet())
        .noneMatch(header -> header.startsWith("access-control"));
  }

  private static Answer refuse() {
    throw new Refused(Problem.conflict("TAKEN", Message.of("foreign", "It is taken")));
  }

  private static Answer away() {
    throw new Unavailable("away", null);
  }

  private static Answer boom() {
    throw new IllegalStateException("boom");
  }
}

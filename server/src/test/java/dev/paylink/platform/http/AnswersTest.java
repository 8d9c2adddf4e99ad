package dev.paylink.platform.http;

import static dev.paylink.platform.http.TestListener.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.ApiVersion;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.error.Fault;
import dev.paylink.platform.language.Message;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever becomes of a request, its answer is whole and has an id. */
final class AnswersTest {
  private static final String SECRET = "a password in an exception's message";

  @AutoClose
  private static final TestListener LISTENER =
      new TestListener(
          Route.get("/ok", request -> Answer.ok("{\"ü\":1}".getBytes(UTF_8))),
          Route.post("/json", request -> Answer.created(request.jsonBody())),
          Route.get("/none", request -> Answer.noContent()),
          Route.get(
              "/refused",
              request -> refuse(Problem.conflict("TAKEN", Message.of("foreign", "It is taken")))),
          Route.get("/many-faults", request -> refuse(Problem.invalidRequest(faults(5_000)))),
          Route.get("/boom", request -> fail(new IllegalStateException(SECRET))),
          Route.get("/error", request -> fail(new AssertionError(SECRET))),
          Route.get("/queue-full", request -> fail(new Unavailable(SECRET, null))),
          Route.get("/database-away", request -> fail(wrapped("57P01"))),
          Route.get("/bad-statement", request -> fail(wrapped("23505"))));

  @Test
  void a_success_has_an_id_and_no_sniffing() throws IOException {
    RawReply reply = LISTENER.send("GET", "/ok");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("{\"ü\":1}");
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    assertThat(reply.header("X-Request-Id")).startsWith("req_");
    assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(LISTENER.send("GET", "/ok").header("X-Request-Id"))
        .isNotEqualTo(reply.header("X-Request-Id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ok", "/none", "/refused", "/boom", "/nope", "/%zz"})
  void every_answer_names_its_version(String path) throws IOException {
    assertThat(LISTENER.send("GET", path).header("Paylink-Version")).isEqualTo(ApiVersion.CURRENT);
  }

  @Test
  void request_may_ask_for_a_version_that_there_is() throws IOException {
    RawReply known = LISTENER.send("GET", "/ok", "Paylink-Version: " + ApiVersion.CURRENT);
    assertThat(known.status()).isEqualTo(200);
    assertThat(known.header("Paylink-Version")).isEqualTo(ApiVersion.CURRENT);
    String[] twice = {
      "Paylink-Version: " + ApiVersion.CURRENT, "Paylink-Version: " + ApiVersion.CURRENT
    };
    for (String[] headers :
        List.of(
            new String[] {"Paylink-Version: 2020-01-01"},
            new String[] {"Paylink-Version:"},
            twice)) {
      RawReply unknown = LISTENER.send("GET", "/ok", headers);
      assertThat(unknown.status()).isEqualTo(400);
      assertThat(unknown.header("Paylink-Version")).isEqualTo(ApiVersion.CURRENT);
      assertThat(unknown.body())
          .contains("\"code\":\"UNKNOWN_VERSION\"", "\"knownVersions\":\"2026-11-01\"");
    }
  }

  @Test
  void a_head_is_a_get_without_its_body() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("HEAD", "/ok") + request("HEAD", "/nope") + request("GET", "/ok"));
      RawReply found = connection.readHead();
      assertThat(found.status()).isEqualTo(200);
      assertThat(found.header("Content-Length")).isEqualTo("8");
      assertThat(connection.readHead().status()).isEqualTo(404);
      assertThat(connection.read().body()).isEqualTo("{\"ü\":1}"); // nothing stood in between
    }
  }

  @Test
  void no_content_has_none() throws IOException {
    try (RawConnection connection = LISTENER.connect()) {
      connection.write(request("GET", "/none") + request("GET", "/ok"));
      assertThat(connection.read().status()).isEqualTo(204);
      assertThat(connection.read().status()).isEqualTo(200);
    }
  }

  @Test
  void an_unknown_path_is_not_found_under_any_method() throws IOException {
    for (String method : List.of("GET", "POST", "BREW", "OPTIONS")) {
      LISTENER.send(method, "/nope").assertProblem(404, "NOT_FOUND");
    }
  }

  @Test
  void another_method_is_told_which_are_allowed() throws IOException {
    RawReply reply = LISTENER.send("PUT", "/ok").assertProblem(405, "METHOD_NOT_ALLOWED");
    assertThat(reply.header("Allow")).isEqualTo("GET, HEAD");
    assertThat(LISTENER.send("BREW", "/json").header("Allow")).isEqualTo("POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json ;x=y"
      })
  void a_body_may_be_declared_as_json(String type) throws IOException {
    RawReply reply =
        LISTENER.send(
            request("POST", "/json", "Content-Type: " + type, "Content-Length: 2") + "{}");
    assertThat(reply.status()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/jsonp",
        "application/problem+json",
        "json",
        "*/*",
        "application/x-www-form-urlencoded",
        "text/plain; application/json"
      })
  void a_body_declared_as_anything_else_is_refused(String type) throws IOException {
    LISTENER
        .send(request("POST", "/json", "Content-Type: " + type, "Content-Length: 2") + "{}")
        .assertProblem(415, "UNSUPPORTED_MEDIA_TYPE");
  }

  @Test
  void an_undeclared_or_absent_body_needs_no_type() throws IOException {
    assertThat(LISTENER.send(request("POST", "/json", "Content-Length: 2") + "{}").body())
        .isEqualTo("{}");
    assertThat(LISTENER.send("POST", "/json", "Content-Type: text/plain").status()).isEqualTo(201);
  }

  @Test
  void a_refusal_is_its_problem() throws IOException {
    RawReply reply = LISTENER.send("GET", "/refused").assertProblem(409, "TAKEN");
    assertThat(reply.json().get("detail").stringValue()).isEqualTo("It is taken");
    assertThat(reply.json().get("type").stringValue()).isEqualTo("/docs/errors/TAKEN");
  }

  @Test
  void thousands_of_faults_are_counted_but_not_all_listed() throws IOException {
    RawReply reply = LISTENER.send("GET", "/many-faults").assertProblem(400, "INVALID_REQUEST");
    assertThat(reply.json().get("detail").stringValue()).endsWith("(and 4999 more)");
    assertThat(reply.json().get("errors").size()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/boom", "/error", "/bad-statement"})
  void a_failure_is_logged_under_its_id_and_its_message_never_leaves(String path)
      throws IOException {
    try (CapturedLog log = new CapturedLog(Failure.class)) {
      RawReply reply = LISTENER.send("GET", path).assertProblem(500, "INTERNAL_ERROR");
      assertThat(reply.body()).doesNotContain("password").doesNotContain("Exception");
      assertThat(log.text()).contains(reply.header("X-Request-Id")).contains(SECRET);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/queue-full", "/database-away"})
  void what_is_away_is_a_503_that_asks_to_come_back(String path) throws IOException {
    try (CapturedLog log = new CapturedLog(Failure.class)) {
      RawReply reply = LISTENER.send("GET", path).assertProblem(503, "UNAVAILABLE");
      assertThat(reply.header("Retry-After")).isEqualTo("1");
      assertThat(reply.body()).doesNotContain("password");
      assertThat(log.text()).isEmpty(); // thousands of them in an outage
    }
  }

  private static List<Fault> faults(int count) {
    return Collections.nCopies(count, new Fault("f", Message.of("foreign", "is wrong")));
  }

  private static RuntimeException wrapped(String sqlState) {
    return new IllegalStateException(new SQLException(SECRET, sqlState));
  }

  private static Answer refuse(Problem problem) {
    throw new Refused(problem);
  }

  private static Answer fail(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }
}

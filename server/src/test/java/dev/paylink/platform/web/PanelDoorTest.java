package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.HttpListener;
import dev.paylink.platform.http.ListenerOptions;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.http.Router;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.language.Words;
import dev.paylink.testing.LogFile;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PanelDoorTest {
  private static final PagePath HOME = new PagePath("/panel");
  private static final String SECRET = "password=hunter2";
  private static final LogFile LOG = new LogFile();
  private static final HttpListener LISTENER = listener();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @AfterAll
  static void close() {
    CLIENT.close();
    LISTENER.close();
    LOG.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/panel/open-failure", "/panel/failure"})
  void an_unexpected_failure_is_a_page_with_the_request_id(String path) {
    HttpResponse<String> reply = send("GET", path);
    String id = reply.headers().firstValue("X-Request-Id").orElseThrow();
    assertPage(reply, 500).contains("Something went wrong on our side", "<code>" + id + "</code>");
    assertThat(reply.body()).doesNotContain(SECRET, "Exception");
    assertThat(reply.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(reply.headers().firstValue("Content-Security-Policy")).isPresent();
  }

  @Test
  void a_form_that_fails_is_a_page_too() {
    assertPage(send("POST", "/panel/failure"), 500).contains("Something went wrong");
  }

  @Test
  void a_page_around_somebody_signed_in_keeps_the_navigation() {
    assertPage(send("GET", "/panel/failure"), 500).contains("Ann of Engines");
    assertThat(send("GET", "/panel/open-failure").body()).doesNotContain("Ann of Engines");
  }

  @Test
  void an_outage_is_a_page_that_asks_to_come_back() {
    HttpResponse<String> reply = send("GET", "/panel/away");
    assertPage(reply, 503).contains("We cannot answer right now");
    assertThat(reply.headers().firstValue("Retry-After")).isPresent();
  }

  @Test
  void a_refusal_is_a_page_in_its_own_words() {
    assertPage(send("GET", "/panel/refused"), 409).contains("Conflict", "It is taken.");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,    /panel/nowhere, 404, NOT_FOUND",
    "POST,   /panel/nowhere, 404, NOT_FOUND",
    "POST,   /panel/refused, 405, METHOD_NOT_ALLOWED",
    "DELETE, /panel/failure, 405, METHOD_NOT_ALLOWED",
    "PUT,    /panel,         404, NOT_FOUND",
  })
  void what_no_route_answers_is_a_page_for_who_takes_html_and_json_for_others(
      String method, String path, int status, String code) {
    assertPage(send(method, path, "Accept", "application/xml;q=0.9, text/html;q=0.8"), status);
    for (HttpResponse<String> reply :
        List.of(send(method, path), send(method, path, "Accept", "application/json"))) {
      assertThat(reply.statusCode()).isEqualTo(status);
      assertThat(reply.body()).startsWith("{").contains(code);
    }
  }

  @Test
  void a_page_of_a_wrong_method_says_which_are_right() {
    HttpResponse<String> reply = send("DELETE", "/panel/failure", "Accept", "text/html");
    assertPage(reply, 405).contains("Use GET, HEAD, POST.");
    assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD, POST");
  }

  @Test
  void beside_the_pages_problems_stay_json() {
    assertThat(send("GET", "/elsewhere", "Accept", "text/html").body()).startsWith("{");
  }

  private static HttpListener listener() {
    Door door = new Door();
    List<Route> routes =
        List.of(
            door.openPage(HOME.below("/open-failure"), request -> fail()),
            door.page(HOME.below("/failure"), visit -> fail()),
            door.form(HOME.below("/failure")),
            door.page(
                HOME.below("/away"),
                visit -> {
                  throw new Unavailable("the queue is full", null);
                }),
            door.page(
                HOME.below("/refused"),
                visit -> {
                  throw new Refused(
                      Problem.conflict("TAKEN", Message.of("foreign", "It is taken")));
                }),
            door.otherwise(HOME.below("/*")));
    ListenerOptions options =
        new ListenerOptions(
            "test", "127.0.0.1", 0, null, Set.of(), EdgeLimits.DEFAULT, Duration.ofSeconds(1));
    return new HttpListener(options, new Router(routes), LOG.sink(), new SimpleMeterRegistry());
  }

  private static Answer fail() {
    throw new IllegalStateException(SECRET);
  }

  private static HttpResponse<String> send(String method, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + LISTENER.port() + path))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static org.assertj.core.api.AbstractStringAssert<?> assertPage(
      HttpResponse<String> reply, int status) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    assertThat(reply.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    return assertThat(reply.body()).startsWith("<!doctype html>");
  }

  private record Ann(Request request, PanelPages pages) implements PanelVisit {
    @Override
    public Words words() {
      return Panel.ENGLISH;
    }

    @Override
    public Panel panel(Panel.@Nullable Part part, String title) {
      return pages.panel(
          request,
          words(),
          title,
          List.of(),
          new Panel.Person("Ann of Engines", "Chief", "Engines", "/out"));
    }
  }

  private static final class Door extends PanelDoor<Ann> {
    Door() {
      super(
          new PanelPages(
              new Templates(),
              Assets.forPanel("/panel/assets", PanelPages.class, List.of()),
              true,
              "none",
              "Panel",
              HOME.to(),
              null),
          new LocalPath(HOME.to(), HOME.to(), HOME.to() + "/sign-in"));
    }

    Route form(PagePath path) {
      return signedInForm(path, visit -> fail());
    }

    @Override
    protected Ann visit(Request request) {
      return new Ann(request, pages());
    }

    @Override
    protected void requireOwnPage(Request request) {}
  }
}

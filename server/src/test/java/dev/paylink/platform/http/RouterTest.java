package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RouterTest {
  private static final Router ROUTER =
      router(
          "GET /",
          "GET /events",
          "POST /events/redeliver",
          "GET /events/:id",
          "DELETE /events/:eventId",
          "POST /events/:id/redeliver",
          "GET /:scope/fixed/:name",
          "GET /pay/:paymentId/:linkToken",
          "OPTIONS /sdk/session");

  @ParameterizedTest
  @CsvSource({
    "GET,    /,                    /",
    "GET,    /events,              /events",
    "HEAD,   /events,              /events",
    "POST,   /events/redeliver,    /events/redeliver",
    "GET,    /events/1,            /events/:id",
    "HEAD,   /events/1,            /events/:id",
    "POST,   /events/1/redeliver,  /events/:id/redeliver",
    "POST,   /events/:id/redeliver, /events/:id/redeliver",
    "GET,    /any/fixed/x,         /:scope/fixed/:name",
    "OPTIONS, /sdk/session,        /sdk/session",
  })
  void a_path_finds_its_route(String method, String path, String template) {
    assertThat(ROUTER.find(method, path))
        .isInstanceOfSatisfying(
            Router.Found.Match.class,
            match -> assertThat(match.route().template()).isEqualTo(template));
  }

  @ParameterizedTest
  @CsvSource({
    "POST,   /,                   'GET, HEAD'",
    "PUT,    /events/1,           'DELETE, GET, HEAD'",
    "GET,    /events/redeliver,   POST", // the literal wins, whatever its methods
    "HEAD,   /events/redeliver,   POST",
    "GET,    /events/1/redeliver, POST",
    "HEAD,   /sdk/session,        OPTIONS",
    "get,    /events,             'GET, HEAD'",
    "BREW,   /events,             'GET, HEAD'",
  })
  void a_path_under_another_method_says_which(String method, String path, String allow) {
    assertThat(ROUTER.find(method, path))
        .isInstanceOfSatisfying(
            Router.Found.OtherMethod.class, other -> assertThat(other.allow()).isEqualTo(allow));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Events",
        "/event",
        "/events/",
        "/events//",
        "//events",
        "/events//redeliver",
        "/events/1/",
        "/events/1/redeliver/",
        "/events/1/other",
        "/%65vents",
        "/events%2F1",
        "/sdk",
        "/sdk/",
        "/a/fixed/",
        "//fixed/x",
        "/pay/1",
        "/events;a=b",
        "/./events",
        "/events/../events/1/x"
      })
  void a_path_that_is_no_route_exactly_is_nothing(String path) {
    for (String method : List.of("GET", "POST", "HEAD", "DELETE")) {
      assertThat(ROUTER.find(method, path)).isInstanceOf(Router.Found.Nothing.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/events/plain,        plain",
    "/events/a+b,          a+b",
    "/events/a%20b,        a b",
    "/events/a%2Bb,        a+b",
    "/events/a+b%20c,      a+b c",
    "/events/%2F,          /",
    "/events/%25,          %",
    "/events/%C3%A9,       é",
    "/events/%c3%a9,       é",
    "/events/%zz,          %zz",
    "/events/%,            %",
    "/events/%2,           %2",
    "/events/%2e%2e,       ..",
  })
  void a_parameter_is_percent_decoded_once(String path, String value) {
    assertThat(parameters("GET", path)).isEqualTo(Map.of("id", value));
  }

  @Test
  void an_escaped_nul_is_a_value_like_any_other() {
    assertThat(parameters("GET", "/events/%00")).isEqualTo(Map.of("id", "\0"));
  }

  @Test
  void each_method_has_its_own_names_for_the_same_places() {
    assertThat(parameters("GET", "/events/1")).isEqualTo(Map.of("id", "1"));
    assertThat(parameters("DELETE", "/events/1")).isEqualTo(Map.of("eventId", "1"));
    assertThat(parameters("GET", "/any/fixed/x")).isEqualTo(Map.of("scope", "any", "name", "x"));
    assertThat(parameters("GET", "/events")).isEmpty();
  }

  @Test
  void parameters_left_of_a_dead_end_do_not_shift_the_others() {
    Router router = router("GET /:a/x/:b/y/:c");
    assertThat(router.find("GET", "/1/x/2/y/3"))
        .isInstanceOfSatisfying(
            Router.Found.Match.class,
            match ->
                assertThat(match.parameters()).isEqualTo(Map.of("a", "1", "b", "2", "c", "3")));
  }

  @ParameterizedTest
  @CsvSource({
    "GET,    /events/1,               /events/1",
    "DELETE, /pay/pay_1/secret,       /pay/pay_1/…",
    "GET,    /pay/pay_1/secret,       /pay/pay_1/…",
    "GET,    /pay/pay_1/secret/,      /pay/pay_1/…",
    "GET,    /pay/pay_1/secret/more,  /pay/pay_1/…",
    "GET,    /pay/pay_1//secret,      /pay/pay_1/…",
    "GET,    /pay//pay_1/secret,      /pay/…",
    "GET,    //pay/pay_1/secret,      //pay…",
    "GET,    /Pay/pay_1/secret,       /Pay/pay_1…",
    "GET,    /nothing/pay_1/secret,   /nothing/pay_1…",
    "GET,    /pay/pay_1%2Fsecret,     /pay/pay_1…",
    "GET,    /pay/pay_1%2fsecret,     /pay/pay_1…",
    "GET,    /pay/pay_1%252Fsecret,   /pay/pay_1…",
    "GET,    /pay/pay_1%5Csecret,     /pay/pay_1…",
    "GET,    /pay%2Fpay_1%2Fsecret,   /pay…",
    "GET,    /%70ay/pay_1/secret,     /…",
    "GET,    /pay/pay_1/a%2Fsecret,   /pay/pay_1/…",
    "GET,    /events/1/rdliver,       /events/1/rdliver",
    "GET,    /events/1/rdliver/more,  /events/1/rdliver…",
  })
  void a_payment_links_secret_is_never_shown(String method, String path, String shown) {
    assertThat(ROUTER.find(method, path).shownPath()).isEqualTo(shown).doesNotContain("secret");
  }

  @Test
  void two_routes_for_one_path_and_method_are_refused() {
    assertThatThrownBy(() -> router("GET /a/:x", "GET /a/:y"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/a/:y");
    assertThat(router("GET /a/:x", "PUT /a/:y", "GET /a/y")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD /a", "get /a", "PATCH /a", "GET a", "GET"})
  void a_route_has_a_known_method_and_a_rooted_template(String route) {
    assertThatThrownBy(() -> router(route)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,  /d,        /d",
    "GET,  /d/a,      /d/a",
    "GET,  /d/b,      /d/*",
    "GET,  /d/a/more, /d/*",
    "HEAD, /d/b/c,    /d/*",
    "GET,  /d/,       /d/*",
    "GET,  /d/form,   /d/*",
    "POST, /d/form,   /d/form",
  })
  void a_rest_answers_what_nothing_else_below_it_does(String method, String path, String template) {
    Router router = router("GET /d", "GET /d/a", "POST /d/form", "GET /d/*");
    Router.Found.Match match = (Router.Found.Match) router.find(method, path);
    assertThat(match.route().template()).isEqualTo(template);
    assertThat(router.find("GET", "/e")).isInstanceOf(Router.Found.Nothing.class);
    assertThat(router.find("POST", "/d/a")).isInstanceOf(Router.Found.OtherMethod.class);
    assertThat(router.find("POST", "/d/b")).isInstanceOf(Router.Found.Nothing.class);
  }

  private static Map<String, String> parameters(String method, String path) {
    return ((Router.Found.Match) ROUTER.find(method, path)).parameters();
  }

  private static Router router(String... routes) {
    List<Route> list = new ArrayList<>();
    for (String route : routes) {
      String[] parts = (route + " ").split(" ", -1);
      list.add(new Route(parts[0], parts[1], request -> Answer.noContent()));
    }
    return new Router(list);
  }
}

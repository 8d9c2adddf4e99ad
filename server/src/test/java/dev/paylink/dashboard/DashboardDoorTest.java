package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.PagePath;
import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, and who may do what. */
final class DashboardDoorTest extends DashboardTest {
  /** Forms that every person has for themselves, or before they are anybody. */
  private static final String OWN =
      "/dashboard/(sign-.*|signature|language|invitation/.*|confirm/.*|send-confirmation|freeze/.*|forgot|reset/.*|security(/.*)?)";

  @Test
  void who_is_not_signed_in_is_led_to_where_they_can_be_and_back() {
    String email = newEmail();
    guest().signUp(email);
    Guest guest = guest();
    String signIn = guest.get("/dashboard/audit?cursor=x").expect(303).header("Location");
    assertThat(signIn).isEqualTo("/dashboard/sign-in?next=%2Fdashboard%2Faudit%3Fcursor%3Dx");
    String next =
        Guest.found(guest.get(signIn).expect(200).body(), "name=\"next\" value=\"(.*?)\"");
    Reply in = signIn(guest, email, next);
    assertThat(in.expect(303).header("Location")).isEqualTo("/dashboard/audit?cursor=x");
    guest.get("/dashboard/audit?cursor=x").expect(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/dashboard/keys,              /dashboard/keys",
    "/dashboard/payments?limit=2,  /dashboard/payments?limit=2",
    "https://evil.example/,        /dashboard",
    "//evil.example,               /dashboard",
    "/dashboard//evil.example,     /dashboard",
    "/dashboard\\evil.example,     /dashboard",
    "/dashboard/../merchant,       /dashboard",
    "/dashboards,                  /dashboard",
    "/pay/x,                       /dashboard",
    "'',                           /dashboard",
  })
  void signing_in_leads_to_a_page_of_ours_only(String next, String leadsTo) {
    assertThat(DashboardPaths.OWN.orHome(next)).isEqualTo(leadsTo);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin,         https://evil.example",
    "Origin,         null",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
  })
  void a_form_on_another_sites_page_changes_nothing(String header, String value) {
    Guest owner = owner();
    Guest forced = guest().withCookie(owner.cookie()).with(header, value);
    assertRefused(forced.post("/dashboard/keys", "label", "theirs"), 403);
    assertRefused(forced.post("/dashboard/sign-out"), 403);
    assertThat(owner.get("/dashboard/keys").expect(200).body()).doesNotContain("theirs");
    Guest own = guest().withCookie(owner.cookie()).with("Origin", service.baseUrl().toString());
    own.post("/dashboard/keys", "label", "ours").expect(200);
  }

  @Test
  void a_form_works_under_either_name_of_loopback() {
    int port = service.baseUrl().getPort();
    Guest owner = owner();
    for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
      Guest own = guest().withCookie(owner.cookie()).with("Origin", "http://" + host + ":" + port);
      own.post("/dashboard/keys", "label", host).expect(200);
    }
    for (String other : List.of("http://localhost:" + (port + 1), "https://localhost:" + port)) {
      Guest forced = guest().withCookie(owner.cookie()).with("Origin", other);
      assertRefused(forced.post("/dashboard/keys", "label", "theirs"), 403);
    }
  }

  @Test
  void a_viewer_sees_every_page_and_no_form() {
    Guest viewer = guest().joins(owner(), newEmail(), "viewer");
    List<String> pages =
        routes("GET")
            .filter(path -> !path.matches(".*(:|\\*|/assets/).*") && !path.matches(OWN))
            .toList();
    assertThat(pages).contains("/dashboard", "/dashboard/keys", "/dashboard/audit");
    for (String page : pages) {
      String forms =
          viewer
              .get(page)
              .expect(200)
              .body()
              .replaceAll("(?s)<form[^>]*(sign-out|language).*?</form>", "");
      assertThat(forms).as(page).doesNotContain("method=\"post\"");
    }
  }

  @Test
  void a_developer_manages_keys_but_not_where_the_money_goes() {
    Guest developer = guest().joins(owner(), newEmail(), "developer");
    developer.post("/dashboard/keys", "label", "mine").expect(200);
    assertRefused(developer.post("/dashboard/settings/deposit-address"), 403);
    assertThat(developer.get("/dashboard/settings").body()).doesNotContain("Save address");
  }

  @Test
  void what_belongs_to_another_merchant_does_not_exist() {
    Guest other = owner();
    other.post("/dashboard/keys", "label", "theirs").expect(200);
    String key = Guest.found(other.get("/dashboard/keys").body(), "(/dashboard/keys/key_\\w+)/");
    String user = Guest.found(other.get("/dashboard/team").body(), "(/dashboard/team/users/\\w+)/");
    Guest owner = owner();
    for (String path : List.of(key + "/activate", key + "/deactivate", user + "/remove")) {
      assertRefused(owner.post(path), 404);
    }
    assertRefused(owner.post(user + "/role", "role", "viewer"), 404);
    assertThat(other.get("/dashboard/keys").body()).contains("Inactive");
    other.post(key + "/activate").expect(303);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dashboard/nowhere", "/dashboard/", "/dashboard/keys/x/activate"})
  void a_path_that_leads_nowhere_is_a_page(String path) {
    assertRefused(guest().get(path), 404);
    assertThat(assertRefused(owner().get(path), 404).body()).contains("Audit log");
  }

  @Test
  void a_form_that_leads_nowhere_is_a_page_in_a_browser() {
    assertRefused(owner().with("Accept", "text/html").post("/dashboard/nowhere"), 404);
    Reply wrong = owner().with("Accept", "text/html").post("/dashboard/audit");
    assertThat(assertRefused(wrong, 405).header("Allow")).isEqualTo("GET, HEAD");
    owner().post("/dashboard/nowhere").expectProblem(404, "NOT_FOUND");
  }

  @Test
  void every_path_that_pages_link_to_has_a_route() throws IllegalAccessException {
    List<String> templates = Stream.concat(routes("GET"), routes("POST")).toList();
    int paths = 0;
    for (Field field : DashboardPaths.class.getDeclaredFields()) {
      if (field.get(null) instanceof PagePath path && !path.equals(DashboardPaths.ASSETS)) {
        assertThat(templates).as(field.getName()).contains(path.template());
        paths++;
      }
    }
    assertThat(paths).isGreaterThan(40);
  }

  @Test
  void who_has_signed_out_is_out_with_the_old_cookie_too() {
    Guest guest = owner();
    String before = guest.cookie();
    guest.get("/dashboard").expect(200);
    assertThat(guest.post("/dashboard/sign-out").expect(303).header("Location"))
        .isEqualTo("/dashboard/sign-in");
    guest.withCookie(before).get("/dashboard").expect(303);
  }

  @Test
  void a_token_that_was_there_before_is_not_taken_over() {
    String email = newEmail();
    guest().signUp(email);
    String planted = "paylink_session=" + "A".repeat(43);
    Guest victim = guest().withCookie(planted);
    signIn(victim, email, "").expect(303);
    assertThat(victim.cookie()).isNotEqualTo(planted).startsWith("paylink_session=");
    guest().withCookie(planted).get("/dashboard").expect(303);
  }

  @Test
  void every_answer_keeps_foreign_things_out_and_itself_out_of_caches() {
    Guest owner = owner();
    for (Reply reply :
        List.of(
            guest().get("/dashboard/sign-in"),
            guest().get("/dashboard"),
            owner.get("/dashboard/settings"),
            owner.get("/dashboard/nowhere"),
            owner.post("/dashboard/keys", "label", "x"))) {
      assertThat(reply.header("Content-Security-Policy"))
          .contains("default-src 'none'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
      assertThat(reply.header("Referrer-Policy")).isEqualTo("same-origin");
    }
  }

  @Test
  void an_invitations_token_is_not_logged() {
    Guest owner = owner();
    String page =
        owner
            .post("/dashboard/team/invitations", "email", newEmail(), "role", "viewer")
            .expect(200)
            .body();
    String token = Guest.found(page, "/dashboard/invitation/([\\w-]+)");
    guest().get("/dashboard/invitation/" + token).expect(200);
    Await.until("it is logged", () -> service.logged().contains("/dashboard/invitation/…"));
    assertThat(service.logged()).doesNotContain(token);
    assertRefused(guest().get("/dashboard/invitation/" + "A".repeat(43)), 404);
  }

  private static Stream<String> routes(String method) {
    return service.publicRoutes().stream()
        .filter(route -> route.method().equals(method))
        .map(Route::template)
        .filter(path -> path.equals("/dashboard") || path.startsWith("/dashboard/"));
  }

  private static Reply signIn(Guest guest, String email, String next) {
    return guest.post(
        "/dashboard/sign-in", "email", email, "password", Guest.PASSWORD, "next", next);
  }

  private static Reply assertRefused(Reply reply, int status) {
    assertThat(reply.expect(status).header("Content-Type")).startsWith("text/html");
    return reply;
  }
}

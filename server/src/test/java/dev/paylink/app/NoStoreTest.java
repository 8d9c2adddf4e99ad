package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.Route;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Walks everything that is read with a session or a key: no cache on the way keeps an answer. */
final class NoStoreTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  @Test
  void answers_to_members_operators_and_programs_are_kept_by_no_cache() {
    Browser member = SERVICE.signedIn();
    SignedCalls program = SERVICE.calls();
    Set<String> kept = new TreeSet<>();
    int read = 0;
    read += walk(SERVICE.publicRoutes(), "/merchant/", member::get, kept);
    read += walk(SERVICE.publicRoutes(), "/sdk/server/", program::get, kept);
    read += walk(SERVICE.internalRoutes(), "/admin/", SERVICE.operator()::get, kept);
    assertThat(kept).isEmpty();
    assertThat(read).isGreaterThan(40);
  }

  private static int walk(
      List<Route> routes, String below, Function<String, Reply> get, Set<String> kept) {
    int read = 0;
    for (Route route : routes) {
      String template = route.template();
      if (route.method().equals("GET")
          && template.startsWith(below)
          && !template.startsWith("/admin/assets")
          && !template.startsWith("/admin/desk")) { // pages, which their door answers
        Reply reply = get.apply(template.replaceAll(":[a-zA-Z]+", "none"));
        String header = reply.header("Cache-Control");
        if (header == null || !header.contains("no-store")) {
          kept.add(reply.status() + " " + template + ": " + header);
        }
        read++;
      }
    }
    return read;
  }
}

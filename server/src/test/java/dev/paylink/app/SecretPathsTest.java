package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.Route;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A path whose parameter opens something by itself is in no log. Walks every route of both
 * listeners: a parameter with a new name fails here until somebody has said whether it is a secret.
 */
final class SecretPathsTest {
  /** The name that the log knows a secret by. */
  private static final String SECRET = "linkToken";

  /** Ids, names and hashes: whoever knows one can do nothing with it. */
  private static final Set<String> NO_SECRETS =
      Set.of(
          "chain",
          "code", // of an error, in the reference
          "door", // of the documentation
          "event",
          "file",
          "hash",
          "id",
          "invoiceId",
          "payoutId",
          "key",
          "merchantId",
          "month",
          "name",
          "paymentId",
          "provider",
          "refundId",
          "scope",
          "slug",
          "symbol", // of a coin or token
          "user",
          "userId");

  private static final Pattern PARAMETER = Pattern.compile("/:([A-Za-z]+)");
  private static final String VALUE = "T0pSecretValueOfThisTest";

  @AutoClose private static final TestService SERVICE = TestService.start();

  @Test
  void every_parameter_of_a_path_is_a_secret_or_known_to_be_none() {
    Set<String> names = new TreeSet<>();
    Stream.concat(SERVICE.publicRoutes().stream(), SERVICE.internalRoutes().stream())
        .forEach(route -> names.addAll(parameters(route)));
    assertThat(names).contains(SECRET, "id");
    names.remove(SECRET);
    assertThat(NO_SECRETS).containsAll(names);
  }

  @Test
  void no_secret_of_a_path_is_logged_whatever_the_answer_is() {
    List<String> walked =
        Stream.concat(
                walk(SERVICE.publicRoutes(), SERVICE.baseUrl()),
                walk(SERVICE.internalRoutes(), SERVICE.internalUrl()))
            .toList();
    assertThat(walked)
        .contains(
            "/pay/:paymentId/:linkToken",
            "/refund/:linkToken",
            "/dashboard/reset/:linkToken",
            "/admin/desk/join/:linkToken");
    Browser.ofPages(SERVICE.baseUrl()).get("/refund/" + VALUE).expect(404);
    Await.until(
        "all are logged",
        () ->
            SERVICE.logged().lines().filter(line -> line.contains("ACCESS")).count()
                > walked.size());
    assertThat(SERVICE.logged()).contains("/refund/", "/dashboard/reset/").doesNotContain(VALUE);
  }

  private static Stream<String> walk(List<Route> routes, URI base) {
    return routes.stream()
        .filter(route -> parameters(route).contains(SECRET))
        .filter(route -> Set.of("GET", "POST", "PUT", "DELETE").contains(route.method()))
        .peek(
            route ->
                Browser.ofPages(base)
                    .with("Content-Type", "application/x-www-form-urlencoded")
                    .send(route.method(), path(route), route.method().equals("GET") ? "" : "a=b"))
        .map(Route::template);
  }

  private static String path(Route route) {
    return PARAMETER
        .matcher(route.template().replace("*", "x"))
        .replaceAll(found -> '/' + (found.group(1).equals(SECRET) ? VALUE : "x"));
  }

  private static List<String> parameters(Route route) {
    return PARAMETER
        .matcher(route.template())
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }
}

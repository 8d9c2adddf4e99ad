package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.operator.account.OperatorRole;
import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Walks every call and form by which an operator changes something: each counts for its session, so
 * that a stolen one, or a program that runs wild, fills neither logs nor mailboxes.
 */
final class OperatorLimitTest {
  private static final int ATTEMPTS = 50;

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);

  @Test
  void every_change_by_an_operator_counts_for_the_session() {
    OperatorCrew.Member admin = CREW.join(OperatorRole.admin);
    Browser calls = admin.calls();
    Browser desk =
        Browser.ofPages(SERVICE.internalUrl()).withCookie("paylink_desk=" + admin.token());
    BooleanSupplier usedUp = () -> calls.post("/admin/reauthenticate", "{}").status() == 429;
    drain(usedUp);
    Set<String> unlimited = new TreeSet<>();
    List<Route> routes =
        SERVICE.internalRoutes().stream()
            .filter(route -> route.template().startsWith("/admin"))
            .filter(route -> Set.of("POST", "PUT", "DELETE").contains(route.method()))
            .filter(route -> !OperatorFreshnessTest.AT_THE_DOOR.contains(name(route)))
            .toList();
    assertThat(routes).hasSizeGreaterThan(40);
    for (Route route : routes) {
      boolean isForm = route.template().startsWith("/admin/desk");
      String path = route.template().replaceAll(":[a-zA-Z]+", "none");
      if (!isLimited(usedUp, () -> (isForm ? desk : calls).send(route.method(), path, ""))) {
        unlimited.add(name(route));
      }
    }
    assertThat(unlimited).isEmpty();
    CREW.join(OperatorRole.viewer).calls().post("/admin/logout").expect(204); // another session
  }

  /** A budget refills all the time, so a call may get through; one without a limit always does. */
  private static boolean isLimited(BooleanSupplier usedUp, Supplier<Reply> call) {
    for (int i = 0; i < ATTEMPTS; i++) {
      drain(usedUp);
      if (call.get().status() == 429) {
        return true;
      }
    }
    return false;
  }

  private static void drain(BooleanSupplier usedUp) {
    for (int i = 0; !usedUp.getAsBoolean(); i++) {
      assertThat(i).isLessThan(10 * Limit.OPERATOR_CHANGES.most());
    }
  }

  private static String name(Route route) {
    return route.method() + ' ' + route.template();
  }
}

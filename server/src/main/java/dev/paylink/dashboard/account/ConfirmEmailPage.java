package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Failure;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The page behind the link that proves an e-mail address. Opening it changes nothing: mail servers
 * open links too. Its buttons do.
 */
public record ConfirmEmailPage(DashboardDoor door, ConfirmEmail confirmEmail) {
  /** What the page shows. */
  public enum Step {
    ASK("confirmemail.title"),
    CONFIRMED("confirmemail.donetitle"),
    RELEASED("confirmemail.freetitle"),
    GONE("gone.title");

    private final String title;

    Step(String title) {
      this.title = title;
    }
  }

  public record View(
      Panel panel, Step step, String email, String confirmPath, String releasePath) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.CONFIRM_EMAIL, this::show),
        door.openForm(DashboardPaths.CONFIRM_EMAIL, request -> press(request, Step.CONFIRMED)),
        door.openForm(DashboardPaths.RELEASE_EMAIL, request -> press(request, Step.RELEASED)),
        door.unprovenForm(
            Role.viewer,
            Guard.NONE,
            DashboardPaths.SEND_CONFIRMATION,
            visit -> {
              confirmEmail.sendAgain(visit.signedIn());
              return Answer.seeOther(DashboardPaths.HOME.to());
            }));
  }

  private Answer show(Request request) {
    String email = confirmEmail.find(door.linkToken(request));
    return email == null
        ? Answer.htmlNotFound(draw(request, Step.GONE, null))
        : Answer.html(draw(request, Step.ASK, email));
  }

  private Answer press(Request request, Step step) {
    try {
      if (step == Step.CONFIRMED) {
        confirmEmail.confirm(door.linkToken(request), request.source());
      } else {
        confirmEmail.release(door.linkToken(request), request.source());
      }
    } catch (Refused | Rejection gone) {
      return Failure.refusal(gone).asPage(draw(request, Step.GONE, null));
    }
    return Answer.html(draw(request, step, null));
  }

  private byte[] draw(Request request, Step step, @Nullable String email) {
    View view =
        new View(
            door.openPanel(request, step.title),
            step,
            Objects.requireNonNullElse(email, ""),
            path(request, DashboardPaths.CONFIRM_EMAIL),
            path(request, DashboardPaths.RELEASE_EMAIL));
    return door.pages().draw("confirm-email", view);
  }

  private String path(Request request, PagePath path) {
    return path.to(door.linkToken(request).reveal());
  }
}

package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Failure;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import java.util.List;

/**
 * The page behind the link of a letter that freezes the account. Opening it changes nothing: mail
 * servers open links too. Its button does.
 */
public record FreezePage(DashboardDoor door, FreezeAccount freezeAccount) {
  /** What the page shows. */
  public enum Step {
    ASK("freeze.title"),
    DONE("freeze.donetitle"),
    GONE("gone.title");

    private final String title;

    Step(String title) {
      this.title = title;
    }
  }

  public record View(Panel panel, Step step, String path) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.FREEZE, this::show),
        door.openForm(DashboardPaths.FREEZE, this::freeze));
  }

  private Answer show(Request request) {
    return freezeAccount.works(door.linkToken(request))
        ? Answer.html(draw(request, Step.ASK))
        : Answer.htmlNotFound(draw(request, Step.GONE));
  }

  private Answer freeze(Request request) {
    try {
      freezeAccount.byLink(door.linkToken(request), request.source());
    } catch (Refused | Rejection gone) {
      return Failure.refusal(gone).asPage(draw(request, Step.GONE));
    }
    return Answer.html(draw(request, Step.DONE));
  }

  private byte[] draw(Request request, Step step) {
    String path = DashboardPaths.FREEZE.to(door.linkToken(request).reveal());
    return door.pages().draw("freeze", new View(door.openPanel(request, step.title), step, path));
  }
}

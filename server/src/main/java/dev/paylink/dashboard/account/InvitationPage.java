package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.team.Invitations;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The page of an invitation's link: choose a password and join. */
public final class InvitationPage {
  private final DashboardDoor door;
  private final Accounts accounts;

  public InvitationPage(DashboardDoor door, Accounts accounts) {
    this.door = door;
    this.accounts = accounts;
  }

  /** {@code invitation} is null if the link is no longer valid. */
  public record View(Panel panel, Form form, @Nullable Invitation invitation, String path) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.INVITATION, this::show),
        door.openForm(DashboardPaths.INVITATION, this::accept));
  }

  private Answer show(Request request) {
    Invitation invitation = accounts.invitations().find(token(request));
    byte[] page = draw(request, Form.EMPTY, invitation);
    return invitation == null ? Answer.htmlNotFound(page) : Answer.html(page);
  }

  private Answer accept(Request request) {
    Secret token = token(request);
    Invitation invitation = accounts.invitations().find(token);
    if (invitation == null) {
      return Answer.htmlNotFound(draw(request, Form.EMPTY, null));
    }
    Form form = Form.EMPTY.withSecret(request, "password");
    return form.attempt(
        () -> {
          Secret password = MerchantForms.newPassword(form.fields());
          Invitations.Accepted accepted =
              accounts.invitations().accept(token, password, accounts.sessions().visitor(request));
          return door.welcome(
              request,
              accepted.signedIn().merchantId(),
              accepted.sessionToken(),
              DashboardPaths.HOME.to());
        },
        again -> draw(request, again, invitation));
  }

  private byte[] draw(Request request, Form form, @Nullable Invitation invitation) {
    Panel panel =
        door.openPanel(request, invitation == null ? "invitation.gonetitle" : "invitation.title");
    String path = DashboardPaths.INVITATION.to(token(request).reveal());
    return door.pages().draw("invitation", new View(panel, form, invitation, path));
  }

  private static Secret token(Request request) {
    return new Secret(request.parameter("linkToken"));
  }
}

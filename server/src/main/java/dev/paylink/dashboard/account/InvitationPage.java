package dev.paylink.dashboard.account;

import dev.paylink.account.Invitation;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.web.AccountForms;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The page of an invitation's link: choose a password and join. */
public record InvitationPage(
    DashboardDoor door, Invitations invitations, MerchantSessions sessions) {
  /** {@code invitation} is null if the link is no longer valid. */
  public record View(Panel panel, Form form, @Nullable Invitation invitation, String path) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.INVITATION, this::show),
        door.openForm(DashboardPaths.INVITATION, this::accept));
  }

  private Answer show(Request request) {
    Invitation invitation = invitations.find(door.linkToken(request));
    byte[] page = draw(request, Form.EMPTY, invitation);
    return invitation == null ? Answer.htmlNotFound(page) : Answer.html(page);
  }

  private Answer accept(Request request) {
    Secret token = door.linkToken(request);
    Invitation invitation = invitations.find(token);
    if (invitation == null) {
      return Answer.htmlNotFound(draw(request, Form.EMPTY, null));
    }
    Form form = Form.EMPTY.withSecret(request, "password");
    return form.attempt(
        () -> {
          Secret password = AccountForms.newPassword(form.fields());
          return door.welcome(
              request,
              invitations.accept(
                  new Invitations.Acceptance(token, null, password), sessions.visitor(request)),
              DashboardPaths.HOME.to());
        },
        again -> draw(request, again, invitation));
  }

  private byte[] draw(Request request, Form form, @Nullable Invitation invitation) {
    Panel panel =
        door.openPanel(request, invitation == null ? "invitation.gonetitle" : "invitation.title");
    String path = DashboardPaths.INVITATION.to(door.linkToken(request).reveal());
    return door.pages().draw("invitation", new View(panel, form, invitation, path));
  }
}

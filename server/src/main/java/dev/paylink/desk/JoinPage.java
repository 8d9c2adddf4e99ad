package dev.paylink.desk;

import dev.paylink.account.Invitation;
import dev.paylink.operator.OperatorForms;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The page of an invitation's link: choose a name and a password, and become an operator. */
record JoinPage(DeskDoor door, Operators operators) {
  /** {@code invitation} is null if the link is no longer valid. */
  record View(Panel panel, Form form, @Nullable Invitation invitation, String path) {}

  List<Route> routes() {
    return List.of(
        door.openPage(DeskPaths.JOIN, this::show), door.openForm(DeskPaths.JOIN, this::accept));
  }

  private Answer show(Request request) {
    Invitation invitation = operators.invitations().find(door.linkToken(request));
    byte[] page = draw(request, Form.EMPTY, invitation);
    return invitation == null ? Answer.htmlNotFound(page) : Answer.html(page);
  }

  private Answer accept(Request request) {
    Secret token = door.linkToken(request);
    Invitation invitation = operators.invitations().find(token);
    if (invitation == null) {
      return Answer.htmlNotFound(draw(request, Form.EMPTY, null));
    }
    Form form = Form.of(request, "name").withSecret(request, "password");
    return form.attempt(
        () ->
            door.welcome(
                request,
                OperatorSessions.Opened.of(
                    operators
                        .invitations()
                        .accept(
                            OperatorForms.acceptance(token, invitation.email(), form.fields()),
                            DeskSessions.visitor(request))),
                DeskPaths.HOME.to()),
        again -> draw(request, again, invitation));
  }

  private byte[] draw(Request request, Form form, @Nullable Invitation invitation) {
    String title = invitation == null ? "This invitation is no longer valid" : "Join the operators";
    String path = DeskPaths.JOIN.to(door.linkToken(request).reveal());
    return door.pages().draw("join", new View(door.pages().panel(title), form, invitation, path));
  }
}

package dev.paylink.desk;

import dev.paylink.merchant.operator.OperatorCalls;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.OwnPath;
import dev.paylink.platform.web.Panel;
import java.util.List;

/** Sign-in with the admin token, and sign-out. The token itself is in no cookie. */
final class OperatorSignInPage {
  private static final String TOKEN = "token";

  private final DeskDoor door;
  private final DeskSessions sessions;
  private final OperatorCalls operator;

  OperatorSignInPage(DeskDoor door, DeskSessions sessions, OperatorCalls operator) {
    this.door = door;
    this.sessions = sessions;
    this.operator = operator;
  }

  /** {@code next} is the path to go to after sign-in. */
  record View(Panel panel, Form form, String next) {}

  List<Route> routes() {
    return List.of(
        door.openPage(DeskPaths.SIGN_IN, this::show),
        door.openForm(DeskPaths.SIGN_IN, this::signIn),
        door.openForm(DeskPaths.SIGN_OUT, request -> signOut()));
  }

  private Answer show(Request request) {
    String next = DeskPaths.OWN.orHome(request.query(OwnPath.NEXT));
    return sessions.until(request) == null
        ? Answer.html(draw(Form.EMPTY, next))
        : Answer.seeOther(next);
  }

  private Answer signIn(Request request) {
    Form form = Form.of(request).withSecret(request, TOKEN);
    String next = DeskPaths.OWN.orHome(FormBody.field(request, OwnPath.NEXT));
    return form.attempt(() -> open(request, next), again -> draw(again, next));
  }

  private Answer open(Request request, String next) {
    String token = FormBody.field(request, TOKEN).strip(); // pasting often adds blanks
    if (token.isEmpty()) {
      throw new Refused(Problem.invalidField(TOKEN, "is required"));
    }
    if (!operator.admits(token, request.source())) {
      throw new Refused(Problem.invalidField(TOKEN, "is not correct"));
    }
    request.actor("operator");
    return Answer.seeOther(next).with(Headers.SET_COOKIE, sessions.begin());
  }

  private Answer signOut() {
    return Answer.seeOther(DeskPaths.SIGN_IN.to()).with(Headers.SET_COOKIE, sessions.end());
  }

  private byte[] draw(Form form, String next) {
    return door.pages().draw("sign-in", new View(door.pages().panel("Sign in"), form, next));
  }
}

package dev.paylink.desk;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.web.AccountForms;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.BrowserName;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Adds, names and removes an operator's passkeys. Making one needs the browser's script. */
final class DeskPasskeyPage {
  private final DeskDoor door;
  private final MyAccountPage account;
  private final ManagePasskeys passkeys;

  DeskPasskeyPage(DeskDoor door, MyAccountPage account, ManagePasskeys passkeys) {
    this.door = door;
    this.account = account;
    this.passkeys = passkeys;
  }

  /** {@code options} is for the script: what the browser makes the passkey from. */
  record View(Panel panel, Form form, String options) {}

  List<Route> routes() {
    return List.of(
        door.form(Permission.OWN, DeskPaths.PASSKEY_NEW, this::begin),
        door.form(Permission.OWN, DeskPaths.PASSKEYS, this::add),
        door.form(Permission.OWN, DeskPaths.PASSKEY_NAME, this::rename),
        door.form(Permission.OWN, DeskPaths.PASSKEY_REMOVE, this::remove));
  }

  private Answer begin(OperatorVisit visit) {
    String browser = BrowserName.of(visit.words(), visit.request().header(Headers.USER_AGENT));
    return Form.EMPTY.attempt(
        () -> Answer.html(draw(visit, Form.filled(Map.of("name", browser)))),
        again -> account.drawAgain(visit, again));
  }

  private Answer add(OperatorVisit visit) {
    Form form = Form.of(visit.request(), "name").withSecret(visit.request(), "credential");
    return form.attempt(
        () -> {
          AccountForms.PasskeyForm wish = AccountForms.newPasskey(form.fields());
          passkeys.add(visit.operator().requireFresh(), wish.name(), wish.credential());
          return DeskNotice.PASSKEY_ADDED.on(DeskSection.ACCOUNT);
        },
        again -> draw(visit, again));
  }

  private Answer rename(OperatorVisit visit) {
    String name = AccountForms.passkeyName(Form.of(visit.request(), "name").fields());
    passkeys.rename(visit.operator().requireAccount(), visit.request().parameter("id"), name);
    return DeskNotice.PASSKEY_RENAMED.on(DeskSection.ACCOUNT);
  }

  private Answer remove(OperatorVisit visit) {
    return Form.EMPTY.attempt(
        () -> {
          passkeys.remove(visit.operator().requireFresh(), visit.request().parameter("id"));
          return DeskNotice.PASSKEY_REMOVED.on(DeskSection.ACCOUNT);
        },
        again -> account.drawAgain(visit, again));
  }

  private byte[] draw(OperatorVisit visit, Form form) {
    Panel panel = visit.panel(DeskSection.ACCOUNT, "Add a passkey");
    byte[] options = passkeys.options(visit.operator().requireFresh());
    return visit.draw(
        "passkey-new", new View(panel, form, new String(options, StandardCharsets.UTF_8)));
  }
}

package dev.paylink.dashboard.account;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.web.AccountForms;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.BrowserName;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Adds, names and removes a user's passkeys. Making one needs the browser's script. */
public final class PasskeyPage {
  private final DashboardDoor door;
  private final ManagePasskeys passkeys;

  public PasskeyPage(DashboardDoor door, ManagePasskeys passkeys) {
    this.door = door;
    this.passkeys = passkeys;
  }

  /** {@code options} is for the script: what the browser makes the passkey from. */
  public record View(Panel panel, Form form, String options) {}

  public List<Route> routes() {
    return List.of(
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.PASSKEY_NEW, this::begin),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.PASSKEYS, this::add),
        door.form(Role.viewer, DashboardPaths.PASSKEY_NAME, this::rename),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.PASSKEY_REMOVE, this::remove));
  }

  private Answer begin(MerchantVisit visit) {
    String browser = BrowserName.of(visit.words(), visit.request().header(Headers.USER_AGENT));
    return Answer.html(draw(visit, Form.filled(Map.of("name", browser))));
  }

  private Answer add(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "name").withSecret(visit.request(), "credential");
    return form.attempt(
        () -> {
          AccountForms.PasskeyForm wish = AccountForms.newPasskey(form.fields());
          passkeys.add(visit.signedIn(), wish.name(), wish.credential());
          return DashboardNotice.PASSKEY_ADDED.on(DashboardSection.SECURITY);
        },
        again -> draw(visit, again));
  }

  private Answer rename(MerchantVisit visit) {
    String name = AccountForms.passkeyName(Form.of(visit.request(), "name").fields());
    passkeys.rename(visit.signedIn(), visit.request().parameter("id"), name);
    return DashboardNotice.PASSKEY_RENAMED.on(DashboardSection.SECURITY);
  }

  private Answer remove(MerchantVisit visit) {
    passkeys.remove(visit.signedIn(), visit.request().parameter("id"));
    return DashboardNotice.PASSKEY_REMOVED.on(DashboardSection.SECURITY);
  }

  private byte[] draw(MerchantVisit visit, Form form) {
    Panel panel = visit.panel(DashboardSection.SECURITY, visit.words().get("passkeynew.title"));
    String options = new String(passkeys.options(visit.signedIn()), StandardCharsets.UTF_8);
    return visit.draw("passkey-new", new View(panel, form, options));
  }
}

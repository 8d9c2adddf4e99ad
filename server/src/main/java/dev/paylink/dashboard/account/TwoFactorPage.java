package dev.paylink.dashboard.account;

import dev.paylink.account.signin.TwoFactor;
import dev.paylink.account.web.AccountForms;
import dev.paylink.checkout.QrCode;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sets up a second factor: a secret for the authenticator, a code that proves that it has the
 * secret, then the recovery codes. The secret and the codes are each shown only on the page that
 * answers their creation.
 */
public final class TwoFactorPage {
  private final DashboardDoor door;
  private final TwoFactor twoFactor;

  public TwoFactorPage(DashboardDoor door, TwoFactor twoFactor) {
    this.door = door;
    this.twoFactor = twoFactor;
  }

  /**
   * {@code shown} is null after a wrong code was typed: the authenticator has the secret by then.
   */
  public record View(Panel panel, Form form, @Nullable DeskFormat shown) {}

  /** {@code qr} is the QR code of an address that we made from letters and digits only. */
  public record DeskFormat(String secret, String qr) {}

  public record CodesView(Panel panel, List<String> codes) {}

  public List<Route> routes() {
    return List.of(
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.TWO_FACTOR, this::begin),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.TWO_FACTOR_CONFIRM, this::confirm),
        door.form(Role.viewer, Guard.PROOF, DashboardPaths.RECOVERY_CODES, this::renewCodes));
  }

  private Answer begin(MerchantVisit visit) {
    TwoFactor.Begun begun = twoFactor.begin(visit.signedIn());
    byte[] svg = QrCode.svg(begun.otpauthUrl().reveal());
    DeskFormat shown =
        new DeskFormat(
            begun.secret().reveal().replaceAll("(.{4})(?=.)", "$1 "),
            new String(svg, StandardCharsets.UTF_8));
    return Answer.html(draw(visit, Form.EMPTY, shown));
  }

  private Answer confirm(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "code");
    return form.attempt(
        () -> {
          List<Secret> codes =
              twoFactor.confirm(visit.signedIn(), AccountForms.code(form.fields()));
          return show(visit, codes);
        },
        again -> draw(visit, again, null));
  }

  private Answer renewCodes(MerchantVisit visit) {
    return show(visit, twoFactor.renewCodes(visit.signedIn()));
  }

  private static Answer show(MerchantVisit visit, List<Secret> codes) {
    Panel panel = visit.panel(DashboardSection.SECURITY, visit.words().get("recovery.title"));
    List<String> shown = codes.stream().map(Secret::reveal).toList();
    return Answer.html(visit.draw("recovery-codes", new CodesView(panel, shown)));
  }

  private static byte[] draw(MerchantVisit visit, Form form, @Nullable DeskFormat shown) {
    Panel panel = visit.panel(DashboardSection.SECURITY, visit.words().get("twofactor.title"));
    return visit.draw("two-factor", new View(panel, form, shown));
  }
}

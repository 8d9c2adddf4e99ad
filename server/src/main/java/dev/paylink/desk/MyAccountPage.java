package dev.paylink.desk;

import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.passkey.Passkey;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.account.signin.TwoFactor;
import dev.paylink.account.web.AccountForms;
import dev.paylink.checkout.QrCode;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.BrowserName;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operator's own password, second factor, passkeys and sessions, for every role. Whoever holds
 * the admin token sees the sessions that it opened.
 */
final class MyAccountPage {
  private final DeskDoor door;
  private final Operators operators;

  MyAccountPage(DeskDoor door, Operators operators) {
    this.door = door;
    this.operators = operators;
  }

  /**
   * {@code account} and {@code twoFactor} are null for the admin token; {@code off} is the form
   * that switches the second factor off; {@code passkeys} is null where browsers allow none, {@code
   * passkey} has what is wrong with a change of one.
   */
  record View(
      Panel panel,
      @Nullable String news,
      @Nullable AccountSession account,
      TwoFactor.@Nullable State twoFactor,
      boolean factorRequired,
      List<BrowserSession> sessions,
      @Nullable List<Passkey> passkeys,
      Form password,
      Form off,
      Form passkey) {

    String browser(BrowserSession session) {
      return BrowserName.of(Panel.ENGLISH, session.userAgent());
    }
  }

  /** {@code shown} is null after a wrong code: the authenticator has the secret by then. */
  record FactorView(Panel panel, Form form, @Nullable NewSecret shown) {}

  /** {@code qr} is the QR code of an address that we made from letters and digits only. */
  record NewSecret(String secret, String qr) {}

  record CodesView(Panel panel, List<String> codes) {}

  List<Route> routes() {
    return List.of(
        door.page(
            Permission.OWN,
            DeskPaths.ACCOUNT,
            visit -> Answer.html(draw(visit, Form.EMPTY, Form.EMPTY))),
        door.form(Permission.OWN, DeskPaths.PASSWORD, this::changePassword),
        door.form(Permission.OWN, DeskPaths.TWO_FACTOR, this::beginTwoFactor),
        door.form(Permission.OWN, DeskPaths.TWO_FACTOR_CONFIRM, this::confirmTwoFactor),
        door.form(Permission.OWN, DeskPaths.TWO_FACTOR_OFF, this::endTwoFactor),
        door.form(Permission.OWN, DeskPaths.RECOVERY_CODES, this::renewCodes),
        door.form(Permission.OWN, DeskPaths.SESSION_END, this::endSession));
  }

  private Answer changePassword(OperatorVisit visit) {
    Form form =
        Form.EMPTY
            .withSecret(visit.request(), "currentPassword")
            .withSecret(visit.request(), "newPassword");
    return form.attempt(
        () -> {
          AccountForms.PasswordForm change = AccountForms.passwordChange(form.fields());
          operators
              .self()
              .passwords()
              .change(
                  visit.operator().requireAccount(),
                  change.currentPassword(),
                  change.newPassword());
          return DeskNotice.PASSWORD.on(DeskSection.ACCOUNT);
        },
        again -> draw(visit, again, Form.EMPTY));
  }

  private Answer beginTwoFactor(OperatorVisit visit) {
    TwoFactor.Begun begun = twoFactor().begin(visit.operator().requireAccount());
    byte[] svg = QrCode.svg(begun.otpauthUrl().reveal());
    NewSecret shown =
        new NewSecret(
            begun.secret().reveal().replaceAll("(.{4})(?=.)", "$1 "),
            new String(svg, StandardCharsets.UTF_8));
    return Answer.html(drawFactor(visit, Form.EMPTY, shown));
  }

  private Answer confirmTwoFactor(OperatorVisit visit) {
    Form form = Form.of(visit.request(), "code");
    return form.attempt(
        () -> {
          Secret code = AccountForms.code(form.fields());
          return show(visit, twoFactor().confirm(visit.operator().requireAccount(), code));
        },
        again -> drawFactor(visit, again, null));
  }

  private Answer endTwoFactor(OperatorVisit visit) {
    Form form = Form.EMPTY.withSecret(visit.request(), "password");
    return form.attempt(
        () -> {
          twoFactor().end(visit.operator().requireAccount(), AccountForms.password(form.fields()));
          return DeskNotice.TWO_FACTOR_OFF.on(DeskSection.ACCOUNT);
        },
        again -> draw(visit, Form.EMPTY, again));
  }

  private Answer renewCodes(OperatorVisit visit) {
    return show(visit, twoFactor().renewCodes(visit.operator().requireAccount()));
  }

  private Answer endSession(OperatorVisit visit) {
    operators.sessions().end(visit.operator(), visit.request().parameter("id"));
    return DeskNotice.SESSION_ENDED.on(DeskSection.ACCOUNT);
  }

  private ManagePasskeys passkeys() {
    return operators.self().passkeys();
  }

  private TwoFactor twoFactor() {
    return operators.self().twoFactor();
  }

  private static Answer show(OperatorVisit visit, List<Secret> codes) {
    Panel panel = visit.panel(DeskSection.ACCOUNT, "Your recovery codes");
    List<String> shown = codes.stream().map(Secret::reveal).toList();
    return Answer.html(visit.draw("recovery-codes", new CodesView(panel, shown)));
  }

  private static byte[] drawFactor(OperatorVisit visit, Form form, @Nullable NewSecret shown) {
    Panel panel = visit.panel(DeskSection.ACCOUNT, "Set up a second factor");
    return visit.draw("two-factor", new FactorView(panel, form, shown));
  }

  /** Draws the page again after a change of a passkey that was refused. */
  byte[] drawAgain(OperatorVisit visit, Form passkey) {
    return draw(visit, Form.EMPTY, Form.EMPTY, passkey);
  }

  private byte[] draw(OperatorVisit visit, Form password, Form off) {
    return draw(visit, password, off, Form.EMPTY);
  }

  private byte[] draw(OperatorVisit visit, Form password, Form off, Form passkey) {
    ActingOperator operator = visit.operator();
    return visit.draw(
        "account",
        new View(
            visit.panel(DeskSection.ACCOUNT),
            visit.news(),
            operator.account(),
            operator.account() == null ? null : twoFactor().read(operator.requireAccount()),
            operators.factorRequired(),
            operators.sessions().list(operator),
            operator.account() != null && passkeys().arePossible()
                ? passkeys().list(operator.requireAccount())
                : null,
            password,
            off,
            passkey));
  }
}

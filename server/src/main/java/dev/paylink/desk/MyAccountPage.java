package dev.paylink.desk;

import dev.paylink.account.Member;
import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.passkey.Passkey;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.account.signin.TwoFactor;
import dev.paylink.account.web.SecurityForms;
import dev.paylink.checkout.QrCode;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.BrowserName;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An operator's own password, second factor, passkeys and sessions, for every role. The holder of
 * the admin token sees the sessions that it opened.
 */
record MyAccountPage(DeskDoor door, Operators operators)
    implements SecurityForms.Frame<OperatorVisit> {
  private static final Map<String, String> TITLES =
      Map.of(
          "twofactor.title", "Set up a second factor",
          "recovery.title", "Your recovery codes",
          "passkeynew.title", "Add a passkey");

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

  List<Route> routes() {
    List<Route> routes =
        new ArrayList<>(
            new SecurityForms<>(this, operators.self(), QrCode::svg)
                .routes(
                    new SecurityForms.Paths(
                        DeskPaths.PASSWORD,
                        DeskPaths.TWO_FACTOR,
                        DeskPaths.TWO_FACTOR_CONFIRM,
                        DeskPaths.TWO_FACTOR_OFF,
                        DeskPaths.RECOVERY_CODES,
                        DeskPaths.PASSKEY_NEW,
                        DeskPaths.PASSKEYS,
                        DeskPaths.PASSKEY_NAME,
                        DeskPaths.PASSKEY_REMOVE)));
    routes.add(
        door.page(
            Permission.OWN,
            DeskPaths.ACCOUNT,
            visit -> Answer.html(draw(visit, SecurityForms.Forms.EMPTY))));
    routes.add(form(DeskPaths.SESSION_END, SecurityForms.Proof.RECENT, this::endSession));
    return routes;
  }

  private Answer endSession(OperatorVisit visit) {
    operators.sessions().end(visit.operator(), visit.request().parameter("id"));
    return DeskNotice.SESSION_ENDED.on(DeskSection.ACCOUNT);
  }

  private ManagePasskeys passkeys() {
    return operators.self().passkeys();
  }

  @Override
  public Route form(
      PagePath path, SecurityForms.Proof proof, Function<OperatorVisit, Answer> room) {
    return door.form(Permission.OWN, proof, path, room);
  }

  @Override
  public Member member(OperatorVisit visit) {
    return visit.operator().requireAccount();
  }

  @Override
  public Member fresh(OperatorVisit visit) {
    return visit.operator().requireFresh();
  }

  @Override
  public Panel panel(OperatorVisit visit, String titleKey) {
    return visit.panel(DeskSection.ACCOUNT, Objects.requireNonNull(TITLES.get(titleKey)));
  }

  @Override
  public Answer done(SecurityForms.Done done) {
    return DeskNotice.valueOf(done.name()).on(DeskSection.ACCOUNT);
  }

  @Override
  public Answer attempt(OperatorVisit visit, Supplier<Answer> work) {
    return Form.EMPTY.attempt(
        work, again -> draw(visit, new SecurityForms.Forms(Form.EMPTY, Form.EMPTY, again)));
  }

  @Override
  public byte[] draw(OperatorVisit visit, SecurityForms.Forms forms) {
    ActingOperator operator = visit.operator();
    AccountSession account = operator.account();
    return visit.draw(
        "account",
        new View(
            visit.panel(DeskSection.ACCOUNT),
            visit.news(),
            account,
            account == null ? null : operators.self().twoFactor().read(account),
            operators.factorRequired(),
            operators.sessions().list(operator),
            account != null && passkeys().arePossible() ? passkeys().list(account) : null,
            forms.password(),
            forms.off(),
            forms.passkey()));
  }
}

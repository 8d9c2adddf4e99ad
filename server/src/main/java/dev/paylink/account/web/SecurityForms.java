package dev.paylink.account.web;

import dev.paylink.account.Member;
import dev.paylink.account.passkey.ManagePasskeys;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.TwoFactor;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.BrowserName;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.PanelVisit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes a person's own password, second factor and passkeys, in whichever panel. A second factor
 * is set up with a secret for the authenticator, a code that proves that it has the secret, then
 * the recovery codes; the secret and the codes are each shown only on the page that answers their
 * creation. What begins or removes a second factor or a passkey, or makes recovery codes, needs a
 * proof in the same request, and nothing else makes a challenge for a new passkey. Making one needs
 * the browser's script.
 */
public final class SecurityForms<V extends PanelVisit> {
  private final Frame<V> frame;
  private final TwoFactor twoFactor;
  private final ManagePasskeys passkeys;
  private final AccountSelfService self;
  private final Function<String, byte[]> qrCode;

  /**
   * Prepares the forms of a panel.
   *
   * @param qrCode draws an address as an SVG image
   */
  public SecurityForms(Frame<V> frame, AccountSelfService self, Function<String, byte[]> qrCode) {
    this.frame = frame;
    this.twoFactor = self.twoFactor();
    this.passkeys = self.passkeys();
    this.self = self;
    this.qrCode = qrCode;
  }

  /** What a form has done; the notices of a panel have the same names. */
  public enum Done {
    PASSWORD,
    TWO_FACTOR_OFF,
    PASSKEY_ADDED,
    PASSKEY_RENAMED,
    PASSKEY_REMOVED
  }

  /** The forms of the page, of which one may have been refused. */
  public record Forms(Form password, Form off, Form passkey) {
    public static final Forms EMPTY = new Forms(Form.EMPTY, Form.EMPTY, Form.EMPTY);
  }

  /** The proof of the person that a form needs. */
  public enum Proof {
    NONE,
    /** A short while ago. */
    RECENT,
    /** In the same request. */
    NOW
  }

  /** What differs from panel to panel. */
  public interface Frame<V> {
    /** Returns the route of a form, behind a proof of the person where it asks for one. */
    Route form(PagePath path, Proof proof, Function<V, Answer> room);

    /** Returns the person; refuses somebody without an account. */
    Member member(V visit);

    /** Returns the person who was proven a short while ago; refuses others. */
    Member fresh(V visit);

    /** Begins a page of the account, with the title of this key. */
    Panel panel(V visit, String titleKey);

    /** Draws the page with all forms. */
    byte[] draw(V visit, Forms forms);

    /** Goes back to the page, which says what was done. */
    Answer done(Done done);

    /** Returns what the work answers, or the page that says why it was refused. */
    default Answer attempt(V visit, Supplier<Answer> work) {
      return work.get();
    }
  }

  /** Where the forms go. */
  public record Paths(
      PagePath password,
      PagePath twoFactor,
      PagePath twoFactorConfirm,
      PagePath twoFactorOff,
      PagePath recoveryCodes,
      PagePath passkeyNew,
      PagePath passkeys,
      PagePath passkeyName,
      PagePath passkeyRemove) {}

  /** {@code shown} is null after a wrong code: the authenticator has the secret by then. */
  public record FactorView(Panel panel, Form form, @Nullable NewSecret shown) {}

  /** {@code qr} is the QR code of an address that we made from letters and digits only. */
  public record NewSecret(String secret, String qr) {}

  public record CodesView(Panel panel, List<String> codes) {}

  /** {@code options} is for the script: what the browser makes the passkey from. */
  public record PasskeyView(Panel panel, Form form, String options) {}

  public List<Route> routes(Paths paths) {
    return List.of(
        frame.form(paths.password, Proof.RECENT, this::changePassword),
        frame.form(paths.twoFactor, Proof.NOW, this::beginTwoFactor),
        frame.form(paths.twoFactorConfirm, Proof.RECENT, this::confirmTwoFactor),
        frame.form(paths.twoFactorOff, Proof.NOW, this::endTwoFactor),
        frame.form(paths.recoveryCodes, Proof.NOW, this::renewCodes),
        frame.form(paths.passkeyNew, Proof.NOW, this::beginPasskey),
        frame.form(paths.passkeys, Proof.RECENT, this::addPasskey),
        frame.form(paths.passkeyName, Proof.NONE, this::renamePasskey),
        frame.form(paths.passkeyRemove, Proof.NOW, this::removePasskey));
  }

  private Answer changePassword(V visit) {
    Form form =
        Form.EMPTY
            .withSecret(visit.request(), "currentPassword")
            .withSecret(visit.request(), "newPassword");
    return form.attempt(
        () -> {
          AccountForms.PasswordForm change = AccountForms.passwordChange(form.fields());
          self.passwords()
              .change(frame.member(visit), change.currentPassword(), change.newPassword());
          return frame.done(Done.PASSWORD);
        },
        again -> frame.draw(visit, new Forms(again, Form.EMPTY, Form.EMPTY)));
  }

  private Answer beginTwoFactor(V visit) {
    TwoFactor.Begun begun = twoFactor.begin(frame.member(visit));
    byte[] svg = qrCode.apply(begun.otpauthUrl().reveal());
    NewSecret shown =
        new NewSecret(
            begun.secret().reveal().replaceAll("(.{4})(?=.)", "$1 "),
            new String(svg, StandardCharsets.UTF_8));
    return Answer.html(drawFactor(visit, Form.EMPTY, shown));
  }

  private Answer confirmTwoFactor(V visit) {
    Form form = Form.of(visit.request(), "code");
    return form.attempt(
        () -> {
          Secret code = AccountForms.code(form.fields());
          return show(visit, twoFactor.confirm(frame.member(visit), code));
        },
        again -> drawFactor(visit, again, null));
  }

  private Answer endTwoFactor(V visit) {
    return Form.EMPTY.attempt(
        () -> {
          twoFactor.end(frame.member(visit));
          return frame.done(Done.TWO_FACTOR_OFF);
        },
        again -> frame.draw(visit, new Forms(Form.EMPTY, again, Form.EMPTY)));
  }

  private Answer renewCodes(V visit) {
    return show(visit, twoFactor.renewCodes(frame.member(visit)));
  }

  private Answer show(V visit, List<Secret> codes) {
    List<String> shown = codes.stream().map(Secret::reveal).toList();
    return Answer.html(
        visit.draw("recovery-codes", new CodesView(frame.panel(visit, "recovery.title"), shown)));
  }

  private byte[] drawFactor(V visit, Form form, @Nullable NewSecret shown) {
    return visit.draw(
        "two-factor", new FactorView(frame.panel(visit, "twofactor.title"), form, shown));
  }

  private Answer beginPasskey(V visit) {
    String browser = BrowserName.of(visit.words(), visit.request().header(Headers.USER_AGENT));
    return frame.attempt(
        visit,
        () -> {
          byte[] options = passkeys.options(frame.fresh(visit));
          Form form = Form.filled(Map.of("name", browser));
          return Answer.html(drawPasskey(visit, form, new String(options, StandardCharsets.UTF_8)));
        });
  }

  private Answer addPasskey(V visit) {
    Form form = Form.of(visit.request(), "name").withSecret(visit.request(), "credential");
    // Those that the page was made with: another challenge needs another proof.
    String options = FormBody.field(visit.request(), "options");
    return form.attempt(
        () -> {
          AccountForms.PasskeyForm wish = AccountForms.newPasskey(form.fields());
          passkeys.add(frame.fresh(visit), wish.name(), wish.credential());
          return frame.done(Done.PASSKEY_ADDED);
        },
        again -> drawPasskey(visit, again, options));
  }

  private Answer renamePasskey(V visit) {
    String name = AccountForms.passkeyName(Form.of(visit.request(), "name").fields());
    passkeys.rename(frame.member(visit), visit.request().parameter("id"), name);
    return frame.done(Done.PASSKEY_RENAMED);
  }

  private Answer removePasskey(V visit) {
    return frame.attempt(
        visit,
        () -> {
          passkeys.remove(frame.fresh(visit), visit.request().parameter("id"));
          return frame.done(Done.PASSKEY_REMOVED);
        });
  }

  private byte[] drawPasskey(V visit, Form form, String options) {
    Panel panel = frame.panel(visit, "passkeynew.title");
    return visit.draw("passkey-new", new PasskeyView(panel, form, options));
  }
}

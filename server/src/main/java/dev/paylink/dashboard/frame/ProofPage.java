package dev.paylink.dashboard.frame;

import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.sso.MerchantSso;
import dev.paylink.merchant.user.Guard;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import java.time.Instant;
import java.util.function.Function;

/**
 * Asks a person whose last proof is too old for the password or a passkey, in place, and then goes
 * on with the form that was sent. A form that was kept for another session or address is refused.
 */
public final class ProofPage {
  private static final Answer GO_ON = Answer.noContent();

  private final AccountSelfService self;
  private final MerchantSso sso;
  private final KeptForm keptForm;

  ProofPage(AccountSelfService self, MerchantSso sso, Vault vault) {
    this.self = self;
    this.sso = sso;
    this.keptForm = new KeptForm(vault);
  }

  /**
   * {@code kept} is the encrypted form; {@code asksCode} tells whether an authenticator app is on,
   * {@code asksPasskey} whether there is a passkey, {@code offersSso} whether an identity provider
   * knows this person.
   */
  public record View(
      Panel panel,
      Form form,
      String kept,
      boolean asksCode,
      boolean asksPasskey,
      boolean offersSso) {}

  /** Answers with the room, or with the page that asks for a proof first. */
  Answer admit(MerchantVisit visit, Guard guard, Function<MerchantVisit, Answer> room) {
    guard.requireThawed(visit.signedIn());
    String kept = FormBody.field(visit.request(), KeptForm.FIELD);
    if (!kept.isEmpty()) {
      return goOn(visit, kept, guard, room);
    }
    if (guard.asksForProof(visit.signedIn())) {
      byte[] page = draw(visit, Form.EMPTY, keptForm.seal(visit, Instant.now()));
      return Problem.of(Guard.proofRequired()).asPage(page);
    }
    return room.apply(visit);
  }

  private Answer goOn(
      MerchantVisit visit, String kept, Guard guard, Function<MerchantVisit, Answer> room) {
    byte[] body = keptForm.open(kept, visit, Instant.now());
    if (body == null) {
      throw new Refused(Problem.badRequest("FORM_EXPIRED", Message.of("formexpired")));
    }
    if (guard.asksForProof(visit.signedIn())) { // not when the page is sent twice
      Answer answer = prove(visit, kept);
      if (answer != GO_ON) {
        return answer;
      }
    }
    visit.request().replaceBody(body);
    return room.apply(visit);
  }

  private Answer prove(MerchantVisit visit, String kept) {
    Form form =
        Form.EMPTY
            .withSecret(visit.request(), "password")
            .withSecret(visit.request(), "code")
            .withSecret(visit.request(), "passkey");
    return form.attempt(
        () -> {
          self.reauthenticate().handle(visit.signedIn(), AccountForms.proof(form.fields()));
          return GO_ON;
        },
        again -> draw(visit, again, kept));
  }

  private byte[] draw(MerchantVisit visit, Form form, String kept) {
    Panel panel = visit.panel(null, visit.words().get("prove.title"));
    boolean asksCode = self.twoFactor().read(visit.signedIn()).on();
    boolean asksPasskey = !self.passkeys().list(visit.signedIn()).isEmpty();
    boolean offersSso = sso.isPossible(visit.signedIn());
    return visit.draw("prove", new View(panel, form, kept, asksCode, asksPasskey, offersSso));
  }
}

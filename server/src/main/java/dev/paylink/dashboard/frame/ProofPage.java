package dev.paylink.dashboard.frame;

import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.sso.MerchantSso;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.SignedIn;
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
   * knows this person, {@code needsPassword} whether it does and its word is not enough here.
   */
  public record View(
      Panel panel,
      Form form,
      String kept,
      boolean asksCode,
      boolean asksPasskey,
      boolean offersSso,
      boolean needsPassword) {}

  /**
   * Answers with the room, or with the page that asks for a proof first.
   *
   * @param guardOf tells from the form itself what it needs
   */
  Answer admit(
      MerchantVisit visit,
      Function<MerchantVisit, Guard> guardOf,
      Function<MerchantVisit, Answer> room) {
    String kept = FormBody.field(visit.request(), KeptForm.FIELD);
    if (!kept.isEmpty()) {
      return goOn(visit, kept, guardOf, room);
    }
    Guard guard = guardOf.apply(visit);
    guard.requireThawed(visit.signedIn());
    if (guard.asksForProof(visit.signedIn())) {
      String sealed = keptForm.seal(visit, Instant.now());
      return Problem.of(Guard.proofRequired()).asPage(draw(visit, guard, Form.EMPTY, sealed));
    }
    return room.apply(visit);
  }

  private Answer goOn(
      MerchantVisit visit,
      String kept,
      Function<MerchantVisit, Guard> guardOf,
      Function<MerchantVisit, Answer> room) {
    byte[] body = keptForm.open(kept, visit, Instant.now());
    if (body == null) {
      throw new Refused(Problem.badRequest("FORM_EXPIRED", Message.of("formexpired")));
    }
    Form proof =
        Form.EMPTY
            .withSecret(visit.request(), "password")
            .withSecret(visit.request(), "code")
            .withSecret(visit.request(), "passkey");
    visit.request().replaceBody(body);
    Guard guard = guardOf.apply(visit);
    guard.requireThawed(visit.signedIn());
    if (guard.asksForProof(visit.signedIn())) { // a recent one not when the page is sent twice
      Answer answer = prove(visit, guard, proof, kept);
      if (answer != GO_ON) {
        return answer;
      }
    }
    return room.apply(visit);
  }

  private Answer prove(MerchantVisit visit, Guard guard, Form form, String kept) {
    return form.attempt(
        () -> {
          self.reauthenticate().handle(visit.signedIn(), AccountForms.proof(form.fields()));
          return GO_ON;
        },
        again -> draw(visit, guard, again, kept));
  }

  private byte[] draw(MerchantVisit visit, Guard guard, Form form, String kept) {
    Panel panel = visit.panel(null, visit.words().get("prove.title"));
    SignedIn person = visit.signedIn();
    boolean asksCode = self.twoFactor().read(person).on();
    boolean asksPasskey = !self.passkeys().list(person).isEmpty();
    boolean possible = sso.isPossible(person);
    boolean offersSso = possible && guard.takesProvidersWord(person);
    return visit.draw(
        "prove",
        new View(panel, form, kept, asksCode, asksPasskey, offersSso, possible && !offersSso));
  }
}

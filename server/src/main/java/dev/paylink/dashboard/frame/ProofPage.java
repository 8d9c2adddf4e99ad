package dev.paylink.dashboard.frame;

import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.web.AccountForms;
import dev.paylink.account.web.ProofForms;
import dev.paylink.ids.SessionId;
import dev.paylink.merchant.sso.MerchantSso;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.function.Function;

/** Asks a user for the password or a passkey before a form that needs a proof. */
public final class ProofPage {
  private final AccountSelfService self;
  private final MerchantSso sso;
  private final ProofForms forms;

  ProofPage(AccountSelfService self, MerchantSso sso, Vault vault) {
    this.self = self;
    this.sso = sso;
    this.forms = new ProofForms(vault);
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
    return forms.admit(visit, new Behind(guardOf), room);
  }

  /** What a guard asks for. */
  private final class Behind implements ProofForms.Frame<MerchantVisit> {
    private final Function<MerchantVisit, Guard> guardOf;

    Behind(Function<MerchantVisit, Guard> guardOf) {
      this.guardOf = guardOf;
    }

    @Override
    public boolean asks(MerchantVisit visit) {
      Guard guard = guardOf.apply(visit);
      guard.requireThawed(visit.signedIn());
      return guard.asksForProof(visit.signedIn());
    }

    @Override
    public SessionId session(MerchantVisit visit) {
      return visit.signedIn().sessionId();
    }

    @Override
    public Rejection required() {
      return Guard.proofRequired();
    }

    @Override
    public Form read(MerchantVisit visit) {
      return AccountForms.proofForm(visit.request());
    }

    @Override
    public MerchantVisit prove(MerchantVisit visit, Form form) {
      self.reauthenticate().handle(visit.signedIn(), AccountForms.proof(form.fields()));
      return visit;
    }

    @Override
    public byte[] draw(MerchantVisit visit, Form form, String kept) {
      Panel panel = visit.panel(null, visit.words().get("prove.title"));
      SignedIn person = visit.signedIn();
      boolean asksCode = self.twoFactor().read(person).on();
      boolean asksPasskey = !self.passkeys().list(person).isEmpty();
      boolean possible = sso.isPossible(person);
      boolean offersSso = possible && guardOf.apply(visit).takesProvidersWord(person);
      return visit.draw(
          "prove",
          new View(panel, form, kept, asksCode, asksPasskey, offersSso, possible && !offersSso));
    }
  }
}

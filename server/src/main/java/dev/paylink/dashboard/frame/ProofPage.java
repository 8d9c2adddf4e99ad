package dev.paylink.dashboard.frame;

import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.web.AccountForms;
import dev.paylink.account.web.ProofForms;
import dev.paylink.ids.SessionId;
import dev.paylink.merchant.sso.MerchantSso;
import dev.paylink.merchant.user.Guard;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.function.Function;

/** Asks a user whose last proof is too old for the password or a passkey. */
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
    return forms.admit(visit, new Behind(guard), room);
  }

  /** What a guard asks for. */
  private final class Behind implements ProofForms.Frame<MerchantVisit> {
    private final Guard guard;

    Behind(Guard guard) {
      this.guard = guard;
    }

    @Override
    public boolean asks(MerchantVisit visit) {
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
      boolean asksCode = self.twoFactor().read(visit.signedIn()).on();
      boolean asksPasskey = !self.passkeys().list(visit.signedIn()).isEmpty();
      boolean offersSso = sso.isPossible(visit.signedIn());
      return visit.draw("prove", new View(panel, form, kept, asksCode, asksPasskey, offersSso));
    }
  }
}

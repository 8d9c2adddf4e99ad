package dev.paylink.desk;

import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.web.AccountForms;
import dev.paylink.account.web.ProofForms;
import dev.paylink.ids.SessionId;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks an operator whose last proof is too old for the password or a passkey, and someone who
 * signed in with the admin token for that token.
 */
final class DeskProof {
  private static final String TOKEN = "token";
  private static final int MAX_TOKEN = 500;

  private final Operators operators;
  private final ProofForms forms;

  DeskProof(Operators operators, Vault vault) {
    this.operators = operators;
    this.forms = new ProofForms(vault);
  }

  /**
   * {@code email} is null for the admin token; {@code kept} is the encrypted form; {@code asksCode}
   * tells whether an authenticator app is on, {@code asksPasskey} whether there is a passkey,
   * {@code offersSso} whether an identity provider opened the session.
   */
  record View(
      Panel panel,
      Form form,
      String kept,
      @Nullable String email,
      boolean asksCode,
      boolean asksPasskey,
      boolean offersSso) {}

  /** Answers with the room, or first with the page that asks for a proof if the last is too old. */
  Answer admit(OperatorVisit visit, Function<OperatorVisit, Answer> room) {
    return forms.admit(visit, new Asking(false), room);
  }

  /** Answers with the room once there is a proof in the same request. */
  Answer admitNow(OperatorVisit visit, Function<OperatorVisit, Answer> room) {
    return forms.admit(visit, new Asking(true), room);
  }

  private final class Asking implements ProofForms.Frame<OperatorVisit> {
    private final boolean now;

    Asking(boolean now) {
      this.now = now;
    }

    @Override
    public boolean asks(OperatorVisit visit) {
      AccountSession account = visit.operator().account();
      return (now && account != null) ? !account.vouchedFor() : !visit.operator().fresh();
    }

    @Override
    public SessionId session(OperatorVisit visit) {
      return Objects.requireNonNull(visit.operator().sessionId(), "a page has a session");
    }

    @Override
    public Rejection required() {
      return ActingOperator.proofRequired();
    }

    @Override
    public Form read(OperatorVisit visit) {
      return visit.operator().account() == null
          ? Form.EMPTY.withSecret(visit.request(), TOKEN)
          : AccountForms.proofForm(visit.request());
    }

    @Override
    public OperatorVisit prove(OperatorVisit visit, Form form) {
      AccountSession account = visit.operator().account();
      if (account == null) {
        proveToken(visit, AccountForms.secret(form.fields(), TOKEN, MAX_TOKEN));
      } else {
        operators.self().reauthenticate().handle(account, AccountForms.proof(form.fields()));
      }
      return visit.proven();
    }

    private void proveToken(OperatorVisit visit, Secret token) {
      String pasted = token.reveal().strip(); // pasting often adds blanks
      if (!operators.adminToken().admits(pasted, visit.request().source())) {
        throw Rejection.invalid(TOKEN, Message.of("field.incorrect"));
      }
      operators.sessions().proveToken(visit.operator());
    }

    @Override
    public byte[] draw(OperatorVisit visit, Form form, String kept) {
      Panel panel = visit.panel(null, "Confirm that it is you");
      AccountSession account = visit.operator().account();
      return visit.draw(
          "prove",
          account == null
              ? new View(panel, form, kept, null, false, false, false)
              : new View(
                  panel,
                  form,
                  kept,
                  account.email(),
                  operators.self().twoFactor().read(account).on(),
                  !operators.self().passkeys().list(account).isEmpty(),
                  account.bySso() && operators.sso() != null));
    }
  }
}

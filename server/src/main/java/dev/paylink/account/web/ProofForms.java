package dev.paylink.account.web;

import dev.paylink.ids.SessionId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.PanelVisit;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks a person for a proof in place, and then goes on with the form that was sent, in whichever
 * panel. A form that was kept for another session or address is refused.
 */
public final class ProofForms {
  private final KeptForm keptForm;

  public ProofForms(Vault vault) {
    this.keptForm = new KeptForm(vault);
  }

  /** What differs from panel to panel. */
  public interface Frame<V> {
    /** Tells whether the person must be proven for the form of this visit; may refuse it. */
    boolean asks(V visit);

    /** Returns the session of the visit. */
    SessionId session(V visit);

    /** Returns the refusal of a person who must be proven. */
    Rejection required();

    /** Reads the proof that the page sent. */
    Form read(V visit);

    /**
     * Takes that proof, and returns the visit of the person who is proven now. Refuses a wrong or
     * missing one.
     */
    V prove(V visit, Form form);

    /** Draws the page that asks for a proof; {@code kept} is the encrypted form. */
    byte[] draw(V visit, Form form, String kept);
  }

  /** Answers with the room, or with the page that asks for a proof first where one is needed. */
  public <V extends PanelVisit> Answer admit(V visit, Frame<V> frame, Function<V, Answer> room) {
    String kept = FormBody.field(visit.request(), KeptForm.FIELD);
    if (!kept.isEmpty()) {
      return goOn(visit, kept, frame, room);
    }
    if (frame.asks(visit)) {
      String sealed = keptForm.seal(visit.request(), frame.session(visit), Instant.now());
      return Problem.of(frame.required()).asPage(frame.draw(visit, Form.EMPTY, sealed));
    }
    return room.apply(visit);
  }

  private <V extends PanelVisit> Answer goOn(
      V visit, String kept, Frame<V> frame, Function<V, Answer> room) {
    byte[] body = keptForm.open(kept, visit.request(), frame.session(visit), Instant.now());
    if (body == null) {
      throw new Refused(Problem.badRequest("FORM_EXPIRED", Message.of("formexpired")));
    }
    Form form = frame.read(visit);
    visit.request().replaceBody(body);
    if (!frame.asks(visit)) { // the page was sent twice
      return room.apply(visit);
    }
    Proven<V> proven = new Proven<>();
    Answer refused =
        form.attempt(
            () -> {
              proven.visit = frame.prove(visit, form);
              return Answer.noContent();
            },
            again -> frame.draw(visit, again, kept));
    V after = proven.visit;
    return after == null ? refused : room.apply(after);
  }

  /** The visit after the proof; null until then. */
  private static final class Proven<V> {
    private @Nullable V visit;
  }
}

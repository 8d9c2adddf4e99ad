package dev.paylink.account.signin;

import dev.paylink.account.Actor;
import dev.paylink.account.Member;
import dev.paylink.account.RealmKind;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import java.time.Instant;

/**
 * A live session: who is signed in, and in which state.
 *
 * @param name how the person is called; the e-mail address where nobody is asked for a name
 * @param fresh whether the person was proven a short while ago
 * @param frozen whether the realm is frozen for changes of money and people
 * @param bySso whether an identity provider opened it
 * @param lacksFactor whether the realm requires a second factor that this person does not have
 */
public record AccountSession(
    SessionId sessionId,
    RealmId realm,
    UserId userId,
    String email,
    String name,
    String role,
    String source,
    Instant until,
    boolean fresh,
    boolean frozen,
    boolean bySso,
    boolean lacksFactor)
    implements Member {

  @Override
  public Actor actor() {
    return kind().actor(email, source);
  }

  @Override
  public boolean vouchedFor() {
    return bySso && fresh && !role.equals(kind().chiefRole());
  }

  private RealmKind kind() {
    return realm.isInstance() ? RealmKind.INSTANCE : RealmKind.MERCHANT;
  }
}

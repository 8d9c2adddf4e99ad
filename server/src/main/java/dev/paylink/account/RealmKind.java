package dev.paylink.account;

import dev.paylink.ids.RealmId;

/**
 * The two kinds of realms. An e-mail address has one account in each kind, and nothing of one kind
 * opens anything in the other: no session, invitation or passkey.
 */
public enum RealmKind {
  /** The realms of all merchants. */
  MERCHANT,
  /** The one realm of the operators. */
  INSTANCE;

  public boolean includes(RealmId realm) {
    return realm.isInstance() == isInstance();
  }

  public boolean isInstance() {
    return this == INSTANCE;
  }

  /** Returns the name of the highest role. */
  public String chiefRole() {
    return isInstance() ? "admin" : "owner";
  }

  /** Returns the person with this address as logs name it. */
  public Actor actor(String email, String source) {
    return new Actor(isInstance() ? Actor.OPERATOR + email : email, source);
  }

  /** Returns the name under which guesses at this address are counted. */
  public String limitedName(String email) {
    return isInstance() ? "operator " + email : email;
  }
}

package dev.paylink.mail;

import java.time.Duration;

/**
 * Kinds of letters with a limit per address and 24 hours, no matter who causes them: the first ones
 * are sent at once, further ones an hour apart, then none.
 */
public enum LetterKind {
  /** Asks whether an address is its reader's. Nobody has agreed to it yet. */
  confirmation(1, 5),
  /** Invites somebody to a team. Nobody has agreed to it yet. */
  invitation(5, 5),
  /** Invites somebody to the team of a verified merchant; strangers do not use these up. */
  verifiedInvitation(5, 5),
  /** Has the link for a lost password, which anybody can ask for. */
  reset(5, 5 + 24),
  /** Tells of wrong passwords, which anybody can enter; further ones become a digest. */
  guess(3, 3),
  /** Tells of a change in an account; further ones become a digest. */
  notice(20, 20),
  /** Tells of a change of money or people, apart from the others: they must not hide it. */
  alarm(20, 20);

  /** The time between letters after the first ones. */
  public static final Duration APART = Duration.ofHours(1);

  private final int atOnce;
  private final int most;

  LetterKind(int atOnce, int most) {
    this.atOnce = atOnce;
    this.most = most;
  }

  /** Returns how many an address gets a day without waiting. */
  public int atOnce() {
    return atOnce;
  }

  /** Returns how many an address gets a day. */
  public int most() {
    return most;
  }

  /** Tells whether an address may get one more. */
  boolean allows(Had had) {
    return had.today < atOnce || (had.today < most && had.withinHour == 0);
  }

  /** What an address has had of a kind. */
  record Had(int today, int withinHour) {}
}

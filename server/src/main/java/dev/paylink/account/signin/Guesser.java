package dev.paylink.account.signin;

import dev.paylink.account.Member;
import org.jspecify.annotations.Nullable;

/**
 * Whose wrong passwords and codes are counted together: those of a browser in which the person has
 * signed in before, or of all others.
 *
 * @param source the address of the request
 * @param device the known browser; null for all others
 */
public record Guesser(String source, @Nullable String device) {
  /** Makes the guesser of somebody who is signed in: the session is known. */
  static Guesser of(Member member) {
    return new Guesser(member.source(), "session " + member.sessionId());
  }

  /** Returns the name under which guesses at a login or a person are counted. */
  String counted(String whom) {
    return device == null ? whom : whom + " in " + device;
  }
}

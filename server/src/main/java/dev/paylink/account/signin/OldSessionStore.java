package dev.paylink.account.signin;

import dev.paylink.platform.db.Retention;
import org.jdbi.v3.core.Handle;

/** Deletes sessions that expired long ago, also of merchants where nobody signs in any more. */
public final class OldSessionStore implements Retention.Removal {
  static final String DELETE =
      """
      delete from account_session where token_hash in (
        select token_hash from account_session
         where created_at > '-infinity' and expires_at < :before
         order by expires_at limit :most)
      """;

  @Override
  public Retention.Step remove(Handle handle, Retention.Range range, int most) {
    int removed =
        handle.createUpdate(DELETE).bind("before", range.before()).bind("most", most).execute();
    return new Retention.Step(removed, removed, range.from());
  }
}

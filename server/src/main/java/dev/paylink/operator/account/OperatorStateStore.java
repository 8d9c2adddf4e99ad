package dev.paylink.operator.account;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/** Keeps which sign-ins of operators came back from the provider. Each works once. */
final class OperatorStateStore {
  private static final String FORGET = "delete from operator_used_state where expires_at <= now()";
  private static final String USE =
      """
      insert into operator_used_state (state_hash, expires_at)
      values (:hash, now() + make_interval(secs => :seconds))
      on conflict (state_hash) do nothing
      """;

  /** Uses up a state; false when it was used before. */
  boolean use(Handle handle, Secret state, Duration lifetime) {
    handle.createUpdate(FORGET).execute();
    return handle
            .createUpdate(USE)
            .bind("hash", RequestSigner.sha256(state.reveal().getBytes(StandardCharsets.UTF_8)))
            .bind("seconds", lifetime.toSeconds())
            .execute()
        == 1;
  }
}

package dev.paylink.sandbox;

import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** How far a sandbox's clock is ahead of real time. */
final class SandboxClockStore {
  private static final String FIND = "select ahead_seconds from sandbox_clock where only_row";
  private static final String ADVANCE =
      """
      insert into sandbox_clock as c (ahead_seconds) values (:seconds)
      on conflict (only_row) do update
        set ahead_seconds = c.ahead_seconds + excluded.ahead_seconds
        where c.ahead_seconds + excluded.ahead_seconds <= :most
      returning ahead_seconds
      """;

  Duration find(Handle handle) {
    return Duration.ofSeconds(handle.createQuery(FIND).mapTo(Long.class).findOne().orElse(0L));
  }

  /** Moves the clock; returns how far it is ahead now, or null if that would be too far. */
  @Nullable Duration advance(Handle handle, Duration by, Duration most) {
    return handle
        .createQuery(ADVANCE)
        .bind("seconds", by.toSeconds())
        .bind("most", most.toSeconds())
        .mapTo(Long.class)
        .findOne()
        .map(Duration::ofSeconds)
        .orElse(null);
  }
}

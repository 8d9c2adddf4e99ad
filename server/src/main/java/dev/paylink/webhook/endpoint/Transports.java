package dev.paylink.webhook.endpoint;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import okhttp3.Call;
import okhttp3.Request;

/**
 * The clients of all targets, one for each set of addresses that may be dialled: no connection that
 * was made for a listed name serves a URL with another one.
 */
final class Transports implements AutoCloseable {
  private final Lookups lookups;
  private final Map<AllowedAddresses, Transport> byReach = new HashMap<>();

  Transports(Targets targets, Lookups lookups, Duration budget) {
    this.lookups = lookups;
    for (AllowedAddresses reach : targets.reaches()) {
      byReach.put(reach, new Transport(reach, targets.own(), lookups, budget));
    }
  }

  Transport of(TargetUrl.Accepted target) {
    return Objects.requireNonNull(byReach.get(target.reach()));
  }

  Call newCall(TargetUrl.Accepted target, Request request) {
    return of(target).newCall(request);
  }

  Lookups lookups() {
    return lookups;
  }

  /** Ends the calls under way. */
  @Override
  public void close() {
    byReach.values().forEach(Transport::close);
    lookups.close();
  }
}

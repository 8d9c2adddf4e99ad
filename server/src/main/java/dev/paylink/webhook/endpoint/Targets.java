package dev.paylink.webhook.endpoint;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where webhooks may lead: what the mode of the service allows, and the operator's own network. */
public record Targets(TargetPolicy policy, OwnNetwork own) {
  public static Targets of(TargetPolicy policy) {
    return new Targets(policy, OwnNetwork.NONE);
  }

  /** Tells whether some address may be reached without TLS. */
  boolean allowsHttp() {
    return policy != TargetPolicy.PUBLIC || own.http();
  }

  /** Tells whether the operator has listed this name. */
  boolean isListed(String host) {
    return own.names().contains(host);
  }

  /** Returns the addresses that may be dialled for a URL of this host. */
  AllowedAddresses reach(boolean isHttps, String host) {
    return reach(isHttps, isListed(host));
  }

  /** Returns all different answers of {@link #reach(boolean, String)}. */
  Set<AllowedAddresses> reaches() {
    Set<AllowedAddresses> all = new LinkedHashSet<>();
    for (boolean isListed : own.names().isEmpty() ? List.of(false) : List.of(false, true)) {
      all.add(reach(true, isListed));
      all.add(reach(false, isListed));
    }
    return all;
  }

  private AllowedAddresses reach(boolean isHttps, boolean isListed) {
    boolean isOpen = isHttps || own.http();
    return new AllowedAddresses(
        !isHttps,
        policy != TargetPolicy.PUBLIC,
        policy == TargetPolicy.PUBLIC_AND_PRIVATE || (isListed && isOpen),
        isOpen ? own.ranges() : List.of());
  }
}

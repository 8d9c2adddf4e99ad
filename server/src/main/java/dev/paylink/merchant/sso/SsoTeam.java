package dev.paylink.merchant.sso;

import dev.paylink.ids.MerchantId;
import java.net.URI;

/** A team that has proven a domain, by the name that people know it by. */
public record SsoTeam(MerchantId merchantId, String name, String issuer) {
  /** Returns the host of the team's identity provider. */
  public String host() {
    try {
      String host = URI.create(issuer).getHost();
      return host == null ? issuer : host;
    } catch (IllegalArgumentException e) { // an address that only providers understand
      return issuer;
    }
  }
}

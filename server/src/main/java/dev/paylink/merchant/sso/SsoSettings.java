package dev.paylink.merchant.sso;

import dev.paylink.merchant.user.Role;
import dev.paylink.platform.oidc.Identity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a team signs in at its identity provider.
 *
 * @param domains of the e-mail addresses that the provider may vouch for
 * @param required whether everybody but owners has to sign in like this
 * @param roles who becomes a member by signing in; null for nobody
 * @param factorTrusted whether the provider's second factor counts, for everybody but owners
 */
public record SsoSettings(
    String issuer,
    String clientId,
    List<String> domains,
    boolean required,
    @Nullable RoleClaim roles,
    boolean factorTrusted,
    Instant changedAt) {

  /**
   * The claim that gives a new member its role. It never makes an owner: only owners do.
   *
   * @param developers the value of the claim for developers; null for none
   * @param viewers the value of the claim for viewers; null for none
   */
  public record RoleClaim(String claim, @Nullable String developers, @Nullable String viewers) {
    /** Returns the role of this person; null if the claim gives none. */
    @Nullable Role of(Identity identity) {
      List<String> values = identity.texts(claim);
      if (developers != null && values.contains(developers)) {
        return Role.developer;
      }
      return viewers != null && values.contains(viewers) ? Role.viewer : null;
    }
  }

  /** Tells whether the other settings ask another provider, or as another client. */
  boolean hasOtherClient(SsoSettings other) {
    return !issuer.equals(other.issuer) || !clientId.equals(other.clientId);
  }

  /** Returns the text for the audit log. */
  String summary() {
    return issuer
        + " as "
        + clientId
        + " for "
        + String.join(", ", domains)
        + (required ? ", required" : "")
        + (roles == null
            ? ""
            : ", roles by %s: developer %s, viewer %s"
                .formatted(roles.claim, roles.developers, roles.viewers))
        + (factorTrusted ? ", its second factor counts" : "");
  }
}

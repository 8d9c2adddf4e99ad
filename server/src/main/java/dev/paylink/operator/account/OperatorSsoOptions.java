package dev.paylink.operator.account;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.oidc.Identity;
import dev.paylink.platform.oidc.OidcClient;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How operators sign in at an identity provider, as the instance is configured.
 *
 * @param deskUrl where operators' browsers reach the desk, without a slash at the end
 * @param domains of the e-mail addresses that the provider may vouch for
 * @param roleClaim the claim that gives new operators their role; null if only invited people come
 * @param roles the role of each value of that claim; never admin
 * @param factorTrusted whether the provider's second factor counts
 */
public record OperatorSsoOptions(
    String issuer,
    String clientId,
    Secret clientSecret,
    String deskUrl,
    Set<String> domains,
    @Nullable String roleClaim,
    Map<String, OperatorRole> roles,
    boolean factorTrusted) {

  public OperatorSsoOptions {
    if (roles.containsValue(OperatorRole.admin)) {
      throw new IllegalArgumentException("no claim makes an admin");
    }
  }

  /** Returns this service as the provider knows it; it sends people back to that path. */
  OidcClient client(String callbackPath) {
    return new OidcClient(issuer, clientId, clientSecret, deskUrl + callbackPath);
  }

  /** Returns the highest role that the claim gives; null if it gives none. */
  @Nullable OperatorRole role(Identity identity) {
    List<String> values = roleClaim == null ? List.of() : identity.texts(roleClaim);
    return values.stream()
        .filter(roles::containsKey)
        .map(roles::get)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }
}

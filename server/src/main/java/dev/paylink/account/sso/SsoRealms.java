package dev.paylink.account.sso;

import dev.paylink.account.UserStore;
import dev.paylink.ids.RealmId;
import dev.paylink.platform.oidc.Identity;
import dev.paylink.platform.oidc.OidcClient;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The identity providers of one kind of realm, and how the people they vouch for join it. */
public interface SsoRealms {
  /**
   * The provider of a realm.
   *
   * @param domains of the e-mail addresses that it may vouch for
   * @param roleClaim the claim that gives new members their role; null if there is none
   * @param factorCounts whether its second factor counts for people with that role
   */
  record Provider(
      OidcClient client,
      Set<String> domains,
      @Nullable String roleClaim,
      Predicate<String> factorCounts) {
    /** Returns what to ask it for. */
    Set<String> claims() {
      Set<String> claims = new TreeSet<>(Set.of("email", "email_verified"));
      if (roleClaim != null) {
        claims.add(roleClaim);
      }
      return claims;
    }
  }

  /** Returns the provider; throws {@code ProviderFailure} when the realm has none. */
  Provider provider(RealmId realm);

  /**
   * Makes somebody a member for whom the provider has vouched; null when the realm does not let
   * them in.
   */
  UserStore.@Nullable Login join(RealmId realm, String email, Identity identity, String source);

  /** Returns what to tell somebody who may not join. */
  String refusal();
}

package dev.paylink.merchant;

import dev.paylink.merchant.user.Role;
import java.util.Map;
import java.util.Set;

/**
 * Every call that changes something for a merchant, and who may make it. Tests walk the routes of
 * the service along it: a new call fails them until it stands here.
 */
public final class MerchantCallRules {
  /** Calls that look at no session, or end it. */
  public static final Set<String> AT_THE_DOOR =
      Set.of(
          "POST /merchant/register",
          "POST /merchant/invitations/accept",
          "POST /merchant/login",
          "POST /merchant/login/passkey/options",
          "POST /merchant/login/passkey",
          "POST /merchant/freeze",
          "POST /merchant/password-reset",
          "POST /merchant/password-reset/confirm",
          "POST /merchant/email-confirmation/confirm",
          "POST /merchant/email-confirmation/release",
          "POST /merchant/logout");

  /** What needs a fresh proof, and the lowest role that may do it. */
  public static final Map<String, Role> GUARDED =
      Map.ofEntries(
          Map.entry("POST /merchant/password", Role.viewer),
          Map.entry("DELETE /merchant/sessions", Role.viewer),
          Map.entry("DELETE /merchant/sessions/:id", Role.viewer),
          Map.entry("POST /merchant/two-factor/confirm", Role.viewer),
          Map.entry("POST /merchant/passkeys", Role.viewer),
          Map.entry("PUT /merchant/team", Role.owner),
          Map.entry("POST /merchant/api-keys", Role.developer),
          Map.entry("PUT /merchant/api-keys/:id", Role.developer),
          Map.entry("DELETE /merchant/api-keys/:id", Role.developer),
          Map.entry("POST /merchant/api-keys/:id/activate", Role.developer),
          Map.entry("POST /merchant/api-keys/:id/roll", Role.developer),
          Map.entry("PUT /merchant/webhooks/:scope", Role.developer),
          Map.entry("DELETE /merchant/webhooks/:scope", Role.developer),
          Map.entry("POST /merchant/webhooks/:scope/rotate-secret", Role.developer),
          Map.entry("POST /merchant/refunds/:id/wallet", Role.developer),
          Map.entry("POST /merchant/payments/:id/accept", Role.developer),
          Map.entry("PUT /merchant/settlement-rules", Role.owner),
          Map.entry("DELETE /merchant/team/:userId", Role.owner),
          Map.entry("DELETE /merchant/freeze", Role.owner),
          Map.entry("DELETE /merchant/profile/pending-deposit-address", Role.owner),
          Map.entry("DELETE /merchant/profile/pending-user-deposit-address", Role.owner),
          Map.entry("DELETE /merchant/team/:userId/pending-role", Role.owner),
          Map.entry("POST /merchant/customers/erase", Role.owner));

  /** What needs a proof in the same call, however fresh the session is. */
  public static final Map<String, Role> PROVEN_IN_CALL =
      Map.ofEntries(
          Map.entry("POST /merchant/two-factor", Role.viewer),
          Map.entry("POST /merchant/two-factor/recovery-codes", Role.viewer),
          Map.entry("DELETE /merchant/two-factor", Role.viewer),
          Map.entry("POST /merchant/passkeys/options", Role.viewer),
          Map.entry("DELETE /merchant/passkeys/:id", Role.viewer),
          Map.entry("PUT /merchant/sso", Role.owner),
          Map.entry("DELETE /merchant/sso", Role.owner));

  /** What needs one if it makes an owner, and a fresh one otherwise: its body decides. */
  public static final Map<String, Role> MAKING_OWNERS =
      Map.ofEntries(
          Map.entry("PUT /merchant/team/:userId", Role.owner),
          Map.entry("POST /merchant/invitations", Role.owner));

  /** What does not: it moves no money, or only stops something. */
  public static final Map<String, Role> FREE =
      Map.ofEntries(
          Map.entry("POST /merchant/reauthenticate", Role.viewer),
          Map.entry("PUT /merchant/passkeys/:id", Role.viewer),
          Map.entry("POST /merchant/email-confirmation", Role.viewer),
          Map.entry("POST /merchant/sso/check", Role.owner),
          Map.entry("POST /merchant/api-keys/:id/deactivate", Role.developer),
          Map.entry("POST /merchant/refunds/:id/sent", Role.developer),
          Map.entry("POST /merchant/links", Role.developer),
          Map.entry("PUT /merchant/links/:id", Role.developer),
          Map.entry("POST /merchant/links/:id/activate", Role.developer),
          Map.entry("POST /merchant/links/:id/deactivate", Role.developer),
          Map.entry("POST /merchant/links/:id/archive", Role.developer),
          Map.entry("POST /merchant/links/:id/unarchive", Role.developer),
          Map.entry("PUT /merchant/links/:id/picture", Role.developer),
          Map.entry("DELETE /merchant/links/:id/picture", Role.developer),
          Map.entry("POST /merchant/webhooks/:scope/test", Role.developer),
          Map.entry("POST /merchant/events/:id/redeliver", Role.developer),
          Map.entry("POST /merchant/events/:id/stop", Role.developer),
          Map.entry("POST /merchant/events/redeliver", Role.developer),
          Map.entry("PUT /merchant/profile", Role.owner), // with an address it does, see below
          Map.entry("POST /merchant/kyb", Role.owner),
          Map.entry("PUT /merchant/brand", Role.owner),
          Map.entry("PUT /merchant/brand/logo", Role.owner),
          Map.entry("DELETE /merchant/brand/logo", Role.owner),
          Map.entry("DELETE /merchant/invitations/:id", Role.owner));

  private MerchantCallRules() {}

  /** The lowest role that may make the call; the highest one if nothing is written about it. */
  static Role needed(String call) {
    Role free = FREE.getOrDefault(call, Role.owner);
    Role guarded = GUARDED.getOrDefault(call, free);
    return PROVEN_IN_CALL.getOrDefault(call, guarded);
  }
}

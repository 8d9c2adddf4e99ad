package dev.paylink.sdk.manage;

import dev.paylink.sdk.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where events of a scope are sent ({@code invoice_settlement}, {@code fiat_settlement}), for keys
 * with {@code webhooks:read}, and {@code webhooks:write}, which a key has only if it names it.
 */
public final class WebhookSettingsClient {
  private final Sending calls;

  public WebhookSettingsClient(Sending calls) {
    this.calls = calls;
  }

  /** Returns the webhook of a scope; its secret is not shown again. */
  public JsonObject get(String scope) {
    return calls.get(path(scope), Map.of());
  }

  /**
   * Sets up the webhook of a scope, or changes it. {@code signingSecret} is in the answer that made
   * it, and never again.
   */
  public JsonObject configure(String scope, Map<String, ? extends @Nullable Object> webhook) {
    return calls.change("PUT", path(scope), webhook);
  }

  /** Deletes the webhook of a scope and its secret. */
  public void delete(String scope) {
    calls.send("DELETE", path(scope), null, null, Sending.Manner.USUAL);
  }

  /**
   * Makes a new signing secret; the old one stays valid for 24 hours. It is never retried: a second
   * rotation would end the secret that your receiver has.
   */
  public String rotateSecret(String scope) {
    return JsonObject.parse(
            calls.send("POST", path(scope) + "/rotate-secret", null, null, Sending.Manner.ONCE))
        .text("signingSecret");
  }

  /** Sends one test event, and tells how it went. */
  public JsonObject test(String scope) {
    return JsonObject.parse(
        calls.send("POST", path(scope) + "/test", null, null, Sending.Manner.SLOW));
  }

  private static String path(String scope) {
    return "/sdk/server/webhooks/" + Sending.id("scope", scope);
  }
}

package dev.paylink.sdk.manage;

import dev.paylink.sdk.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reusable links, for keys with the scopes {@code links:read} and {@code links:write}. Fields and
 * answers are those of the API.
 */
public final class LinkClient {
  private static final String PATH = "/sdk/server/links";

  private final Sending calls;

  public LinkClient(Sending calls) {
    this.calls = calls;
  }

  /**
   * Makes a link, or returns the one that the same key made before, as it is now.
   *
   * @param idempotencyKey the same for every attempt at one link
   */
  public JsonObject create(Map<String, ? extends @Nullable Object> link, String idempotencyKey) {
    return JsonObject.parse(
        calls.send("POST", PATH, Sending.json(link), idempotencyKey, Sending.Manner.USUAL));
  }

  /** Returns a link, with what it brought. */
  public JsonObject get(String linkId) {
    return calls.get(path(linkId), Map.of());
  }

  /**
   * Returns one page of links, newest first.
   *
   * @param archived whether to list those that are archived, or those that are not
   * @param after the {@code nextCursor} of the page before; null for the first
   */
  public JsonObject list(boolean archived, @Nullable String after, int limit) {
    Map<String, @Nullable Object> query = new LinkedHashMap<>();
    query.put("archived", archived);
    query.put("after", after);
    query.put("limit", limit);
    return calls.get(PATH, query);
  }

  /** Replaces all settings of a link but its slug. */
  public JsonObject change(String linkId, Map<String, ? extends @Nullable Object> link) {
    return calls.change("PUT", path(linkId), link);
  }

  /** Switches a link on. */
  public JsonObject activate(String linkId) {
    return calls.change("POST", path(linkId) + "/activate", null);
  }

  /** Switches a link off. */
  public JsonObject deactivate(String linkId) {
    return calls.change("POST", path(linkId) + "/deactivate", null);
  }

  /** Puts a link away, switched off. */
  public JsonObject archive(String linkId) {
    return calls.change("POST", path(linkId) + "/archive", null);
  }

  /** Brings a link back, still switched off. */
  public JsonObject unarchive(String linkId) {
    return calls.change("POST", path(linkId) + "/unarchive", null);
  }

  private static String path(String linkId) {
    return PATH + '/' + Sending.id("linkId", linkId);
  }
}

package dev.paylink.platform.web;

import org.jspecify.annotations.Nullable;

/** The ways on from a page of a list, newest first: to its beginning and further; null is none. */
public record Pager(@Nullable String firstPath, @Nullable String nextPath) {
  public static final Pager NONE = new Pager(null, null);

  /**
   * Returns the ways on from a page that begins at {@code cursor}, or at the beginning if null.
   *
   * @param path the list with its filters
   * @param parameter the one that says where a page begins
   * @param next where the next page begins; null after the last
   */
  public static Pager of(
      String path, String parameter, @Nullable Object cursor, @Nullable Object next) {
    String more = path + (path.contains("?") ? '&' : '?') + parameter + '=' + next;
    return new Pager(cursor == null ? null : path, next == null ? null : more);
  }
}

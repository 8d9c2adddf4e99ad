package dev.paylink.platform.web;

import org.jspecify.annotations.Nullable;

/**
 * A page that only says something: what, why, and where to go from here. The request id is there
 * when somebody may have to look it up.
 */
public record Message(
    Panel panel, String text, @Nullable String requestId, String linkText, String linkPath) {
  /** What {@link Templates#render} draws it with. */
  public static final String TEMPLATE = "platform/web/message.jte";
}

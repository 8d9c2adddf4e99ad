package dev.paylink.platform.web;

import org.jspecify.annotations.Nullable;

/**
 * A page with only a message: what, why, and where to go from here. It has the request id if
 * somebody may have to look it up.
 */
public record MessagePage(
    Panel panel, String text, @Nullable String requestId, String linkText, String linkPath) {
  /** The template for {@link Templates#render}. */
  public static final String TEMPLATE = "platform/web/message.jte";
}

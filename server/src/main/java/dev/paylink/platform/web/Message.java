package dev.paylink.platform.web;

/** A page that only says something: what, why, and where to go from here. */
public record Message(Panel panel, String text, String linkText, String linkPath) {
  /** What {@link Templates#render} draws it with. */
  public static final String TEMPLATE = "platform/web/message.jte";
}

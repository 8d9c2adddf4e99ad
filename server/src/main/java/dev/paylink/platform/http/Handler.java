package dev.paylink.platform.http;

/** Answers one request; throws {@link Refused} to end it with a problem. */
@FunctionalInterface
public interface Handler {
  Answer handle(Request request);
}

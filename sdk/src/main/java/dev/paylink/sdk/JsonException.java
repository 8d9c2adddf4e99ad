package dev.paylink.sdk;

/**
 * Says that bytes are not the JSON that was expected, without ever quoting them: an answer may hold
 * a payer's data, and this message ends up in logs.
 */
final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonException(String message) {
    super(message);
  }
}

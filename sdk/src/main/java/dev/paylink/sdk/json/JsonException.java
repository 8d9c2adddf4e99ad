package dev.paylink.sdk.json;

/**
 * Says that bytes are not the JSON that was expected, without ever quoting them: an answer may hold
 * a payer's data, and this message ends up in logs.
 */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JsonException(String message) {
    super(message);
  }
}

package dev.paylink.sdk;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The service answered, but not with what was requested. Carries the service's explanation (RFC
 * 9457), never a credential; decide by {@link #code}, the message is for people.
 */
public final class PaymentLinkException extends RuntimeException {
  /** The code if an answer is not the service's own, for example a proxy's error page. */
  public static final String UNEXPECTED_ANSWER = "UNEXPECTED_ANSWER";

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String detail;
  private final @Nullable String requestId;
  private final @Nullable Duration retryAfter;
  private final FieldError[] errors; // an array, since a List need not be serializable

  /**
   * One fault in the body of the request.
   *
   * @param field the field, for example {@code customer.email}
   * @param message what is wrong with it
   */
  public record FieldError(String field, String message) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  PaymentLinkException(
      int status,
      String code,
      String detail,
      @Nullable String requestId,
      @Nullable Duration retryAfter,
      List<FieldError> errors) {
    super(message(status, code, detail, requestId, errors));
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.errors = errors.toArray(FieldError[]::new);
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the service's code, for example {@code IDEMPOTENCY_KEY_REUSED}. */
  public String code() {
    return code;
  }

  /** Returns what happened, in words. */
  public String detail() {
    return detail;
  }

  /** Returns the id that the service's operator can look up; null if the answer had none. */
  public @Nullable String requestId() {
    return requestId;
  }

  /** Returns how long the service asked the client to wait; null if it did not ask. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** Returns all faults in the body, empty for other errors. */
  public List<FieldError> errors() {
    return List.of(errors);
  }

  private static String message(
      int status, String code, String detail, @Nullable String requestId, List<FieldError> errors) {
    StringJoiner message = new StringJoiner("; ");
    message.add(status + " " + code + ": " + detail);
    for (FieldError error : errors) {
      message.add(error.field() + ": " + error.message());
    }
    if (requestId != null) {
      message.add("request " + requestId);
    }
    return message.toString();
  }
}

package dev.paylink.sdk;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not succeed. Carries the service's explanation (RFC 9457), never a credential;
 * decide by {@link #code}, the message is for people. {@link NoAnswerException} is the one without
 * an answer.
 */
public class PaymentLinkException extends RuntimeException {
  /** The code if an answer is not the service's own, for example a proxy's error page. */
  public static final String UNEXPECTED_ANSWER = "UNEXPECTED_ANSWER";

  /** The code if no answer arrived: the service is out of reach, or the time ran out. */
  public static final String NO_ANSWER = "NO_ANSWER";

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String detail;
  private final @Nullable String requestId;
  private final @Nullable Duration retryAfter;
  private final @Nullable String paymentId;
  private final FieldError[] errors; // an array, since a List need not be serializable

  /** One fault in the body of the request. */
  public static final class FieldError extends Values implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String message;

    public FieldError(String field, String message) {
      this.field = field;
      this.message = message;
    }

    /** Returns the field, for example {@code customer.email}. */
    public String field() {
      return field;
    }

    /** Returns what is wrong with it. */
    public String message() {
      return message;
    }

    @Override
    @Nullable Object[] namesAndValues() {
      return new @Nullable Object[] {"field", field, "message", message};
    }
  }

  PaymentLinkException(
      int status,
      String code,
      String detail,
      @Nullable String requestId,
      @Nullable Duration retryAfter,
      List<FieldError> errors,
      @Nullable String paymentId) {
    super(message(status, code, detail, requestId, errors));
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.errors = errors.toArray(new FieldError[0]);
    this.paymentId = paymentId;
  }

  /** For a call that nobody answered. */
  PaymentLinkException(String detail, Throwable cause) {
    super(detail, cause);
    this.status = 0;
    this.code = NO_ANSWER;
    this.detail = detail;
    this.requestId = null;
    this.retryAfter = null;
    this.errors = new FieldError[0];
    this.paymentId = null;
  }

  /** Returns the HTTP status, 0 without an answer. */
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

  /** Returns the payment that the key has made, with {@code IDEMPOTENCY_KEY_REUSED}; else null. */
  public @Nullable String paymentId() {
    return paymentId;
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

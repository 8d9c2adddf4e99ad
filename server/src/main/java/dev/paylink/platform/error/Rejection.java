package dev.paylink.platform.error;

import dev.paylink.platform.language.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Ends a use case with an expected refusal; it has no stack trace. */
public final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ErrorCode code;
  private final transient Message message;
  private final transient List<Fault> faults;
  private final transient Map<String, String> members = new LinkedHashMap<>();
  private long retryAfterSeconds = 1;

  public Rejection(ErrorCode code, Message message) {
    this(code, message, List.of());
  }

  private Rejection(ErrorCode code, Message message, List<Fault> faults) {
    super(null, null, false, false);
    this.code = code;
    this.message = message;
    this.faults = faults;
  }

  /** Returns the rejection of input with all its faults. */
  public static Rejection invalid(List<Fault> faults) {
    return new Rejection(CommonError.INVALID_REQUEST, Fault.summary(faults), List.copyOf(faults));
  }

  /** Returns the rejection of input with one fault. */
  public static Rejection invalid(String field, Message message) {
    return invalid(List.of(new Fault(field, message)));
  }

  /** Returns the rejection of a well-formed field for a reason with its own code. */
  public static Rejection ofField(ErrorCode code, String field, Message reason) {
    return new Rejection(code, reason, List.of(new Fault(field, reason)));
  }

  /** Adds a value that programs can read, such as the id of the payment in the way. */
  public Rejection with(String member, String value) {
    members.put(member, value);
    return this;
  }

  /** Sets when a retry can succeed; it counts for {@link Kind#TOO_MANY} only. */
  public Rejection retryAfter(long seconds) {
    retryAfterSeconds = seconds;
    return this;
  }

  public ErrorCode code() {
    return code;
  }

  /** Returns the kind of the code; a refused field is always invalid input. */
  public Kind kind() {
    return faults.isEmpty() ? code.kind() : Kind.INVALID;
  }

  public boolean is(ErrorCode other) {
    return code.equals(other);
  }

  public Message message() {
    return message;
  }

  /** Returns the faults by field; empty if the rejection is about no field. */
  public List<Fault> faults() {
    return faults;
  }

  public Map<String, String> members() {
    return members;
  }

  public long retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** Returns the code and the English text, for logs and tests. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(code).name() + ": " + message.english();
  }
}

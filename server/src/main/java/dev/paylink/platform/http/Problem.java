package dev.paylink.platform.http;

import dev.paylink.platform.error.Fault;
import dev.paylink.platform.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A refusal as RFC 9457 problem details. Each kind has one factory here, so that this page shows
 * all status codes of the service; the codes come from the code that refuses.
 */
public final class Problem {
  /** More would only repeat: no genuine body has so many. */
  private static final int MAX_FAULTS = 100;

  /** Where each code has a page, on the public listener. */
  public static final String TYPE_BASE = "/docs/errors/";

  private final int status;
  private final String title;
  private final String code;
  private final String detail;
  private final Map<String, String> members = new LinkedHashMap<>();
  private final List<Fault> faults;
  private final Map<io.helidon.http.HeaderName, String> headers = new LinkedHashMap<>();

  private Problem(int status, String title, String code, String detail, List<Fault> faults) {
    this.status = status;
    this.title = title;
    this.code = code;
    this.detail = detail;
    this.faults = faults;
  }

  public static Problem badRequest(String code, String detail) {
    return new Problem(400, "Bad request", code, detail, List.of());
  }

  /** Returns the problem of a body with all its faults. */
  public static Problem invalidRequest(List<Fault> faults) {
    Fault first = faults.getFirst();
    String detail = (first.field().isEmpty() ? "" : first.field() + ": ") + first.message();
    return new Problem(
        400,
        "The request is not valid",
        "INVALID_REQUEST",
        faults.size() == 1 ? detail : detail + " (and " + (faults.size() - 1) + " more)",
        faults);
  }

  public static Problem invalidField(String field, String message) {
    return invalidRequest(List.of(new Fault(field, message)));
  }

  /**
   * Returns the problem of a well-formed field that is not accepted, for a reason with its own
   * code.
   */
  public static Problem refusedField(String code, String field, String reason) {
    return new Problem(400, "Bad request", code, reason, List.of(new Fault(field, reason)));
  }

  public static Problem unauthorized(String code, String detail) {
    return new Problem(401, "Not authenticated", code, detail, List.of());
  }

  public static Problem forbidden(String code, String detail) {
    return new Problem(403, "Not allowed", code, detail, List.of());
  }

  public static Problem notFound(String code, String detail) {
    return new Problem(404, "Not found", code, detail, List.of());
  }

  /** Returns the problem of a request meant for another host: we do not answer to that name. */
  public static Problem misdirected(String code, String detail) {
    return new Problem(421, "Misdirected request", code, detail, List.of());
  }

  static Problem methodNotAllowed(String allow) {
    return new Problem(405, "Method not allowed", "METHOD_NOT_ALLOWED", "Use " + allow, List.of())
        .header(Headers.ALLOW, allow);
  }

  public static Problem conflict(String code, String detail) {
    return new Problem(409, "Conflict", code, detail, List.of());
  }

  /** Returns the problem of something that was there and is kept no longer. */
  public static Problem gone(String code, String detail) {
    return new Problem(410, "Gone", code, detail, List.of());
  }

  static Problem tooLarge(int limitBytes) {
    return new Problem(
        413,
        "Body too large",
        "BODY_TOO_LARGE",
        "The body may have at most " + limitBytes + " bytes",
        List.of());
  }

  static Problem unsupportedMediaType() {
    return new Problem(
        415,
        "Unsupported media type",
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the body as application/json in UTF-8",
        List.of());
  }

  public static Problem unprocessable(String code, String detail) {
    return new Problem(422, "Cannot be processed", code, detail, List.of());
  }

  public static Problem tooMany(String code, String detail, long retryAfterSeconds) {
    return new Problem(429, "Too many requests", code, detail, List.of())
        .header(Headers.RETRY_AFTER, Long.toString(Math.max(1, retryAfterSeconds)));
  }

  static Problem internalError() {
    return new Problem(
        500,
        "Internal error",
        "INTERNAL_ERROR",
        "Something went wrong on our side; quote the request id when you contact us",
        List.of());
  }

  static Problem unavailable() {
    return unavailable(
        "The service is unavailable; retry later, with the same idempotency key if you sent one");
  }

  public static Problem unavailable(String detail) {
    return new Problem(503, "Unavailable", "UNAVAILABLE", detail, List.of())
        .header(Headers.RETRY_AFTER, "1");
  }

  /**
   * Returns the problem of a request that the HTTP layer refuses, such as a broken request line.
   */
  static Problem transport(int status, String detail) {
    if (status == 413) {
      return tooLarge(Request.MAX_BODY_BYTES);
    }
    String code = status == 400 ? "INVALID_REQUEST" : "REQUEST_REFUSED";
    return new Problem(status, "The request is not valid HTTP", code, detail, List.of());
  }

  /** Adds an extension member, such as {@code serverTime}. */
  public Problem with(String member, String value) {
    members.put(member, value);
    return this;
  }

  public Problem header(io.helidon.http.HeaderName name, String value) {
    headers.put(name, value);
    return this;
  }

  byte[] json(String requestId) {
    Json json =
        Json.object()
            .put("type", TYPE_BASE + code)
            .put("title", title)
            .put("status", status)
            .put("detail", detail)
            .put("code", code)
            .put("requestId", requestId);
    members.forEach(json::put);
    if (!faults.isEmpty()) {
      json.putObjects(
          "errors",
          faults.subList(0, Math.min(faults.size(), MAX_FAULTS)),
          (error, fault) -> error.put("field", fault.field()).put("message", fault.message()));
    }
    return json.bytes();
  }

  public String title() {
    return title;
  }

  public String code() {
    return code;
  }

  public String detail() {
    return detail;
  }

  public List<Fault> faults() {
    return faults;
  }

  /**
   * Returns whether other input (such as another password), or the same input later, could succeed:
   * the form is worth showing again.
   */
  public boolean isMendable() {
    return switch (status) {
      case 400, 401, 409, 422, 429 -> true;
      default -> false;
    };
  }

  /** Returns the problem as a page for people: its status and headers, the page's words. */
  public Answer asPage(byte[] html) {
    Answer answer = Answer.htmlOf(status, html);
    headers.forEach(answer::with);
    return answer;
  }

  /** Returns the problem as a program reads it. */
  public Answer answer(String requestId) {
    Answer answer = Answer.problem(status, json(requestId));
    answer.code = code;
    headers.forEach(answer::with);
    return answer;
  }

  public int status() {
    return status;
  }
}

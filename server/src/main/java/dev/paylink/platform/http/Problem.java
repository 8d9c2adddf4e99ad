package dev.paylink.platform.http;

import dev.paylink.platform.error.CommonError;
import dev.paylink.platform.error.Fault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
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
  private final Message title;
  private final String code;
  private Message detail;
  private final Map<String, String> members = new LinkedHashMap<>();
  private final List<Fault> faults;
  private final Map<io.helidon.http.HeaderName, String> headers = new LinkedHashMap<>();

  private Problem(int status, Message title, String code, Message detail, List<Fault> faults) {
    this.status = status;
    this.title = title;
    this.code = code;
    this.detail = detail;
    this.faults = faults;
  }

  private Problem(int status, Message title, String code, Message detail) {
    this(status, title, code, detail, List.of());
  }

  /** Returns the answer to what a use case refused: the one table from kinds to statuses. */
  public static Problem of(Rejection rejection) {
    String code = rejection.code().name();
    Message detail = rejection.message();
    Problem problem =
        switch (rejection.kind()) {
          case INVALID ->
              rejection.is(CommonError.INVALID_REQUEST)
                  ? invalidRequest(rejection.faults())
                  : new Problem(
                      400, Message.of("title.badrequest"), code, detail, rejection.faults());
          case UNAUTHENTICATED -> unauthorized(code, detail);
          case FORBIDDEN -> forbidden(code, detail);
          case NOT_FOUND -> notFound(code, detail);
          case CONFLICT -> conflict(code, detail);
          case GONE -> gone(code, detail);
          case UNPROCESSABLE -> unprocessable(code, detail);
          case TOO_MANY -> tooMany(code, detail, rejection.retryAfterSeconds());
          case UNAVAILABLE -> unavailable(code, detail);
        };
    String challenge = rejection.code().challenge();
    if (challenge != null) {
      problem.header(Headers.WWW_AUTHENTICATE, challenge);
    }
    rejection.members().forEach(problem::with);
    return problem;
  }

  public static Problem badRequest(String code, Message detail) {
    return new Problem(400, Message.of("title.badrequest"), code, detail);
  }

  /** Returns the problem of a body with all its faults. */
  public static Problem invalidRequest(List<Fault> faults) {
    return new Problem(
        400, Message.of("title.invalid"), "INVALID_REQUEST", Fault.summary(faults), faults);
  }

  public static Problem invalidField(String field, Message message) {
    return invalidRequest(List.of(new Fault(field, message)));
  }

  public static Problem unauthorized(String code, Message detail) {
    return new Problem(401, Message.of("title.unauthorized"), code, detail);
  }

  public static Problem forbidden(String code, Message detail) {
    return new Problem(403, Message.of("title.forbidden"), code, detail);
  }

  public static Problem notFound(String code, Message detail) {
    return new Problem(404, Message.of("title.notfound"), code, detail);
  }

  /** Returns the problem of a request meant for another host: we do not answer to that name. */
  public static Problem misdirected(String code, Message detail) {
    return new Problem(421, Message.of("title.misdirected"), code, detail);
  }

  static Problem methodNotAllowed(String allow) {
    return new Problem(
            405, Message.of("title.method"), "METHOD_NOT_ALLOWED", Message.of("http.method", allow))
        .header(Headers.ALLOW, allow);
  }

  public static Problem conflict(String code, Message detail) {
    return new Problem(409, Message.of("title.conflict"), code, detail);
  }

  /** Returns the problem of something that was there and is kept no longer. */
  public static Problem gone(String code, Message detail) {
    return new Problem(410, Message.of("title.gone"), code, detail);
  }

  static Problem tooLarge(int limitBytes) {
    return new Problem(
        413,
        Message.of("title.toolarge"),
        "BODY_TOO_LARGE",
        Message.of("http.toolarge", limitBytes));
  }

  static Problem unsupportedMediaType() {
    return new Problem(
        415, Message.of("title.mediatype"), "UNSUPPORTED_MEDIA_TYPE", Message.of("http.mediatype"));
  }

  public static Problem unprocessable(String code, Message detail) {
    return new Problem(422, Message.of("title.unprocessable"), code, detail);
  }

  public static Problem tooMany(String code, Message detail, long retryAfterSeconds) {
    return new Problem(429, Message.of("title.toomany"), code, detail)
        .header(Headers.RETRY_AFTER, Long.toString(Math.max(1, retryAfterSeconds)));
  }

  static Problem internalError() {
    return new Problem(
        500, Message.of("title.internal"), "INTERNAL_ERROR", Message.of("http.internal"));
  }

  static Problem unavailable() {
    return unavailable(Message.of("http.unavailable"));
  }

  public static Problem unavailable(Message detail) {
    return unavailable(CommonError.UNAVAILABLE.name(), detail);
  }

  private static Problem unavailable(String code, Message detail) {
    return new Problem(503, Message.of("title.unavailable"), code, detail)
        .header(Headers.RETRY_AFTER, "1");
  }

  /**
   * Returns the problem of a request that the HTTP layer refuses, such as a broken request line.
   */
  static Problem transport(int status, Message detail) {
    if (status == 413) {
      return tooLarge(Request.MAX_BODY_BYTES);
    }
    String code = status == 400 ? "INVALID_REQUEST" : "REQUEST_REFUSED";
    return new Problem(status, Message.of("title.transport"), code, detail);
  }

  /** Says what is wrong in words that fit the place better. */
  public Problem saying(Message better) {
    detail = better;
    return this;
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

  byte[] json(String requestId, String docsAddress) {
    Json json =
        Json.object()
            .put("type", docsAddress + TYPE_BASE + code)
            .put("title", title.english())
            .put("status", status)
            .put("detail", detail.english())
            .put("code", code)
            .put("requestId", requestId);
    members.forEach(json::put);
    if (!faults.isEmpty()) {
      json.putObjects(
          "errors",
          faults.subList(0, Math.min(faults.size(), MAX_FAULTS)),
          (error, fault) ->
              error.put("field", fault.field()).put("message", fault.message().english()));
    }
    return json.bytes();
  }

  public Message title() {
    return title;
  }

  public String code() {
    return code;
  }

  public Message message() {
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
  public Answer answer(Request request) {
    return answer(request.id(), request.docsAddress());
  }

  Answer answer(String requestId, String docsAddress) {
    Answer answer = Answer.problem(status, json(requestId, docsAddress));
    answer.code = code;
    headers.forEach(answer::with);
    return answer;
  }

  public int status() {
    return status;
  }
}

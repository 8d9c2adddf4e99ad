package dev.paylink.platform.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderValues;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A handler's answer: a status, headers and the body, complete or streamed. */
public final class Answer {
  private static final Header JSON = HeaderValues.createCached("Content-Type", "application/json");
  private static final Header PROBLEM =
      HeaderValues.createCached("Content-Type", "application/problem+json");
  private static final Header HTML =
      HeaderValues.createCached("Content-Type", "text/html; charset=utf-8");

  /** JSON is somebody's data, unless its route says that it may be kept. */
  private static final Header NO_STORE = HeaderValues.createCached("Cache-Control", "no-store");

  private static final Header REPLAYED =
      HeaderValues.createCached(Headers.IDEMPOTENT_REPLAYED, "true");
  private static final byte[] NOTHING = {};

  final int status;
  final byte[] body;
  final @Nullable StreamedBody stream;
  final List<Header> headers = new ArrayList<>(4);

  /** The code of the problem that this is; null if it is none. */
  @Nullable String code;

  private Answer(int status, byte[] body, @Nullable StreamedBody stream) {
    this.status = status;
    this.body = body;
    this.stream = stream;
  }

  private Answer(int status, Header contentType, byte[] body) {
    this(status, body, null);
    headers.add(contentType);
  }

  private Answer(int status) {
    this(status, NOTHING, null);
  }

  public static Answer ok(byte[] json) {
    return new Answer(200, JSON, json).with(NO_STORE);
  }

  public static Answer created(byte[] json) {
    return new Answer(201, JSON, json).with(NO_STORE);
  }

  public static Answer accepted(byte[] json) {
    return new Answer(202, JSON, json).with(NO_STORE);
  }

  /** Says what is to be paid first (x402). */
  public static Answer paymentRequired(byte[] json) {
    return new Answer(402, JSON, json).with(NO_STORE);
  }

  public static Answer noContent() {
    return new Answer(204);
  }

  public static Answer okAs(String contentType, byte[] body) {
    return new Answer(200, HeaderValues.create("Content-Type", contentType), body);
  }

  /**
   * Returns an answer whose body is written while it is produced; the body is closed in any case.
   */
  public static Answer stream(String contentType, StreamedBody body) {
    return new Answer(200, NOTHING, body).with(Headers.CONTENT_TYPE, contentType);
  }

  public static Answer html(byte[] page) {
    return new Answer(200, HTML, page);
  }

  /** Returns a page that says that there is nothing here. */
  public static Answer htmlNotFound(byte[] page) {
    return new Answer(404, HTML, page);
  }

  /** Returns the form's page again, with its faults. */
  public static Answer htmlInvalid(byte[] page) {
    return new Answer(400, HTML, page);
  }

  /** Returns a page that says that it is too late for this. */
  public static Answer htmlConflict(byte[] page) {
    return new Answer(409, HTML, page);
  }

  /** Returns a page that says that this was here and is over. */
  public static Answer htmlGone(byte[] page) {
    return new Answer(410, HTML, page);
  }

  /** Returns a page that says why this is not done. */
  public static Answer htmlForbidden(byte[] page) {
    return new Answer(403, HTML, page);
  }

  public static Answer htmlTooMany(byte[] page, long retryAfterSeconds) {
    return new Answer(429, HTML, page)
        .with(Headers.RETRY_AFTER, Long.toString(Math.max(1, retryAfterSeconds)));
  }

  public static Answer htmlUnavailable(byte[] page, long retryAfterSeconds) {
    return new Answer(503, HTML, page)
        .with(Headers.RETRY_AFTER, Long.toString(Math.max(1, retryAfterSeconds)));
  }

  static Answer htmlOf(int status, byte[] page) {
    return new Answer(status, HTML, page);
  }

  /** Returns a redirect from an address that is no longer used. */
  public static Answer movedPermanently(String location) {
    return new Answer(301).with(Headers.LOCATION, location);
  }

  /** Returns a redirect after a form: the result is read at the location, with a GET. */
  public static Answer seeOther(String location) {
    return new Answer(303).with(Headers.LOCATION, location);
  }

  static Answer problem(int status, byte[] json) {
    return new Answer(status, PROBLEM, json).with(NO_STORE);
  }

  public Answer with(HeaderName name, String value) {
    if (name.equals(Headers.CACHE_CONTROL)) {
      headers.remove(NO_STORE);
    }
    headers.add(HeaderValues.create(name, value));
    return this;
  }

  public Answer with(Header header) {
    headers.add(header);
    return this;
  }

  /** Says that an earlier call with this idempotency key got the same answer. */
  public Answer replayed() {
    return with(REPLAYED);
  }
}

package dev.paylink.platform.http;

import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request for a handler: raw target, raw body, repeated headers kept apart. */
public final class Request {
  /** The largest body any call accepts. */
  public static final int MAX_BODY_BYTES = 64 * 1024;

  /**
   * How much a refused sender may send before we close: a sender cut off in the middle of its body
   * sees a reset instead of our answer.
   */
  static final int MAX_PUSHED_BYTES = MAX_BODY_BYTES + 1024 * 1024;

  private static final byte[] NO_BODY = {};

  private final ServerRequest request;
  private final String id;
  private final String source;
  private final Map<String, String> parameters;
  private final BodyRoom room;
  private final String docsAddress;
  private final List<Header> answerHeaders = new ArrayList<>(0);
  private byte @Nullable [] body;
  private @Nullable String actor;
  private @Nullable Problem problem;
  private @Nullable Answered answered;
  private boolean bodyBroken;
  private int roomTaken;

  Request(
      ServerRequest request,
      String id,
      String source,
      Map<String, String> parameters,
      BodyRoom room,
      String docsAddress) {
    this.request = request;
    this.id = id;
    this.source = source;
    this.parameters = parameters;
    this.room = room;
    this.docsAddress = docsAddress;
  }

  public String id() {
    return id;
  }

  /** Returns where the documentation is served, without a slash at the end. */
  String docsAddress() {
    return docsAddress;
  }

  /** Returns the sender's address, behind the proxies we trust. */
  public String source() {
    return source;
  }

  public String method() {
    return request.prologue().method().text();
  }

  /** Returns path and query exactly as on the request line, which is what a signature covers. */
  public String target() {
    HttpPrologue prologue = request.prologue();
    return prologue.hasQuery() ? path() + '?' + prologue.query().rawValue() : path();
  }

  /** Returns the path exactly as on the request line. */
  public String path() {
    return request.prologue().uriPath().rawPath();
  }

  /**
   * Returns false if the target differs from the request line: Helidon cuts a fragment off and
   * replaces bytes beyond ASCII. RFC 9112 allows neither.
   */
  static boolean hasIntactTarget(ServerRequest request) {
    String path = request.prologue().uriPath().rawPath();
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) > '~') {
        return false;
      }
    }
    return path.startsWith("/") && !request.prologue().fragment().hasValue();
  }

  public String parameter(String name) {
    return Objects.requireNonNull(parameters.get(name), name);
  }

  /** Returns a query parameter; null if absent or empty. */
  public @Nullable String query(String name) {
    if (!request.query().contains(name)) {
      return null;
    }
    List<String> values = request.query().all(name);
    if (values.size() > 1) {
      throw new Refused(Problem.invalidField(name, Message.of("field.twice")));
    }
    return values.isEmpty() || values.getFirst().isEmpty() ? null : values.getFirst();
  }

  Iterable<String> queryNames() {
    return request.query().names();
  }

  /** Returns a header's value; null if absent. Repeated headers read as their first value. */
  public @Nullable String header(HeaderName name) {
    return request.headers().contains(name) ? request.headers().get(name).get() : null;
  }

  /**
   * Returns a header's whole value; null if absent. Repeated headers are one value with commas in
   * between (RFC 9110, 5.3), so it is the same whether or not a proxy combines them.
   */
  public @Nullable String combinedHeader(HeaderName name) {
    return isRepeated(name)
        ? String.join(", ", request.headers().get(name).allValues())
        : header(name);
  }

  /** Returns the value of a cookie; null if the browser sent none of this name. */
  public @Nullable String cookie(String name) {
    String header = header(Headers.COOKIE);
    for (String pair : header == null ? new String[0] : header.split(";", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
        return pair.substring(equals + 1).strip();
      }
    }
    return null;
  }

  /** Returns the value of a header that was sent exactly once; otherwise null. */
  public @Nullable String single(HeaderName name) {
    return isRepeated(name) ? null : header(name);
  }

  public boolean isRepeated(HeaderName name) {
    return request.headers().contains(name) && request.headers().get(name).valueCount() > 1;
  }

  /** Returns whether the sender accepts that type by name. */
  public boolean accepts(String type) {
    String accept = header(Headers.ACCEPT);
    return accept != null
        && Arrays.stream(accept.split(",", -1))
            .anyMatch(one -> one.split(";", 2)[0].strip().equals(type));
  }

  /** Returns the body, at most {@link #MAX_BODY_BYTES}; more is refused. */
  public byte[] body() {
    if (body == null) {
      body = request.content().hasEntity() ? read() : NO_BODY;
    }
    return body;
  }

  /** Puts the body of an earlier request in place of the one sent: a form that was kept. */
  public void replaceBody(byte[] kept) {
    body = kept;
  }

  /** Returns the body, which must be declared as JSON or not declared at all. */
  public byte[] jsonBody() {
    byte[] bytes = body();
    String type = header(Headers.CONTENT_TYPE);
    if (type != null && bytes.length > 0) {
      String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      if (!essence.equals("application/json")) {
        throw new Refused(Problem.unsupportedMediaType());
      }
    }
    return bytes;
  }

  /** Returns the fields of the {@link #jsonBody}. */
  public Fields jsonFields() {
    return Fields.parse(jsonBody());
  }

  /** Returns why no route answers this request, for {@link Route#otherwise}. */
  Problem problem() {
    return Objects.requireNonNull(problem, "a route answers this request");
  }

  Request unanswered(Problem why) {
    this.problem = why;
    return this;
  }

  /** Puts a header on any answer, refusals and failures included. */
  void answerWith(Header header) {
    answerHeaders.add(header);
  }

  List<Header> answerHeaders() {
    return answerHeaders;
  }

  /** Remembers the caller, for the access log. */
  public void actor(String actorId) {
    this.actor = actorId;
  }

  @Nullable String actor() {
    return actor;
  }

  /** Called with the answer of a request. */
  @FunctionalInterface
  public interface Answered {
    /**
     * @param path without its query, cut where a secret is or could be
     * @param code the problem's; null if the answer is none
     */
    void answered(String path, int status, @Nullable String code, long nanos);
  }

  /** Has the listener called when this request is answered; a later listener replaces it. */
  public void whenAnswered(Answered listener) {
    this.answered = listener;
  }

  void answered(String path, int status, @Nullable String code, long nanos) {
    if (answered != null) {
      answered.answered(path, status, code, nanos);
    }
  }

  /** Ends the request: its body is no longer under way. */
  void giveBackRoom() {
    if (roomTaken > 0) { // few have any, and all share the count
      room.giveBack(roomTaken);
      roomTaken = 0;
    }
  }

  /** Returns true if the body ended early or had invalid chunks: its end is then unknown. */
  boolean isBodyBroken() {
    return bodyBroken;
  }

  private byte[] read() {
    long declared = request.headers().contentLength().orElse(Long.MAX_VALUE);
    int most = (int) Math.min(declared, MAX_BODY_BYTES + 1);
    if (roomTaken == 0) { // else this is the second try
      roomTaken = room.take(most);
    }
    // Never closed: that would wait for more. Helidon discards the rest when the answer is sent.
    InputStream in = request.content().inputStream();
    byte[] bytes;
    try {
      bytes = in.readNBytes(most);
    } catch (RequestException e) {
      bodyBroken = true;
      throw new Refused(Problem.transport(e.status().code(), Message.of("http.badbody")));
    } catch (IOException | RuntimeException e) { // Helidon reports it in several ways
      bodyBroken = true;
      throw new Refused(Problem.transport(400, Message.of("http.cutbody")));
    }
    if (bytes.length > MAX_BODY_BYTES) {
      throw new Refused(Problem.tooLarge(MAX_BODY_BYTES));
    }
    return bytes;
  }
}

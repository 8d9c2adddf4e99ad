package dev.paylink.platform.http;

import dev.paylink.platform.json.Fields;
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

/** One request as the handlers see it: raw target, raw body, headers told apart when repeated. */
public final class Request {
  /** The largest body any call takes. */
  public static final int MAX_BODY_BYTES = 64 * 1024;

  /**
   * What a refused sender may push before we hang up: one that is cut off in the middle of its body
   * sees a reset instead of our answer.
   */
  static final int MAX_PUSHED_BYTES = MAX_BODY_BYTES + 1024 * 1024;

  private static final byte[] NO_BODY = {};

  private final ServerRequest request;
  private final String id;
  private final String source;
  private final Map<String, String> parameters;
  private final List<Header> answerHeaders = new ArrayList<>(0);
  private byte @Nullable [] body;
  private @Nullable String actor;
  private @Nullable Problem problem;
  private boolean bodyBroken;

  Request(ServerRequest request, String id, String source, Map<String, String> parameters) {
    this.request = request;
    this.id = id;
    this.source = source;
    this.parameters = parameters;
  }

  public String id() {
    return id;
  }

  /** The sender's address, behind the proxies we trust. */
  public String source() {
    return source;
  }

  public String method() {
    return request.prologue().method().text();
  }

  /** Path and query exactly as on the request line, which is what a signature covers. */
  public String target() {
    HttpPrologue prologue = request.prologue();
    String path = prologue.uriPath().rawPath();
    return prologue.hasQuery() ? path + '?' + prologue.query().rawValue() : path;
  }

  /**
   * False for a target that we do not see as it was on the request line: Helidon cuts a fragment
   * off and replaces bytes beyond ASCII. RFC 9112 allows neither.
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

  /** A query parameter; null when absent or empty. */
  public @Nullable String query(String name) {
    if (!request.query().contains(name)) {
      return null;
    }
    List<String> values = request.query().all(name);
    if (values.size() > 1) {
      throw new Refused(Problem.invalidField(name, "is given more than once"));
    }
    return values.isEmpty() || values.getFirst().isEmpty() ? null : values.getFirst();
  }

  Iterable<String> queryNames() {
    return request.query().names();
  }

  /** A header's value; null when absent. Repeated headers read as their first value. */
  public @Nullable String header(HeaderName name) {
    return request.headers().contains(name) ? request.headers().get(name).get() : null;
  }

  public boolean isRepeated(HeaderName name) {
    return request.headers().contains(name) && request.headers().get(name).valueCount() > 1;
  }

  /** Whether the sender names that type among those it takes. */
  public boolean accepts(String type) {
    String accept = header(Headers.ACCEPT);
    return accept != null
        && Arrays.stream(accept.split(",", -1))
            .anyMatch(one -> one.split(";", 2)[0].strip().equals(type));
  }

  /** The body, at most {@link #MAX_BODY_BYTES} of it; more is refused. */
  public byte[] body() {
    if (body == null) {
      body = request.content().hasEntity() ? read() : NO_BODY;
    }
    return body;
  }

  /** The body, which must be declared as JSON or not declared at all. */
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

  /** The fields of the body, as {@link #jsonBody} has it. */
  public Fields jsonFields() {
    return Fields.parse(jsonBody());
  }

  /** Why no route answers this request, for {@link Route#otherwise}. */
  Problem problem() {
    return Objects.requireNonNull(problem, "a route answers this request");
  }

  Request unanswered(Problem why) {
    this.problem = why;
    return this;
  }

  /** Puts a header on whatever answer comes out, refusals and failures included. */
  void answerWith(Header header) {
    answerHeaders.add(header);
  }

  List<Header> answerHeaders() {
    return answerHeaders;
  }

  /** Remembers who is asking, for the access log. */
  public void actor(String actorId) {
    this.actor = actorId;
  }

  @Nullable String actor() {
    return actor;
  }

  /** True when the body ended early or was no valid chunks: where it ends is then unknown. */
  boolean isBodyBroken() {
    return bodyBroken;
  }

  private byte[] read() {
    long declared = request.headers().contentLength().orElse(Long.MAX_VALUE);
    // Never closed: that would wait for more. Helidon reads the rest away when the answer is sent.
    InputStream in = request.content().inputStream();
    byte[] bytes;
    try {
      bytes = in.readNBytes((int) Math.min(declared, MAX_BODY_BYTES + 1));
    } catch (RequestException e) {
      bodyBroken = true;
      throw new Refused(Problem.transport(e.status().code(), "The request body is not valid"));
    } catch (IOException | RuntimeException e) { // Helidon tells it in several ways
      bodyBroken = true;
      throw new Refused(Problem.transport(400, "The request body is incomplete"));
    }
    if (bytes.length > MAX_BODY_BYTES) {
      throw new Refused(Problem.tooLarge(MAX_BODY_BYTES));
    }
    return bytes;
  }
}

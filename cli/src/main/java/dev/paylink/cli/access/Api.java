package dev.paylink.cli.access;

import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.Version;
import dev.paylink.sdk.RequestSigner;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls the service, signed, and returns what it said as bytes. A refusal and an unreachable
 * service are errors that a person can act on.
 */
public final class Api {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(40); // more than the longest poll
  private static final byte[] NO_BODY = {};
  private static final String HINT = "Paylink-Hint";
  private static final int MOVED = 301;
  private static final int PAYMENT_REQUIRED = 402;
  private static final int NOT_FOUND = 404;

  private final Access access;
  private final InstantSource clock;
  private final HttpClient http;

  public Api(Access access, InstantSource clock) {
    this.access = access;
    this.clock = clock;
    this.http = QuickClient.of(access.url(), CONNECT);
  }

  /**
   * What the service said: JSON, and the same as it came.
   *
   * @param hint what a sandbox tells developers about a call that it has done; null if nothing
   */
  public record Said(Json json, String text, @Nullable String hint) {}

  public Said get(String target) {
    return send(signed("GET", target, NO_BODY, null).GET().build());
  }

  public Said post(String target, @Nullable Json body, @Nullable String idempotencyKey) {
    byte[] bytes = body == null ? NO_BODY : body.bytes();
    HttpRequest.Builder request = signed("POST", target, bytes, idempotencyKey);
    if (body != null) {
      request.setHeader("Content-Type", "application/json");
    }
    return send(request.POST(BodyPublishers.ofByteArray(bytes)).build());
  }

  public Said put(String target, Json body) {
    byte[] bytes = body.bytes();
    return send(
        signed("PUT", target, bytes, null)
            .setHeader("Content-Type", "application/json")
            .PUT(BodyPublishers.ofByteArray(bytes))
            .build());
  }

  public void delete(String target) {
    bytes(signed("DELETE", target, NO_BODY, null).DELETE().build());
  }

  /** Returns a file as it came. */
  public byte[] file(String target) {
    return bytes(signed("GET", target, NO_BODY, null).setHeader("Accept", "*/*").GET().build());
  }

  private byte[] bytes(HttpRequest request) {
    HttpResponse<byte[]> answer = answer(request);
    refuse(request.uri(), answer);
    return answer.body();
  }

  /**
   * Reads a public page, without a key, also by an address that it no longer has; returns null when
   * there is none.
   */
  public @Nullable String page(String path) {
    HttpRequest request = request(path).setHeader("Accept", "*/*").GET().build();
    HttpResponse<byte[]> answer = answer(request);
    if (answer.statusCode() == MOVED) {
      request =
          request(answer.headers().firstValue("Location").orElse(path))
              .setHeader("Accept", "*/*")
              .GET()
              .build();
      answer = answer(request);
    }
    if (answer.statusCode() == NOT_FOUND) {
      return null;
    }
    refuse(request.uri(), answer);
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  /**
   * Asks where software pays a payment (x402), with what was signed or without. Returns what is to
   * be paid, or how far the payment is.
   */
  public Said payable(String url, @Nullable String signature) {
    HttpRequest.Builder request = request(ofThisService(url));
    if (signature != null) {
      request.setHeader("PAYMENT-SIGNATURE", signature);
    }
    HttpRequest asked = request.GET().build();
    HttpResponse<byte[]> answer = answer(asked);
    if (answer.statusCode() != PAYMENT_REQUIRED) {
      refuse(asked.uri(), answer);
    }
    return said(asked, answer);
  }

  /** Returns the path behind the address of the service, wherever the service says that it is. */
  private String ofThisService(String url) {
    String base = access.url().getRawPath() == null ? "" : access.url().getRawPath();
    return URI.create(url).getRawPath().substring(base.length());
  }

  /** Asks the service whether it is a sandbox: a live one has no clock to read. */
  public boolean isSandbox() {
    HttpRequest request = signed("GET", "/sandbox/clock", NO_BODY, null).GET().build();
    HttpResponse<byte[]> answer = answer(request);
    if (answer.statusCode() == NOT_FOUND) {
      return false;
    }
    refuse(request.uri(), answer);
    Json clock = Json.read(answer.body());
    return clock != null && clock.text("now") != null;
  }

  public URI address() {
    return access.url();
  }

  /** Returns an id for a path, or says what it should look like. */
  public static String id(String kind, String prefix, String text) {
    if (!text.matches("[0-9A-Za-z_-]{1,255}")) {
      throw new CliError(
          "\"" + text + "\" is not the id of " + kind,
          "Such an id looks like " + prefix + "01m7….");
    }
    return text;
  }

  public static boolean isIdempotencyKey(String text) {
    return text.matches("(?! )[ -~]{1,255}(?<! )");
  }

  /** Signs in as a person and returns the session's cookie. */
  String signIn(Json login) {
    HttpRequest request =
        request("/merchant/login")
            .setHeader("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(login.bytes()))
            .build();
    HttpResponse<byte[]> answer = answer(request);
    refuse(request.uri(), answer);
    List<String> cookies = answer.headers().allValues("Set-Cookie");
    if (cookies.isEmpty()) {
      throw new CliError(access + " answered the sign-in without a session");
    }
    return cookies.getFirst().split(";", 2)[0];
  }

  /** Sends a call of a signed-in person. */
  Said asPerson(String cookie, String method, String target) {
    return send(
        request(target)
            .setHeader("Cookie", cookie)
            .method(method, BodyPublishers.noBody())
            .build());
  }

  private HttpRequest.Builder signed(
      String method, String target, byte[] body, @Nullable String idempotencyKey) {
    String timestamp = Long.toString(clock.instant().getEpochSecond());
    String path = access.url().getRawPath() == null ? "" : access.url().getRawPath();
    String canonical =
        RequestSigner.canonical(method, path + target, timestamp, body, idempotencyKey);
    HttpRequest.Builder request =
        request(target)
            .setHeader("X-API-Key", access.key())
            .setHeader("X-Secret-Key", access.secret())
            .setHeader("X-Timestamp", timestamp)
            .setHeader("X-Signature", RequestSigner.signature(access.secret(), canonical));
    return idempotencyKey == null
        ? request
        : request.setHeader("X-Idempotency-Key", idempotencyKey);
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create(access.url() + target))
        .setHeader("Accept", "application/json")
        .setHeader("User-Agent", "paylink-cli/" + Version.NUMBER)
        .timeout(ANSWER);
  }

  private Said send(HttpRequest request) {
    HttpResponse<byte[]> answer = answer(request);
    refuse(request.uri(), answer);
    return said(request, answer);
  }

  private Said said(HttpRequest request, HttpResponse<byte[]> answer) {
    Json json = Json.read(answer.body());
    if (json == null) {
      throw new CliError(
          request.uri() + " answered " + answer.statusCode() + " with what is not JSON",
          "Is this the address of a Payment Link Service? It came from " + access.from() + ".");
    }
    return new Said(
        json,
        new String(answer.body(), StandardCharsets.UTF_8),
        answer.headers().firstValue(HINT).orElse(null));
  }

  private HttpResponse<byte[]> answer(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliError("interrupted");
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /** Says where it tried, and why there was no answer. */
  public CliError unreachable(Throwable e) {
    return new CliError(
        "no answer from " + access + ": " + reason(e),
        "The address is that of "
            + access.from()
            + ". Is the service running? ./paylink sandbox starts one here; --url, PAYLINK_URL or"
            + " paylink login name another.");
  }

  private static String reason(Throwable e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "the host name is unknown";
      }
      if (cause instanceof HttpTimeoutException) {
        return "it took too long";
      }
      if (cause instanceof ConnectException) {
        reason = "connection refused";
      }
    }
    return reason;
  }

  /** Turns a problem document into a message; an answer that is none is named by its status. */
  private void refuse(URI uri, HttpResponse<byte[]> answer) {
    if (answer.statusCode() / 100 == 2) {
      return;
    }
    Json problem = Json.read(answer.body());
    String code = problem == null ? null : problem.text("code");
    if (problem == null || code == null) {
      throw new CliError(
          uri + " answered " + answer.statusCode(),
          "That is no answer of a Payment Link Service. The address came from "
              + access.from()
              + ".");
    }
    StringBuilder fault = new StringBuilder();
    fault.append(answer.statusCode()).append(' ').append(code).append(": ");
    List<Json> errors = problem.objects("errors");
    // The detail of several is the first of them, and how many more there are.
    fault.append(
        problem.text(errors.size() > 1 ? "title" : "detail", problem.text("title", "refused")));
    for (Json error : errors.size() > 1 ? errors : List.<Json>of()) {
      fault.append("\n  ").append(error.text("field", "")).append(": ");
      fault.append(error.text("message", ""));
    }
    String requestId = answer.headers().firstValue("X-Request-Id").orElse(null);
    if (requestId != null) {
      fault.append("\n  request ").append(requestId);
    }
    throw new CliError(fault.toString(), nextStep(code));
  }

  private String nextStep(String code) {
    return switch (code) {
      case "INVALID_API_KEY", "API_KEY_MISMATCH" ->
          "The key came from " + access.from() + ". Make sure that it is active, or paylink login.";
      case "TIMESTAMP_OUT_OF_RANGE" -> "Set this machine's clock.";
      case "SCOPE_MISSING" -> "Give the key this scope in the dashboard, or use another key.";
      case "MERCHANT_NOT_VERIFIED" -> "The dashboard's checklist says what is missing.";
      case "NOT_FOUND" ->
          "Simulated outcomes and the clock are there in a sandbox only; an older service has fewer"
              + " calls.";
      default -> access.url() + "/docs/errors/" + code + " explains it.";
    };
  }
}

package dev.paylink.sdk;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds requests to the service at one base address, each signed for the moment it is built and
 * for exactly the method, target, bytes and idempotency key that will be on the wire.
 */
final class SignedRequests {
  private static final byte[] NO_BODY = {};
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127([.][0-9]{1,3}){3}|\\[::1]");

  private final String baseUrl;
  private final Credentials credentials;
  private final Supplier<Instant> clock;

  SignedRequests(URI baseUrl, Credentials credentials, Supplier<Instant> clock, boolean plainHttp) {
    this.baseUrl = checked(baseUrl, plainHttp).toASCIIString().replaceFirst("/+$", "");
    this.credentials = credentials;
    this.clock = clock;
  }

  HttpRequest get(String path) {
    return signed("GET", path, NO_BODY, null).GET().build();
  }

  HttpRequest post(String path) {
    return signed("POST", path, NO_BODY, null).POST(BodyPublishers.noBody()).build();
  }

  HttpRequest post(String path, byte[] json) {
    return post(path, json, null);
  }

  HttpRequest post(String path, byte[] json, @Nullable String idempotencyKey) {
    return signed("POST", path, json, idempotencyKey)
        .setHeader("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(json))
        .build();
  }

  HttpRequest any(
      String method, String path, byte @Nullable [] json, @Nullable String idempotencyKey) {
    HttpRequest.Builder request =
        signed(method, path, json == null ? NO_BODY : json, idempotencyKey)
            .method(
                method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(json));
    if (json != null) {
      request.setHeader("Content-Type", "application/json");
    }
    return request.build();
  }

  @Override
  public String toString() {
    return baseUrl;
  }

  private HttpRequest.Builder signed(
      String method, String path, byte[] body, @Nullable String idempotencyKey) {
    URI uri = URI.create(baseUrl + path);
    // The same composition as the JDK's request line; a base address may have a path of its own.
    String query = uri.getRawQuery();
    String target = query == null ? uri.getRawPath() : uri.getRawPath() + '?' + query;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .setHeader("Accept", "application/json, application/problem+json")
            .setHeader("User-Agent", "paylink-sdk-java");
    credentials.sign(request, method, target, clock.get(), body, idempotencyKey);
    return request;
  }

  /** Refuses an address without quoting it, since it may hold a password. */
  private static URI checked(URI baseUrl, boolean plainHttp) {
    String scheme = baseUrl.getScheme();
    if (!("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme))
        || baseUrl.getHost() == null
        || baseUrl.getRawUserInfo() != null
        || baseUrl.getRawQuery() != null
        || baseUrl.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "baseUrl: https://, a host, no user, no query, no fragment");
    }
    if (!plainHttp
        && "http".equalsIgnoreCase(scheme)
        && !LOOPBACK.matcher(baseUrl.getHost()).matches()) {
      throw new IllegalArgumentException(
          "baseUrl: https, because every call carries the secret key; http works to this machine"
              + " (loopback), or with ClientOptions.withPlainHttp in a network you trust");
    }
    return baseUrl;
  }
}

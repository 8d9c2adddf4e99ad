package dev.paylink.sdk;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;

/**
 * Builds requests to the service at one base address, each signed for the moment it is built and
 * for exactly the method, target, bytes and idempotency key that will be on the wire.
 */
final class SignedRequests {
  private static final byte[] NO_BODY = {};
  private static final String NO_KEY = "";

  private final String baseUrl;
  private final Credentials credentials;
  private final InstantSource clock;

  SignedRequests(URI baseUrl, Credentials credentials, InstantSource clock) {
    this.baseUrl = checked(baseUrl).toASCIIString().replaceFirst("/+$", "");
    this.credentials = credentials;
    this.clock = clock;
  }

  HttpRequest get(String path) {
    return signed("GET", path, NO_BODY, NO_KEY).GET().build();
  }

  HttpRequest post(String path) {
    return signed("POST", path, NO_BODY, NO_KEY).POST(BodyPublishers.noBody()).build();
  }

  HttpRequest post(String path, byte[] json, String idempotencyKey) {
    return signed("POST", path, json, idempotencyKey)
        .setHeader("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(json))
        .build();
  }

  @Override
  public String toString() {
    return baseUrl;
  }

  private HttpRequest.Builder signed(
      String method, String path, byte[] body, String idempotencyKey) {
    URI uri = URI.create(baseUrl + path);
    // The same composition as the JDK's request line; a base address may have a path of its own.
    String query = uri.getRawQuery();
    String target = query == null ? uri.getRawPath() : uri.getRawPath() + '?' + query;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .setHeader("Accept", "application/json, application/problem+json")
            .setHeader("User-Agent", "paylink-sdk-java");
    credentials.sign(request, method, target, clock.instant(), body, idempotencyKey);
    return request;
  }

  /** Refuses an address without quoting it, since it may hold a password. */
  private static URI checked(URI baseUrl) {
    String scheme = baseUrl.getScheme();
    if (!("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme))
        || baseUrl.getHost() == null
        || baseUrl.getRawUserInfo() != null
        || baseUrl.getRawQuery() != null
        || baseUrl.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "baseUrl: http or https, a host, no user, no query, no fragment");
    }
    return baseUrl;
  }
}

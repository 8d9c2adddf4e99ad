package dev.paylink.platform.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;

/** The headers this service reads or writes, each created once. */
public final class Headers {
  public static final HeaderName AUTHORIZATION = HeaderNames.AUTHORIZATION;
  public static final HeaderName CONTENT_TYPE = HeaderNames.CONTENT_TYPE;
  public static final HeaderName COOKIE = HeaderNames.COOKIE;
  public static final HeaderName SET_COOKIE = HeaderNames.SET_COOKIE;
  static final HeaderName ALLOW = HeaderNames.ALLOW;
  public static final HeaderName HOST = HeaderNames.HOST;
  public static final HeaderName ORIGIN = HeaderNames.ORIGIN;
  public static final HeaderName RETRY_AFTER = HeaderNames.RETRY_AFTER;
  public static final HeaderName CACHE_CONTROL = HeaderNames.CACHE_CONTROL;
  static final HeaderName LOCATION = HeaderNames.LOCATION;
  public static final HeaderName VARY = HeaderNames.VARY;
  public static final HeaderName USER_AGENT = HeaderNames.USER_AGENT;
  static final HeaderName ACCEPT = HeaderNames.ACCEPT;
  public static final HeaderName ACCEPT_LANGUAGE = HeaderNames.ACCEPT_LANGUAGE;
  public static final HeaderName ACCEPT_ENCODING = HeaderNames.ACCEPT_ENCODING;
  public static final HeaderName CONTENT_ENCODING = HeaderNames.CONTENT_ENCODING;
  public static final HeaderName ACCESS_CONTROL_ALLOW_ORIGIN =
      HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN;
  public static final HeaderName SEC_FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
  public static final HeaderName WWW_AUTHENTICATE = HeaderNames.WWW_AUTHENTICATE;
  public static final HeaderName DPOP = HeaderNames.create("DPoP");
  static final HeaderName X_FORWARDED_FOR = HeaderNames.X_FORWARDED_FOR;
  static final HeaderName PAYLINK_VERSION = HeaderNames.create("Paylink-Version");
  public static final HeaderName PAYLINK_HINT = HeaderNames.create("Paylink-Hint");
  static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");
  static final HeaderName X_REQUEST_ID = HeaderNames.create("X-Request-Id");
  public static final HeaderName X_API_KEY = HeaderNames.create("X-API-Key");
  public static final HeaderName X_SECRET_KEY = HeaderNames.create("X-Secret-Key");
  public static final HeaderName X_TIMESTAMP = HeaderNames.create("X-Timestamp");
  public static final HeaderName X_SIGNATURE = HeaderNames.create("X-Signature");
  public static final HeaderName X_IDEMPOTENCY_KEY = HeaderNames.create("X-Idempotency-Key");
  public static final HeaderName PAYMENT_REQUIRED = HeaderNames.create("PAYMENT-REQUIRED");
  public static final HeaderName PAYMENT_SIGNATURE = HeaderNames.create("PAYMENT-SIGNATURE");
  public static final HeaderName PAYMENT_RESPONSE = HeaderNames.create("PAYMENT-RESPONSE");
  public static final HeaderName X_LINK_TOKEN = HeaderNames.create("X-Link-Token");
  public static final HeaderName IDEMPOTENT_REPLAYED = HeaderNames.create("Idempotent-Replayed");
  public static final HeaderName RATE_LIMIT = HeaderNames.create("RateLimit");
  public static final HeaderName RATE_LIMIT_POLICY = HeaderNames.create("RateLimit-Policy");
  public static final HeaderName CONTENT_DISPOSITION = HeaderNames.CONTENT_DISPOSITION;
  public static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");
  public static final HeaderName REFRESH = HeaderNames.create("Refresh");
  public static final HeaderName REFERRER_POLICY = HeaderNames.create("Referrer-Policy");
  static final HeaderName X_CONTENT_TYPE_OPTIONS = HeaderNames.create("X-Content-Type-Options");
  static final HeaderName STRICT_TRANSPORT_SECURITY = HeaderNames.STRICT_TRANSPORT_SECURITY;

  private Headers() {}
}

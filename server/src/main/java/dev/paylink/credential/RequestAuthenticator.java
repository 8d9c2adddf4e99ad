package dev.paylink.credential;

import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Pause;
import dev.paylink.requestlog.RequestLog;

/**
 * Authenticates a server-to-server request. The checks run in the published order; the first that
 * fails determines the response. Nothing is parsed before it is verified.
 */
final class RequestAuthenticator {
  private static final String BEARER = "Bearer ";
  private static final String SECRET = "sk_";

  private final Credentials credentials;
  private final KeyUsage usage;
  private final FailureLimiter failures;
  private final SignatureCheck signatures;
  private final RequestLog log;

  RequestAuthenticator(
      Credentials credentials,
      KeyUsage usage,
      FailureLimiter failures,
      SignatureCheck signatures,
      RequestLog log) {
    this.credentials = credentials;
    this.usage = usage;
    this.failures = failures;
    this.signatures = signatures;
    this.log = log;
  }

  /** Returns the caller, or refuses the request. */
  Caller authenticate(Request request, Signature signature) {
    request.body(); // refuses more than 64 KiB before any other check
    String apiKey = presentedKey(request);
    String secretKey = request.header(Headers.X_SECRET_KEY);
    Pause pause = failures.pause(request.source(), apiKey);
    if (pause != null) {
      log.named(request, apiKey);
      throw pause.refused();
    }
    Caller caller =
        apiKey.isEmpty() || secretKey == null || hasRepeatedCredentials(request)
            ? null
            : credentials.find(apiKey, secretKey, request.source());
    if (caller == null || secretKey == null) {
      log.named(request, apiKey);
      failures.failed(request.source(), apiKey);
      throw new Rejection(CredentialError.INVALID_API_KEY, invalid(apiKey));
    }
    failures.authenticated(request.source(), apiKey);
    request.actor(caller.keyId().toString());
    log.called(request, caller.merchantId(), caller.keyId());
    checkExplicitKey(request, apiKey, signature);
    if (signature == Signature.REQUIRED || hasSignatureHeader(request)) {
      signatures.check(request, secretKey);
    }
    usage.used(caller.keyId(), request.source());
    return caller;
  }

  /** Says what is missing where it is no secret; else not what is wrong. */
  private static Message invalid(String apiKey) {
    if (apiKey.isEmpty()) {
      return Message.of("key.missing");
    }
    return apiKey.startsWith(SECRET) ? Message.of("key.secretalone") : Message.of("key.invalid");
  }

  private static String presentedKey(Request request) {
    String authorization = request.header(Headers.AUTHORIZATION);
    if (authorization == null) {
      String key = request.header(Headers.X_API_KEY);
      return key == null ? "" : key;
    }
    return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? authorization.substring(BEARER.length()).strip()
        : "";
  }

  private static boolean hasRepeatedCredentials(Request request) {
    return request.isRepeated(Headers.AUTHORIZATION)
        || request.isRepeated(Headers.X_API_KEY)
        || request.isRepeated(Headers.X_SECRET_KEY);
  }

  private static void checkExplicitKey(Request request, String apiKey, Signature signature) {
    String explicit = request.header(Headers.X_API_KEY);
    boolean matches = explicit == null ? signature == Signature.OPTIONAL : explicit.equals(apiKey);
    if (!matches) {
      throw new Rejection(CredentialError.API_KEY_MISMATCH, Message.of("key.mismatch"));
    }
  }

  private static boolean hasSignatureHeader(Request request) {
    return request.header(Headers.X_TIMESTAMP) != null
        || request.header(Headers.X_SIGNATURE) != null;
  }
}

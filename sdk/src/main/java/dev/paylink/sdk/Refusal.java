package dev.paylink.sdk;

import static dev.paylink.sdk.PaymentLinkException.UNEXPECTED_ANSWER;

import dev.paylink.sdk.PaymentLinkException.FieldError;
import dev.paylink.sdk.json.JsonException;
import dev.paylink.sdk.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns any unusable answer into a {@link PaymentLinkException}, and never fails at it: a problem
 * document (RFC 9457) is read, anything else is named by its status alone. A body that is not the
 * service's own is not quoted, since a proxy may echo the request's headers in it.
 */
final class Refusal {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private Refusal() {}

  /** Returns the exception for an answer whose status is not a success. */
  static PaymentLinkException of(HttpResponse<byte[]> answer) {
    String type = answer.headers().firstValue("Content-Type").orElse("");
    if (type.toLowerCase(Locale.ROOT).startsWith("application/problem+json")) {
      try {
        return problem(answer, JsonObject.parse(answer.body()));
      } catch (JsonException e) {
        return unexpected(answer, "the problem document is unreadable: " + e.getMessage());
      }
    }
    return unexpected(answer, "the answer is not from the service; check the base address");
  }

  /**
   * Returns the exception for a successful answer whose body is not what the interface promises.
   */
  static PaymentLinkException unreadable(HttpResponse<byte[]> answer, JsonException why) {
    return unexpected(answer, "the answer is unreadable: " + why.getMessage());
  }

  private static PaymentLinkException problem(HttpResponse<byte[]> answer, JsonObject body) {
    String detail = body.textOrNull("detail");
    String requestId = body.textOrNull("requestId");
    return new PaymentLinkException(
        answer.statusCode(),
        body.text("code"),
        detail == null ? "no detail given" : detail,
        requestId == null ? requestIdHeader(answer) : requestId,
        retryAfter(answer),
        errors(body),
        body.textOrNull("paymentId"));
  }

  private static List<FieldError> errors(JsonObject body) {
    if (!body.fields().containsKey("errors")) {
      return List.of();
    }
    return body.objects("errors").stream()
        .map(error -> new FieldError(error.text("field"), error.text("message")))
        .collect(Collectors.toUnmodifiableList());
  }

  private static PaymentLinkException unexpected(HttpResponse<byte[]> answer, String detail) {
    return new PaymentLinkException(
        answer.statusCode(),
        UNEXPECTED_ANSWER,
        detail,
        requestIdHeader(answer),
        retryAfter(answer),
        List.of(),
        null);
  }

  private static @Nullable String requestIdHeader(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("X-Request-Id").orElse(null);
  }

  /**
   * Returns the wait in seconds, as the service sends it; a date, which HTTP also allows, counts as
   * absent.
   */
  private static @Nullable Duration retryAfter(HttpResponse<byte[]> answer) {
    return answer
        .headers()
        .firstValue("Retry-After")
        .filter(value -> SECONDS.matcher(value).matches())
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .orElse(null);
  }
}

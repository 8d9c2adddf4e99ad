package dev.paylink.webhook.endpoint;

import dev.paylink.platform.language.Message;
import dev.paylink.platform.trace.Span;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Sends webhooks to addresses that merchants chose: one request per attempt, within one budget,
 * only to addresses that the policy allows. Every failure is reported in the outcome.
 */
public final class WebhookClient implements AutoCloseable {
  /**
   * The time for a whole attempt: name, connection, TLS, request, and the part of the answer that
   * is read.
   */
  public static final Duration BUDGET = Duration.ofSeconds(10);

  /** Short, because a merchant waits for it; a name not found in time is accepted. */
  private static final Duration LOOKUP_ON_SAVE = Duration.ofSeconds(2);

  private final Targets targets;
  private final Transports transports;

  public WebhookClient(Targets targets) {
    this(targets, new Lookups(Resolver.SYSTEM), BUDGET);
  }

  WebhookClient(Targets targets, Lookups lookups, Duration budget) {
    this.targets = targets;
    this.transports = new Transports(targets, lookups, budget);
  }

  /** Returns why this address cannot be a webhook's, in words for its owner; null if it can. */
  public @Nullable Message refusal(String url) {
    return switch (TargetUrl.judge(url, targets)) {
      case TargetUrl.Refused refused -> refused.why();
      case TargetUrl.Literal literal -> null;
      case TargetUrl.Named named -> faultOfName(named);
    };
  }

  /**
   * Makes one attempt within 10 s; the outcome says what went wrong. It hands on the span of this
   * thread, if there is one, and tells it the outcome.
   */
  public AttemptResult post(String url, Map<String, String> headers, byte[] body) {
    Span span = Span.current();
    if (span == null) {
      return send(url, headers, body);
    }
    Map<String, String> traced = new LinkedHashMap<>(headers);
    traced.put("traceparent", span.traceparent());
    AttemptResult outcome = send(url, traced, body);
    span.put("http.request.method", "POST");
    Integer status = outcome.status();
    if (status != null) {
      span.put("http.response.status_code", status);
    }
    if (!outcome.isDelivered()) {
      span.failed(status == null ? "no answer" : status.toString());
    }
    return outcome;
  }

  private AttemptResult send(String url, Map<String, String> headers, byte[] body) {
    Attempt attempt = new Attempt();
    return switch (TargetUrl.judge(url, targets)) {
      case TargetUrl.Refused refused -> attempt.refused(refused.detail());
      case TargetUrl.Accepted accepted -> {
        Request.Builder request = new Request.Builder().url(accepted.url());
        yield attempt.send(transports.of(accepted), request, headers, body);
      }
    };
  }

  /** Returns the host of an address; all of it if it has none. */
  public static String hostOf(String url) {
    int start = url.indexOf("://") + 3;
    for (int i = start; i < url.length(); i++) {
      if ("/:?#".indexOf(url.charAt(i)) >= 0) {
        return url.substring(start, i);
      }
    }
    return url.substring(Math.min(start, url.length()));
  }

  /** Ends attempts under way; their outcomes say so. */
  @Override
  public void close() {
    transports.close();
  }

  /**
   * Returns the fault of a name. A name that does not resolve now may do so later; its address is
   * checked again when it is dialled.
   */
  private @Nullable Message faultOfName(TargetUrl.Named named) {
    String name = named.url().host();
    try {
      AllowedAddresses.Fault fault =
          named.reach().fault(transports.lookups().find(name, LOOKUP_ON_SAVE));
      return fault == null ? null : Message.of("urlaway", name, fault.address(), fault.kind());
    } catch (NotDialled e) {
      return named.url().isHttps() || targets.isListed(name) ? null : Message.of("urlhttps");
    }
  }
}

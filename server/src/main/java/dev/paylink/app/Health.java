package dev.paylink.app;

import dev.paylink.platform.ClockOffset;
import dev.paylink.platform.error.CommonError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.queue.FailureStreak;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints for an orchestrator: alive (this process runs), ready (it can store a payment now,
 * by a clock that is right, and is neither starting nor stopping), and the metrics.
 */
final class Health {
  private static final Logger LOG = System.getLogger(Health.class.getName());
  private static final byte[] UP = Json.object().put("status", "up").bytes();

  private final Readiness readiness;
  private final ClockOffset clock;
  private final PrometheusMeterRegistry registry;
  private final AtomicBoolean troubled = new AtomicBoolean();
  private volatile boolean started;
  private volatile boolean stopping;

  /**
   * @param creates the recent creates of this node, successful or failed; null if this node makes
   *     none
   */
  Health(Node node, @Nullable FailureStreak creates) {
    this.readiness = new Readiness(node.database().commitProbe(), creates);
    this.clock = node.clockOffset();
    this.registry = node.registry();
    node.gauges().ready(() -> trouble() == null);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/health/live", request -> Answer.ok(UP)),
        Route.get("/health/ready", request -> ready()),
        Route.get("/metrics", request -> metrics()));
  }

  /** Marks this node as started: from now on it may be ready. */
  void started() {
    started = true;
  }

  /** Marks this node as stopping: from now on it is not ready. */
  void stopping() {
    stopping = true;
  }

  /** Returns why this node is not ready; null if it is. */
  private @Nullable String trouble() {
    if (stopping || !started) {
      return stopping ? "the node is stopping" : "the node is starting";
    }
    String wrongClock = clock.trouble();
    return wrongClock == null ? readiness.trouble() : wrongClock;
  }

  private Answer ready() {
    String trouble = trouble();
    if (stopping || !started) {
      throw notReady(stopping ? "the node is stopping" : "the node is starting");
    }
    if (troubled.getAndSet(trouble != null) != (trouble != null)) {
      LOG.log(
          trouble == null ? Level.INFO : Level.WARNING,
          trouble == null ? "ready again" : "not ready: " + trouble);
    }
    if (trouble != null) {
      throw notReady(trouble);
    }
    return Answer.ok(UP);
  }

  private static Rejection notReady(String reason) {
    return new Rejection(CommonError.UNAVAILABLE, Message.of("http.notready", reason));
  }

  private Answer metrics() {
    return Answer.okAs(
        "text/plain; version=0.0.4; charset=utf-8",
        registry.scrape().getBytes(StandardCharsets.UTF_8));
  }
}

package dev.paylink.app;

import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.queue.Unavailable;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What an orchestrator asks: alive (this process runs), ready (it can take a payment now, so its
 * database answers and it is not stopping), and the metrics.
 */
final class Health {
  private static final byte[] UP = Json.object().put("status", "up").bytes();

  private final Database database;
  private final PrometheusMeterRegistry registry;
  private volatile boolean stopping;

  Health(Database database, PrometheusMeterRegistry registry) {
    this.database = database;
    this.registry = registry;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/health/live", request -> Answer.ok(UP)),
        Route.get("/health/ready", request -> ready()),
        Route.get("/metrics", request -> metrics()));
  }

  /** From now on this node asks to be left out. */
  void stopping() {
    stopping = true;
  }

  private Answer ready() {
    if (stopping || !database.isReachable()) {
      throw new Unavailable(stopping ? "stopping" : "the database is away", null);
    }
    return Answer.ok(UP);
  }

  private Answer metrics() {
    return Answer.okAs(
        "text/plain; version=0.0.4; charset=utf-8",
        registry.scrape().getBytes(StandardCharsets.UTF_8));
  }
}

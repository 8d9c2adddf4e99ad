package dev.paylink.desk;

import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.operator.account.Permission;
import dev.paylink.payment.create.PaymentWriter;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.DatabaseState;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.figures.MismatchQueries;
import dev.paylink.settlement.suspend.SuspendTokens;
import dev.paylink.webhook.delivery.DeliveryQueueQueries;
import dev.paylink.webhook.delivery.ExhaustedQueries;
import dev.paylink.webhook.settings.WebhookHealthQueries;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The work that waits for the operator, and the state of the queues and the database. The page also
 * works while the database is down: that is when it is needed most.
 */
record OverviewPage(
    DeskDoor door,
    FindMerchants merchants,
    ExhaustedQueries exhausted,
    WebhookHealthQueries health,
    MismatchQueries mismatches,
    SuspendTokens tokens,
    DeliveryQueueQueries queue,
    Database database,
    MeterRegistry registry,
    List<String> auditKeys) {
  static final Duration RECENT = Duration.ofDays(7);

  /** The counts of what waits for a person and what waits for a machine, for all nodes together. */
  record Figures(
      int toReview,
      int held,
      int exhausted,
      int failing,
      int mismatches,
      DeliveryQueueQueries.Depth depth,
      DatabaseState database) {}

  /** One queue of this node. */
  record NodeQueue(String name, String what, int waiting, int most) {}

  /** {@code figures} is null while the database does not answer. */
  record View(
      Panel panel,
      Instant at,
      @Nullable Figures figures,
      List<NodeQueue> queues,
      int underWay,
      List<String> auditKeys) {}

  List<Route> routes() {
    return List.of(door.page(Permission.READ, DeskPaths.HOME, this::show));
  }

  private Answer show(OperatorVisit visit) {
    View view =
        new View(
            visit.panel(DeskSection.OVERVIEW),
            Instant.now(),
            figures(),
            List.of(
                new NodeQueue(
                    "Creates",
                    "wait for the next commit",
                    gauge("paylink.writer.queue"),
                    PaymentWriter.QUEUE_CAPACITY),
                new NodeQueue(
                    "Outcomes",
                    "wait for the next commit",
                    gauge("paylink.settlement.queue"),
                    ApplyReport.QUEUE_CAPACITY),
                new NodeQueue(
                    "Reads",
                    "wait for the next query",
                    gauge("paylink.reader.queue"),
                    PaymentReader.QUEUE_CAPACITY)),
            gauge("paylink.webhook.underway"),
            auditKeys);
    return Answer.html(visit.draw("overview", view));
  }

  private @Nullable Figures figures() {
    return DeskDoor.unlessOutage(
        () ->
            new Figures(
                merchants.countToReview(),
                tokens.countHeld(),
                exhausted.count(),
                health.failing().size(),
                mismatches.countSince(Instant.now().minus(RECENT)),
                queue.depth(),
                database.state()));
  }

  private int gauge(String name) {
    Gauge gauge = registry.find(name).gauge();
    return gauge == null ? 0 : (int) gauge.value();
  }
}

package dev.paylink.webhook.delivery;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.queue.Loop;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Sends again all that was exhausted between two times, over all merchants: what an operator does
 * after an outage of our own.
 *
 * <ul>
 *   <li>Where the settings say so, two operators have to agree.
 *   <li>An order is stored, then carried out in batches of {@link #BATCH}, each merchant's part in
 *       one transaction: marked, queued, counted, and told in the merchant's log. After a crash any
 *       node goes on; what is marked is not sent twice.
 *   <li>The time span must be in the past, so an event that is exhausted again is not sent a third
 *       time.
 * </ul>
 */
public final class RedeliverForAll implements AutoCloseable {
  public static final int MAX_REASON = 500;

  /** The longest time between the two times. */
  public static final Duration MAX_SPAN = Duration.ofDays(31);

  /** The most orders that a list shows. */
  public static final int MAX_SHOWN = 50;

  static final int BATCH = 500;

  private static final Logger LOG = System.getLogger(RedeliverForAll.class.getName());
  private static final Duration ROUND = Duration.ofSeconds(10);
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final RedeliveryOrderStore orders = new RedeliveryOrderStore();
  private final ExhaustedQueries exhausted;
  private final Jdbi jdbi;
  private final InstantSource clock;
  private final Operators operators;
  private final Redeliver redeliver;
  private final Loop loop;

  public RedeliverForAll(
      Database database, Operators operators, Redeliver redeliver, MeterRegistry registry) {
    this.jdbi = database.workers();
    this.clock = database.clock();
    this.exhausted = new ExhaustedQueries(jdbi);
    this.operators = operators;
    this.redeliver = redeliver;
    operators.approvals().register(FourEyes.redelivery, new Work());
    this.loop = new Loop("redelivery-for-all", ROUND, this::round);
    loop.meter(registry);
    loop.start();
  }

  /** The times and the reason. */
  public record Wish(Instant from, Instant to, String reason) {
    private static final String BETWEEN = "/";

    /** Refuses times in the wrong order, or too far apart. */
    public Wish {
      if (!from.isBefore(to)) {
        throw Rejection.invalid("to", Message.of("field.laterfrom"));
      }
      if (Duration.between(from, to).compareTo(MAX_SPAN) > 0) {
        throw Rejection.invalid("to", Message.of("field.span", MAX_SPAN.toDays()));
      }
    }

    private String subject() {
      return Timestamps.format(from) + BETWEEN + Timestamps.format(to);
    }

    private static Wish of(String subject, String reason) {
      int at = subject.indexOf(BETWEEN);
      return new Wish(
          Instant.parse(subject.substring(0, at)),
          Instant.parse(subject.substring(at + 1)),
          reason);
    }
  }

  /**
   * Orders it; refuses times that are not over by the clock that deliveries have. Returns what
   * another operator has to agree to; null if it is under way.
   */
  public @Nullable Approval order(ActingOperator by, Wish wish) {
    if (wish.to.isAfter(clock.instant())) {
      throw Rejection.invalid("to", Message.of("field.past"));
    }
    if (operators.approvals().needs(FourEyes.redelivery)) {
      return operators
          .approvals()
          .request(by, FourEyes.redelivery, wish.subject(), wish.reason, null);
    }
    jdbi.useTransaction(handle -> order(handle, wish, by.actor()));
    loop.wake();
    return null;
  }

  /** Returns the newest orders, the newest first. */
  public List<RedeliveryOrder> newest() {
    return jdbi.withHandle(handle -> orders.newest(handle, MAX_SHOWN));
  }

  @Override
  public void close() {
    loop.close(GOODBYE);
  }

  private void order(Handle handle, Wish wish, Actor by) {
    orders.insert(handle, wish.from, wish.to, wish.reason, by);
    operators
        .log()
        .record(handle, by, "redelivery.ordered", null, wish.subject() + ": " + wish.reason);
  }

  /** Carries out the next batch of the oldest order. */
  private void round() {
    RedeliveryOrder order = jdbi.withHandle(orders::nextOpen);
    if (order != null) {
      carryOut(order);
      loop.wake();
    }
  }

  private void carryOut(RedeliveryOrder order) {
    List<ExhaustedQueries.Run> batch = exhausted.between(order, BATCH);
    if (batch.isEmpty()) {
      finish(order);
      return;
    }
    Map<MerchantId, List<ExhaustedQueries.Run>> byMerchant =
        batch.stream()
            .collect(
                Collectors.groupingBy(
                    ExhaustedQueries.Run::merchantId, LinkedHashMap::new, Collectors.toList()));
    int skipped = 0;
    for (Map.Entry<MerchantId, List<ExhaustedQueries.Run>> runs : byMerchant.entrySet()) {
      skipped += jdbi.inTransaction(handle -> send(handle, order, runs.getKey(), runs.getValue()));
    }
    int notSent = skipped;
    ExhaustedQueries.Run last = batch.getLast();
    jdbi.useTransaction(handle -> orders.advance(handle, order, last.dueAt(), last.id(), notSent));
    redeliver.wake();
  }

  /** Sends the runs of one merchant again; returns how many no active webhook asks for. */
  private int send(
      Handle handle, RedeliveryOrder order, MerchantId merchant, List<ExhaustedQueries.Run> runs) {
    if (!orders.lockOpen(handle, order.id())) {
      return 0;
    }
    Redeliver.Sent sent =
        redeliver.runs(handle, merchant, order.actor(), runs, "exhausted " + order.times());
    orders.count(handle, order.id(), sent.events());
    return sent.skipped();
  }

  private void finish(RedeliveryOrder order) {
    RedeliveryOrder finished =
        jdbi.inTransaction(
            handle -> {
              RedeliveryOrder whole = orders.finish(handle, order.id());
              if (whole != null) {
                operators
                    .log()
                    .record(handle, whole.actor(), "redelivery.finished", null, result(whole));
              }
              return whole;
            });
    if (finished != null) {
      LOG.log(Level.INFO, "{0}", result(finished));
    }
  }

  private static String result(RedeliveryOrder order) {
    return "%s: %d events sent again, %d skipped, exhausted %s"
        .formatted(order.id(), order.events(), order.skipped(), order.times());
  }

  /** Its subject are the two times, its details the reason. */
  private final class Work implements TwoPersonWork {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      Wish wish = Wish.of(subject, details);
      int count = exhausted.count(handle, wish.from, wish.to);
      return new Plan(
          "Send again all webhooks that were exhausted from %s to %s, of all merchants (%s): %s"
              .formatted(
                  Timestamps.format(wish.from),
                  Timestamps.format(wish.to),
                  count < ExhaustedQueries.MAX_COUNTED
                      ? String.valueOf(count)
                      : ExhaustedQueries.MAX_COUNTED + " or more",
                  details),
          subject);
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      RedeliverForAll.this.order(
          handle, Wish.of(approval.subject(), approval.details()), by.actor());
      return null;
    }

    @Override
    public void done() {
      loop.wake();
    }
  }
}

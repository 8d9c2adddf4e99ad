package dev.paylink.bench.webhooks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Outcomes for one endpoint at an even rate. */
record Flow(Endpoint endpoint, double perSecond) {
  /** One rate, shared by several endpoints. */
  static List<Flow> shared(List<Endpoint> endpoints, double perSecond) {
    double each = perSecond / endpoints.size();
    return endpoints.stream().map(endpoint -> new Flow(endpoint, each)).toList();
  }

  /** All the outcomes of some flows in the order of their times, the flows evenly shifted. */
  static List<Outcome> plan(List<Flow> flows, int seconds, long startNanos) {
    List<Outcome> plan = new ArrayList<>();
    for (int i = 0; i < flows.size(); i++) {
      flows.get(i).addTo(plan, seconds, startNanos, (double) i / flows.size());
    }
    plan.sort(Comparator.comparingLong(outcome -> outcome.dueNanos() - startNanos));
    return plan;
  }

  private void addTo(List<Outcome> plan, int seconds, long startNanos, double shift) {
    double gapNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    long count = Math.round(seconds * perSecond);
    for (int i = 0; i < count; i++) {
      plan.add(new Outcome(endpoint, startNanos + (long) ((i + shift) * gapNanos)));
    }
  }
}

package dev.paylink.platform.trace;

import io.github.bucket4j.Bucket;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides what is traced: what a caller wants traced, a share of what no caller decides, and
 * whatever is below a traced span of ours. Anybody can want every call traced, so callers together
 * get {@link #PER_SECOND} traces a second; after that the share decides about theirs, too.
 */
final class CallerSampler implements Sampler {
  static final int PER_SECOND = 100;

  private final Sampler share;
  private final AtomicLong dropped;
  private final Bucket budget =
      Bucket.builder()
          .addLimit(
              limit -> limit.capacity(PER_SECOND).refillGreedy(PER_SECOND, Duration.ofSeconds(1)))
          .build();

  CallerSampler(double share, AtomicLong dropped) {
    this.share = Sampler.traceIdRatioBased(share);
    this.dropped = dropped;
  }

  @Override
  public SamplingResult shouldSample(
      Context parentContext,
      String traceId,
      String name,
      SpanKind kind,
      Attributes attributes,
      List<LinkData> links) {
    SpanContext parent = Span.fromContext(parentContext).getSpanContext();
    if (parent.isValid() && !parent.isSampled()) {
      return SamplingResult.drop();
    }
    if (parent.isValid() && (!parent.isRemote() || budget.tryConsume(1))) {
      return SamplingResult.recordAndSample();
    }
    SamplingResult result =
        share.shouldSample(parentContext, traceId, name, kind, attributes, links);
    if (parent.isValid() && result.equals(SamplingResult.drop())) {
      dropped.incrementAndGet();
    }
    return result;
  }

  @Override
  public String getDescription() {
    return "what callers want, within a limit, and a share of the rest";
  }
}

package dev.paylink.platform.trace;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hands ended spans to the SDK's batches, at most {@link #MAX_WAITING} at a time, and counts those
 * that are dropped. A request that ends a span never waits: one thread of the SDK sends, and what
 * comes while the queue is full is dropped.
 */
final class BoundedExport implements SpanProcessor {
  private static final Logger LOG = System.getLogger(BoundedExport.class.getName());

  static final int MAX_WAITING = 4096;

  private static final int MAX_BATCH = 512;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final AtomicInteger waiting = new AtomicInteger(); // or being sent
  private final DroppedSpans dropped;
  private final SpanProcessor batches;

  /**
   * Creates the queue.
   *
   * @param timeout how long the collector has for one batch
   */
  BoundedExport(SpanExporter exporter, Duration timeout, DroppedSpans dropped) {
    this.dropped = dropped;
    this.batches =
        BatchSpanProcessor.builder(new Counted(exporter))
            .setMaxQueueSize(MAX_WAITING + MAX_BATCH) // ours is full first
            .setMaxExportBatchSize(MAX_BATCH)
            .setScheduleDelay(PAUSE)
            .setExporterTimeout(timeout)
            .build();
  }

  @Override
  public void onStart(Context parentContext, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (!span.getSpanContext().isSampled()) {
      return;
    }
    if (waiting.incrementAndGet() > MAX_WAITING) {
      waiting.decrementAndGet();
      dropped.queue.incrementAndGet();
    } else {
      batches.onEnd(span);
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  @Override
  public CompletableResultCode shutdown() {
    return batches.shutdown();
  }

  @Override
  public CompletableResultCode forceFlush() {
    return batches.forceFlush();
  }

  /** Sends batches, and counts those that did not arrive. */
  private final class Counted implements SpanExporter {
    private final SpanExporter inner;
    private volatile boolean failing;

    Counted(SpanExporter inner) {
      this.inner = inner;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      int count = spans.size();
      CompletableResultCode result = inner.export(spans);
      result.whenComplete(
          () -> {
            waiting.addAndGet(-count);
            if (!result.isSuccess()) {
              dropped.collector.addAndGet(count);
            }
            tell(result);
          });
      return result;
    }

    /** Logs when the collector stops taking spans, and when it takes them again. */
    private void tell(CompletableResultCode result) {
      if (failing == result.isSuccess()) {
        failing = !failing;
        if (failing) {
          LOG.log(
              Level.WARNING,
              "traces are dropped, and nothing else: the collector does not take them",
              result.getFailureThrowable());
        } else {
          LOG.log(Level.INFO, "the collector takes traces again");
        }
      }
    }

    @Override
    public CompletableResultCode flush() {
      return inner.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return inner.shutdown();
    }
  }
}

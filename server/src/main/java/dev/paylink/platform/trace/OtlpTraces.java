package dev.paylink.platform.trace;

import dev.paylink.platform.Version;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Traces that go to a collector over OTLP. Nothing here waits for the collector, and whatever it
 * does, no more than {@link BoundedExport#MAX_WAITING} spans are kept.
 */
public final class OtlpTraces implements Traces {
  private static final Duration COLLECTOR_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final String TRACEPARENT = "traceparent";
  private static final int MAX_REMEMBERED = 20_000;
  private static final int MAX_VALUE = 256;

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  /** The newest causes, by their effects. */
  private final Map<Object, SpanContext> causes =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Object, SpanContext> eldest) {
              return size() > MAX_REMEMBERED;
            }
          });

  /**
   * Creates traces.
   *
   * @param node tells this node apart from others
   */
  public OtlpTraces(TraceOptions options, String node, DroppedSpans dropped) {
    dev.paylink.platform.trace.Span.switchOn();
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(options.url().toString())
            .setCompression("gzip")
            .setTimeout(COLLECTOR_TIMEOUT)
            .build();
    this.provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.of(
                                AttributeKey.stringKey("service.name"),
                                "paylink",
                                AttributeKey.stringKey("service.version"),
                                Version.NUMBER,
                                AttributeKey.stringKey("service.instance.id"),
                                node))))
            .setSampler(new CallerSampler(options.sample(), dropped.limit))
            .setSpanLimits(SpanLimits.builder().setMaxAttributeValueLength(MAX_VALUE).build())
            .addSpanProcessor(new BoundedExport(exporter, COLLECTOR_TIMEOUT, dropped))
            .build();
    this.tracer = provider.get("paylink", Version.NUMBER);
  }

  @Override
  public dev.paylink.platform.trace.Span request(@Nullable String traceparent) {
    Context caller =
        traceparent == null
            ? Context.root()
            : W3CTraceContextPropagator.getInstance()
                .extract(Context.root(), traceparent, OnlyTraceparent.GETTER);
    return new OtlpSpan(this, start("HTTP", SpanKind.SERVER, caller));
  }

  @Override
  public dev.paylink.platform.trace.Span attempt(Object cause) {
    SpanContext parent = causes.get(cause);
    Context context = parent == null ? Context.root() : Context.root().with(Span.wrap(parent));
    return new OtlpSpan(this, start("webhook attempt", SpanKind.CLIENT, context));
  }

  @Override
  public void close() {
    provider.shutdown().join(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }

  Span start(String name, SpanKind kind, Context parent) {
    return tracer.spanBuilder(name).setParent(parent).setSpanKind(kind).startSpan();
  }

  void remember(Object effect, SpanContext cause) {
    causes.put(effect, cause);
  }

  @Nullable SpanContext causeOf(Object effect) {
    return causes.get(effect);
  }

  /** Reads one header; {@code tracestate} and {@code baggage} of callers are not ours to carry. */
  private enum OnlyTraceparent implements TextMapGetter<String> {
    GETTER;

    @Override
    public @Nullable String get(@Nullable String traceparent, String name) {
      return name.equals(TRACEPARENT) ? traceparent : null;
    }
  }
}

package dev.paylink.platform.trace;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;

/** A span of the OpenTelemetry SDK, as the rest of the service knows it. */
final class OtlpSpan extends Span {
  private final OtlpTraces traces;
  private final io.opentelemetry.api.trace.Span span;

  OtlpSpan(OtlpTraces traces, io.opentelemetry.api.trace.Span span) {
    this.traces = traces;
    this.span = span;
  }

  @Override
  Span start(String name, boolean sending) {
    SpanKind kind = sending ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return new OtlpSpan(traces, traces.start(name, kind, Context.root().with(span)));
  }

  @Override
  void end() {
    span.end();
  }

  @Override
  public boolean isRecorded() {
    return span.isRecording();
  }

  @Override
  public void rename(String name) {
    span.updateName(name);
  }

  @Override
  public void put(String attribute, String value) {
    span.setAttribute(attribute, value);
  }

  @Override
  public void put(String attribute, long value) {
    span.setAttribute(attribute, value);
  }

  @Override
  public void failed(String type) {
    span.setStatus(StatusCode.ERROR);
    span.setAttribute("error.type", type);
  }

  @Override
  public String traceparent() {
    SpanContext context = span.getSpanContext();
    return "00-"
        + context.getTraceId()
        + '-'
        + context.getSpanId()
        + '-'
        + context.getTraceFlags().asHex();
  }

  @Override
  public void causes(Object effect) {
    traces.remember(effect, span.getSpanContext());
  }

  @Override
  public void linkToCauseOf(Object effect) {
    SpanContext cause = traces.causeOf(effect);
    if (cause != null && !cause.getTraceId().equals(span.getSpanContext().getTraceId())) {
      span.addLink(cause);
    }
  }
}

package dev.paylink.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who decides what is traced: the caller within its limit, our own span above, or the share. */
final class CallerSamplerTest {
  private static final String SPAN = "00f067aa0ba902b7";

  /** Low and high by the part of a trace's id that the share looks at. */
  private static final String LOW = "0af7651916cd43dd0000000000000001";

  private static final String HIGH = "0af7651916cd43dd7ffffffffffffffe";

  private final AtomicLong dropped = new AtomicLong();

  @Test
  void callers_beyond_the_limit_are_treated_like_those_who_do_not_decide() {
    CallerSampler sampler = new CallerSampler(0.5, dropped);
    Context caller = caller(TraceFlags.getSampled(), true);
    int calls = 100_000;
    long start = System.nanoTime();
    int traced = 0;
    for (int i = 0; i < calls; i++) {
      traced += isTraced(sampler, caller, HIGH) ? 1 : 0;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat((double) traced)
        .isBetween(
            (double) CallerSampler.PER_SECOND,
            CallerSampler.PER_SECOND + CallerSampler.PER_SECOND * seconds);
    assertThat(dropped.get()).isEqualTo(calls - traced);
    assertThat(isTraced(sampler, caller, LOW)).isTrue();
    assertThat(dropped.get()).isEqualTo(calls - traced);
  }

  @Test
  void share_decides_alone_where_there_is_no_caller() {
    CallerSampler half = new CallerSampler(0.5, dropped);
    assertThat(isTraced(half, Context.root(), LOW)).isTrue();
    assertThat(isTraced(half, Context.root(), HIGH)).isFalse();
    assertThat(isTraced(new CallerSampler(0, dropped), Context.root(), LOW)).isFalse();
    assertThat(isTraced(new CallerSampler(1, dropped), Context.root(), HIGH)).isTrue();
    assertThat(dropped).hasValue(0);
  }

  @Test
  void what_is_not_recorded_above_is_not_recorded_below_and_our_own_spans_have_no_limit() {
    CallerSampler all = new CallerSampler(1, dropped);
    assertThat(isTraced(all, caller(TraceFlags.getDefault(), true), LOW)).isFalse();
    assertThat(isTraced(all, caller(TraceFlags.getDefault(), false), LOW)).isFalse();
    CallerSampler none = new CallerSampler(0, dropped);
    for (int i = 0; i < 10_000; i++) {
      assertThat(isTraced(none, caller(TraceFlags.getSampled(), false), HIGH)).isTrue();
    }
    assertThat(dropped).hasValue(0);
  }

  private static Context caller(TraceFlags flags, boolean remote) {
    SpanContext context =
        remote
            ? SpanContext.createFromRemoteParent(HIGH, SPAN, flags, TraceState.getDefault())
            : SpanContext.create(HIGH, SPAN, flags, TraceState.getDefault());
    return Context.root().with(Span.wrap(context));
  }

  private static boolean isTraced(CallerSampler sampler, Context parent, String traceId) {
    return sampler
        .shouldSample(parent, traceId, "name", SpanKind.SERVER, Attributes.empty(), List.of())
        .getDecision()
        .equals(SamplingDecision.RECORD_AND_SAMPLE);
  }
}

package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.trace.Span;

/** A change of a payment's status: a component's report, or its merchant's cancel or accept. */
public sealed interface PaymentChange permits Report, Cancel, Accept {
  String eventRef();

  PaymentId paymentId();

  /** Returns this change with the span that brought it, so that webhooks join its trace. */
  PaymentChange causedBy(Span span);

  /** Result of a change. */
  sealed interface Result permits ReportResult, Cancel.Result, Accept.Result {}
}

package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;

/** A change of a payment's status: a component's report, or its merchant's cancel. */
public sealed interface PaymentChange permits Report, Cancel {
  String eventRef();

  PaymentId paymentId();

  /** Result of a change. */
  sealed interface Result permits ReportResult, CancelResult {}
}

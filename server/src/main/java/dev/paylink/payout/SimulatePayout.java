package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;

/** Makes payouts without money and moves them through their states, for a sandbox. */
public final class SimulatePayout {
  private static final Set<String> FIELDS = Set.of("amount", "fee", "currency", "payments");
  private static final Set<String> OUTCOME = Set.of("outcome");
  private static final String SANDBOX = "sandbox";
  private static final int MAX_OUTCOME = 32;

  private final ApplyPayout apply;
  private final MerchantPayouts payouts;
  private final InstantSource clock;

  SimulatePayout(ApplyPayout apply, MerchantPayouts payouts, InstantSource clock) {
    this.apply = apply;
    this.payouts = payouts;
    this.clock = clock;
  }

  /** Makes a payout that is initiated. */
  public ApplyPayout.Result make(MerchantId merchant, Fields fields) {
    fields.only(FIELDS);
    PayoutReportParser.Sums sums = PayoutReportParser.sums(fields);
    var payments = PayoutReportParser.payments(fields);
    fields.refuseFaults();
    return apply.handle(
        new PayoutReport(
            SANDBOX + ":" + UUID.randomUUID(),
            merchant,
            PayoutStatus.initiated,
            fields.require(sums.amount()),
            sums.fee(),
            fields.require(sums.currency()),
            null,
            null,
            null,
            payments,
            clock.instant()),
        SANDBOX);
  }

  /** Moves a payout of the merchant to the state in the fields. */
  public ApplyPayout.Result move(MerchantId merchant, String idText, Fields fields) {
    PayoutStatus outcome =
        fields
            .only(OUTCOME)
            .read(
                "outcome",
                MAX_OUTCOME,
                PayoutStatus::parse,
                Message.of("field.oneof", PayoutStatus.names()));
    PayoutStatus next = fields.require(fields.required("outcome", outcome));
    Payout payout = payouts.read(merchant, idText).payout();
    return apply.handle(
        new PayoutReport(
            payout.payoutRef(),
            merchant,
            next,
            payout.amount(),
            payout.fee(),
            payout.currency(),
            payout.rate(),
            payout.bankReference(),
            payout.accountLast4(),
            null,
            clock.instant()),
        SANDBOX);
  }
}

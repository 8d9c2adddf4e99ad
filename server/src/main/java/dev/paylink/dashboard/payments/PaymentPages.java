package dev.paylink.dashboard.payments;

import dev.paylink.checkout.QrCode;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.EventId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceQueries;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.money.Networks;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.payment.reuse.MerchantLinks;
import dev.paylink.payment.reuse.ReusableLink;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.accept.AcceptPayment;
import dev.paylink.settlement.apply.CancelPayment;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.figures.FlagQueries;
import dev.paylink.settlement.figures.PaymentFlags;
import dev.paylink.settlement.figures.PaymentTimeline;
import dev.paylink.settlement.figures.TransferSum;
import dev.paylink.settlement.figures.TransferSumQueries;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.RefundStatus;
import dev.paylink.webhook.event.DeliveredEvent;
import dev.paylink.webhook.event.ListEvents;
import dev.paylink.webhook.settings.WebhookHeaders;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * One payment: its details, its history and its link; forms to cancel it and to send its events
 * again.
 */
public record PaymentPages(
    DashboardDoor door,
    Jdbi jdbi,
    AuditLog audit,
    PaymentReader reader,
    PaymentJson json,
    InvoiceQueries invoices,
    FlagQueries flags,
    Networks networks,
    MerchantLinks links,
    CancelPayment cancel,
    AcceptPayment accept,
    MerchantRefunds refunds,
    ListEvents events,
    Redelivery redelivery) {
  /** A payment whose outcome changes often has many events. Only the latest are shown. */
  private static final int MAX_EVENTS = 20;

  private static final String REORG = "reorg";

  /**
   * One payment with everything that is known about it.
   *
   * @param hasMore whether something is left to refund
   * @param redelivery says why an event was not sent again, if it was not
   */
  public record View(
      Panel panel,
      boolean mayChange,
      @Nullable String news,
      Networks networks,
      Payment payment,
      PaymentFlags flags,
      List<TransferSum> transferSums,
      @Nullable Invoice invoice,
      String link,
      @Nullable ReusableLink madeBy,
      List<Refund> refunds,
      boolean hasMore,
      List<PaymentTimeline.Step> timeline,
      List<DeliveredEvent> events,
      Map<EventId, byte[]> bodies,
      Form redelivery) {

    public boolean isOpen() {
      return payment.status().isOpen();
    }

    /** Returns what can be accepted as the whole; null if nothing can. */
    public @Nullable BigDecimal acceptable() {
      return isSuccess() || isHeld() || isAnyRefunded() ? null : payment.received();
    }

    /** Tells whether money can be given back for it. */
    public boolean isRefundable() {
      return !payment.status().isOpen()
          && (payment.money().amount() != null || isSuccess())
          && (refunds.isEmpty() || hasMore);
    }

    /** Returns what is left of what came, or of a success that says no more; null if unknown. */
    public @Nullable BigDecimal left() {
      BigDecimal came =
          payment.received() == null && isSuccess() ? payment.amount() : payment.received();
      BigDecimal refunded = payment.refunded();
      return came == null || refunded == null
          ? null
          : came.subtract(refunded).max(BigDecimal.ZERO.setScale(came.scale()));
    }

    /** Returns the transactions about which operators decide. */
    public List<OnChainTransaction> held() {
      return timeline.stream()
          .filter(PaymentTimeline.Reported.class::isInstance)
          .map(PaymentTimeline.Reported.class::cast)
          .filter(step -> step.type().equals(PaymentTimeline.HELD))
          .map(step -> OnChainTransaction.stored(step.transaction()))
          .filter(Objects::nonNull)
          .toList();
    }

    /** Tells whether the chain took back what had paid it. */
    public boolean isTakenBack() {
      return payment.status() == PaymentStatus.failed && REORG.equals(payment.failureReason());
    }

    /** Operators decide about it. */
    private boolean isHeld() {
      return payment.flags().contains(PaymentFlag.held);
    }

    /** What was given back, or may be, does not pay it. */
    private boolean isAnyRefunded() {
      return refunds.stream()
          .anyMatch(
              it ->
                  it.currency().equals(payment.currency())
                      && (it.open() || it.status() == RefundStatus.settled));
    }

    public boolean isSuccess() {
      return payment.status() == PaymentStatus.success;
    }

    /** Returns the transaction that paid it; null if none did, or nobody told it. */
    public @Nullable OnChainTransaction paid() {
      return payment.status() == PaymentStatus.success
          ? OnChainTransaction.stored(payment.transaction())
          : null;
    }

    /** Returns where its receipt is; null before it is a success. */
    public @Nullable String receipt() {
      return payment.status() == PaymentStatus.success ? link + "/receipt" : null;
    }

    /** Returns the exact body that was sent to the merchant's server. */
    public String body(EventId event) {
      return new String(bodies.getOrDefault(event, new byte[0]), StandardCharsets.UTF_8);
    }

    /** Returns the headers of an attempt. */
    public Map<String, String> headers(PaymentTimeline.Attempted attempt) {
      return WebhookHeaders.shown(attempt.eventId().toString(), attempt.attempt(), attempt.at());
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.PAYMENT, this::show),
        door.page(DashboardPaths.PAYMENT_QR_CODE, this::qrCode),
        door.form(Role.developer, DashboardPaths.PAYMENT_CANCEL, this::cancel),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.PAYMENT_ACCEPT, this::accept),
        door.form(Role.developer, DashboardPaths.PAYMENT_REDELIVER, this::redeliver));
  }

  private Answer show(MerchantVisit visit) {
    return Answer.html(draw(visit, visit.news(), Form.EMPTY));
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, Form redelivery) {
    Payment payment = payment(visit);
    List<DeliveredEvent> told = events.ofPayment(visit.merchantId(), payment.id(), MAX_EVENTS);
    Map<EventId, byte[]> bodies = new LinkedHashMap<>();
    for (DeliveredEvent event : told) {
      ListEvents.One one = events.find(visit.merchantId(), event.id());
      bodies.put(event.id(), Objects.requireNonNull(one).body());
    }
    View view =
        new View(
            visit.panel(
                DashboardSection.PAYMENTS,
                PaymentWords.amount(visit.words(), payment.amount(), payment.currency())),
            visit.may(Role.developer),
            news,
            networks,
            payment,
            flags.of(payment),
            new TransferSumQueries(jdbi)
                .of(visit.merchantId(), List.of(payment))
                .getOrDefault(payment.id(), List.of()),
            invoices.find(visit.merchantId(), payment.invoiceId()),
            json.link(payment.id(), payment.linkToken()),
            links.ofPayment(visit.merchantId(), payment.id()),
            refunds.ofPayment(payment),
            !refunds.refundable(payment).isEmpty(),
            jdbi.withHandle(handle -> PaymentTimeline.of(handle, payment)),
            told,
            bodies,
            redelivery);
    return visit.draw("payment", view);
  }

  private Answer qrCode(MerchantVisit visit) {
    Payment payment = payment(visit);
    return Answer.okAs("image/svg+xml", QrCode.svg(json.link(payment.id(), payment.linkToken())));
  }

  private Answer cancel(MerchantVisit visit) {
    PaymentId id = payment(visit).id();
    cancel.handle(visit.merchantId(), id, visit.signedIn().userId());
    // Recorded after the commit, which many outcomes share. The report's reference names the user
    // as well.
    jdbi.useTransaction(
        handle ->
            audit.record(
                handle,
                visit.merchantId(),
                visit.signedIn().actor(),
                "payment.canceled",
                null,
                id.toString()));
    return DashboardNotice.CANCELED.on(DashboardPaths.PAYMENT.to(id));
  }

  private Answer accept(MerchantVisit visit) {
    PaymentId id = payment(visit).id();
    try {
      accept.handle(
          visit.merchantId(),
          id,
          new BigDecimal(FormBody.field(visit.request(), "receivedAmount")),
          visit.signedIn().actor(),
          null);
    } catch (NumberFormatException | Rejection e) {
      return DashboardNotice.NOT_ACCEPTED.on(DashboardPaths.PAYMENT.to(id));
    }
    return DashboardNotice.ACCEPTED.on(DashboardPaths.PAYMENT.to(id));
  }

  private Answer redeliver(MerchantVisit visit) {
    PaymentId id = payment(visit).id();
    return Form.EMPTY.attempt(
        () -> {
          redelivery.one(visit, FormBody.field(visit.request(), "event"));
          return DashboardNotice.REDELIVERED.on(DashboardPaths.PAYMENT.to(id));
        },
        refused -> draw(visit, null, refused));
  }

  private Payment payment(MerchantVisit visit) {
    return reader.require(visit.merchantId(), visit.request().parameter("id"));
  }
}

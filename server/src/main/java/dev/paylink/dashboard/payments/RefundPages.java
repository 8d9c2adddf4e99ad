package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.Networks;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.payment.read.PaymentCustomerQueries;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.Refundable;
import dev.paylink.settlement.refund.SimulatedRefunds;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The refunds of a merchant: a form that requests one, their list, and a page on which the
 * merchant's own wallet sends them.
 *
 * @param simulated pays refunds in a sandbox; null on a live instance
 */
public record RefundPages(
    DashboardDoor door,
    MerchantRefunds refunds,
    PaymentReader payments,
    PaymentCustomerQueries customers,
    Networks networks,
    BaseUrl baseUrl,
    @Nullable SimulatedRefunds simulated) {
  private static final List<String> FIELDS = List.of("amount", "to", "reason", "token", "chainId");
  private static final int MAX_ON_PAGE = 20;

  /** So many at once, each of which a person has to check. */
  private static final int MAX_TO_SEND = 20;

  public record View(
      Panel panel,
      boolean mayChange,
      boolean simulated,
      @Nullable String news,
      List<Asking> asking,
      List<Refund> toSend,
      List<Refund> refunds,
      Map<PaymentId, String> customers,
      Pager pager) {
    /** Returns what a person should know of a refund before it is sent. */
    public String hint(Refund refund) {
      String about = RefundWords.hint(refund);
      String customer = customers.get(refund.paymentId());
      return customer == null ? about : customer + " · " + about;
    }
  }

  /** A refund whose customer names an address, and the link for that. */
  public record Asking(Refund refund, String url) {}

  /**
   * A form for a refund.
   *
   * @param from what it is taken from; null if nothing is left
   * @param others what else can be refunded
   * @param payer the account that paid, if it is known
   */
  public record FormView(
      Panel panel,
      boolean mayChange,
      Networks networks,
      Payment payment,
      @Nullable Refundable from,
      List<Refundable> others,
      @Nullable String payer,
      Form form) {
    /** Returns who gets the money back, as the merchant knows them. */
    public @Nullable String customer() {
      return payment.customerName() == null ? payment.customerEmail() : payment.customerName();
    }

    /** Returns the page for another token that came. */
    public String pageOf(Refundable other) {
      return DashboardPaths.PAYMENT_REFUND.to(payment.id())
          + "?token="
          + URLEncoder.encode(other.token(), StandardCharsets.UTF_8)
          + "&chainId="
          + other.chainId();
    }
  }

  public record SendView(Panel panel, List<Refund> refunds, Map<PaymentId, String> customers) {
    public String customer(Refund refund) {
      return customers.getOrDefault(refund.paymentId(), "–");
    }
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.add(door.page(DashboardPaths.REFUNDS, visit -> Answer.html(draw(visit))));
    routes.add(door.form(Role.developer, Guard.MONEY, DashboardPaths.REFUNDS_SEND, this::send));
    routes.add(door.form(Role.developer, DashboardPaths.REFUND_CANCEL, this::cancel));
    routes.add(
        door.form(Role.developer, Guard.MONEY, DashboardPaths.REFUND_ADDRESS, this::confirm));
    routes.add(
        door.page(
            DashboardPaths.PAYMENT_REFUND,
            visit -> Answer.html(draw(visit, payment(visit), fresh()))));
    routes.add(
        door.form(Role.developer, Guard.MONEY, DashboardPaths.PAYMENT_REFUND, this::request));
    if (simulated != null) {
      routes.add(
          door.form(
              Role.developer, DashboardPaths.REFUND_SIMULATE, visit -> simulate(visit, simulated)));
    }
    return routes;
  }

  private Answer request(MerchantVisit visit) {
    Payment payment = payment(visit);
    Form form = Form.of(visit.request(), NewLinkPage.FORM_ID).with(visit.request(), FIELDS);
    return form.attempt(
        () -> {
          CreatePayment.requireVerified(visit.merchant().verification());
          DepositAddress own = visit.merchant().payee();
          MerchantRefunds.Requested requested =
              refunds.request(
                  visit.merchantId(),
                  own == null ? null : own.value(),
                  payment.id().toString(),
                  visit.signedIn().actor(),
                  "dashboard:" + visit.signedIn().userId().value() + ':' + NewLinkPage.formId(form),
                  visit.request().body(),
                  AmountFields.plain(form, visit.words().format(), "amount").filledFields(FIELDS));
          return (requested.refund().lacksAddress()
                  ? DashboardNotice.REFUND_ASKS
                  : DashboardNotice.REFUND)
              .on(DashboardSection.REFUNDS);
        },
        again -> draw(visit, payment, again));
  }

  private Answer send(MerchantVisit visit) {
    List<Refund> chosen =
        refunds.toSend(visit.merchantId(), MAX_TO_SEND).stream()
            .filter(refund -> !FormBody.field(visit.request(), refund.id().toString()).isEmpty())
            .toList();
    return chosen.isEmpty()
        ? DashboardNotice.REFUND_NOT_CHOSEN.on(DashboardSection.REFUNDS)
        : Answer.html(
            visit.draw(
                "refunds-send",
                new SendView(
                    visit.panel(DashboardSection.REFUNDS, visit.words().get("send.title")),
                    chosen,
                    customers(visit, chosen.stream()))));
  }

  /** Confirms the address that the page showed, and no other. */
  private Answer confirm(MerchantVisit visit) {
    CreatePayment.requireVerified(visit.merchant().verification());
    refunds.confirmAddress(
        visit.merchantId(),
        visit.request().parameter("id"),
        FormBody.field(visit.request(), "to"),
        visit.signedIn().actor());
    return DashboardNotice.REFUND_ADDRESS.on(DashboardSection.REFUNDS);
  }

  private Answer cancel(MerchantVisit visit) {
    refunds.cancel(visit.merchantId(), visit.request().parameter("id"), visit.signedIn().actor());
    return DashboardNotice.REFUND_CANCELED.on(DashboardSection.REFUNDS);
  }

  private Answer simulate(MerchantVisit visit, SimulatedRefunds network) {
    Refund refund = refunds.give(visit.merchantId(), visit.request().parameter("id"));
    return (network.pay(refund)
            ? DashboardNotice.REFUND_SIMULATED
            : DashboardNotice.REFUND_NOT_SIMULATED)
        .on(DashboardSection.REFUNDS);
  }

  private byte[] draw(MerchantVisit visit) {
    String cursor = visit.request().query("before");
    RefundId before = cursor == null ? null : RefundId.parse(cursor);
    Page<Refund, RefundId> page = refunds.list(visit.merchantId(), before, MAX_ON_PAGE);
    List<Refund> asking = refunds.withoutAddress(visit.merchantId(), MAX_TO_SEND);
    List<Refund> toSend = refunds.toSend(visit.merchantId(), MAX_TO_SEND);
    return visit.draw(
        "refunds",
        new View(
            visit.panel(DashboardSection.REFUNDS),
            visit.may(Role.developer),
            simulated != null,
            visit.news(),
            asking.stream()
                .map(
                    refund ->
                        new Asking(
                            refund, baseUrl.resolve(Objects.requireNonNull(refund.addressPath()))))
                .toList(),
            toSend,
            page.items(),
            customers(visit, Stream.of(asking, toSend, page.items()).flatMap(List::stream)),
            Pager.of(DashboardPaths.REFUNDS.to(), "before", before, page.next())));
  }

  private byte[] draw(MerchantVisit visit, Payment payment, Form form) {
    OnChainTransaction paid =
        payment.status() == PaymentStatus.success
            ? OnChainTransaction.stored(payment.transaction())
            : null;
    List<Refundable> all = refunds.refundable(payment);
    Refundable from = chosen(visit, form, all);
    return visit.draw(
        "refund",
        new FormView(
            visit.panel(
                DashboardSection.PAYMENTS,
                from == null
                    ? visit.words().get("payment.refund")
                    : visit
                        .words()
                        .get(
                            "refund.title",
                            PaymentWords.amount(
                                visit.words(), from.left(), from.currency().code()))),
            visit.may(Role.developer),
            networks,
            payment,
            from,
            all.stream().filter(it -> !it.equals(from)).toList(),
            paid == null ? null : paid.payer(),
            form));
  }

  private Map<PaymentId, String> customers(MerchantVisit visit, Stream<Refund> shown) {
    return customers.of(visit.merchantId(), shown.map(Refund::paymentId).toList());
  }

  /** Returns what the form or the address names, or else the first. */
  private static @Nullable Refundable chosen(MerchantVisit visit, Form form, List<Refundable> all) {
    String token = named(visit, form, "token");
    String chain = named(visit, form, "chainId");
    return all.stream()
        .filter(it -> it.token().equals(token) && Long.toString(it.chainId()).equals(chain))
        .findFirst()
        .orElse(all.isEmpty() ? null : all.getFirst());
  }

  private static String named(MerchantVisit visit, Form form, String name) {
    String typed = form.value(name);
    return typed.isEmpty() ? Objects.requireNonNullElse(visit.request().query(name), "") : typed;
  }

  private Payment payment(MerchantVisit visit) {
    return payments.require(visit.merchantId(), visit.request().parameter("id"));
  }

  private static Form fresh() {
    return Form.filled(Map.of(NewLinkPage.FORM_ID, UUID.randomUUID().toString()));
  }
}

package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Role;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.ListedPayments;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of payments: a search box, filters, pages in both directions, and an export as CSV. */
public record PaymentsPage(DashboardDoor door, ListPayments list) {
  public record View(
      Panel panel,
      boolean mayChange,
      PaymentsQuery query,
      List<Payment> payments,
      @Nullable String newerPath,
      @Nullable String olderPath) {}

  public List<Route> routes() {
    return List.of(door.page(DashboardPaths.PAYMENTS, this::show));
  }

  private Answer show(MerchantVisit visit) {
    PaymentsQuery query = PaymentsQuery.of(visit.request(), visit.words().format());
    ListedPayments page = list.page(visit.merchantId(), query.filter(), query.window());
    List<Payment> payments = page.payments();
    boolean some = !payments.isEmpty();
    View view =
        new View(
            visit.panel(DashboardSection.PAYMENTS),
            visit.may(Role.developer),
            query,
            payments,
            some && page.hasNewer() ? query.newerPath(payments.getFirst().id()) : null,
            some && page.hasOlder() ? query.olderPath(payments.getLast().id()) : null);
    return Answer.html(visit.draw("payments", view));
  }
}

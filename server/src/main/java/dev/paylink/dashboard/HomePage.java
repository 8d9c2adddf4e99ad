package dev.paylink.dashboard;

import dev.paylink.credential.ListApiKeys;
import dev.paylink.merchant.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.WebhookScope;
import dev.paylink.webhook.WebhookSettings;
import java.util.List;

/** The first page: what is still missing to be paid, until nothing is. */
final class HomePage {
  private final DashboardDoor door;
  private final ListApiKeys keys;
  private final WebhookSettings webhooks;

  HomePage(DashboardDoor door, ListApiKeys keys, WebhookSettings webhooks) {
    this.door = door;
    this.keys = keys;
    this.webhooks = webhooks;
  }

  record View(Panel panel, Role role, Checklist checklist) {
    boolean may(Checklist.Step step) {
      return role.includes(step.needed());
    }

    /** The one step to press for. */
    boolean isNext(Checklist.Step step) {
      return may(step) && step.equals(checklist.next());
    }
  }

  List<Route> routes() {
    return List.of(door.page(Section.ROOT, this::show));
  }

  private Answer show(Visit visit) {
    Checklist checklist =
        Checklist.of(
            visit.merchant(),
            keys.handle(visit.merchantId()),
            webhooks.find(visit.merchantId(), WebhookScope.invoice_settlement));
    View view = new View(visit.panel(Section.HOME), visit.signedIn().role(), checklist);
    return Answer.html(visit.draw("home", view));
  }
}

package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.AuditId;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import java.util.List;

/** The audit log: who changed what, from where and when; newest first, page by page. */
public record AuditPage(DashboardDoor door, ReadAudit readAudit) {
  private static final String CURSOR = "cursor";
  private static final int MAX_ON_PAGE = 25;

  public record View(Panel panel, List<AuditEntry> entries, Pager pager) {
    public AuditWords told() {
      return new AuditWords(panel.words());
    }
  }

  public List<Route> routes() {
    return List.of(door.page(DashboardPaths.AUDIT, this::show));
  }

  /** Shows a page of the log. An invalid cursor shows the first page: nobody types a cursor. */
  private Answer show(MerchantVisit visit) {
    String asked = visit.request().query(CURSOR);
    AuditId before = asked == null ? null : AuditId.parse(asked);
    ReadAudit.Page page = readAudit.handle(visit.signedIn(), before, MAX_ON_PAGE);
    View view =
        new View(
            visit.panel(DashboardSection.AUDIT),
            page.entries(),
            Pager.of(DashboardPaths.AUDIT.to(), CURSOR, before, page.next()));
    return Answer.html(visit.draw("audit", view));
  }
}

package dev.paylink.desk;

import dev.paylink.ids.MismatchId;
import dev.paylink.ids.Page;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.figures.MismatchQueries;
import java.util.List;
import java.util.Set;

/** Confirmations that do not match what was asked for: somebody may have to find the money. */
record MismatchesPage(DeskDoor door, MismatchQueries mismatches) {
  private static final Set<String> PARAMETERS = Set.of("cursor");
  private static final int MAX_ON_PAGE = 25;

  record View(Panel panel, List<MismatchQueries.Row> rows, Pager pager) {}

  List<Route> routes() {
    return List.of(door.page(Permission.READ, DeskPaths.MISMATCHES, this::show));
  }

  private Answer show(OperatorVisit visit) {
    QueryParameters query = new QueryParameters(visit.request(), PARAMETERS);
    MismatchId before = query.read("cursor", MismatchId::parse, Message.of("field.listcursor"));
    query.refuseFaults();
    Page<MismatchQueries.Row, MismatchId> page = mismatches.page(before, MAX_ON_PAGE);
    View view =
        new View(
            visit.panel(DeskSection.MISMATCHES),
            page.items(),
            Pager.of(DeskPaths.MISMATCHES.to(), "cursor", before, page.next()));
    return Answer.html(visit.draw("mismatches", view));
  }
}

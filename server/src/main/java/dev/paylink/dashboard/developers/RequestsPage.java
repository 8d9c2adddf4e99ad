package dev.paylink.dashboard.developers;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.Page;
import dev.paylink.ids.RequestId;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import dev.paylink.requestlog.LoggedRequest;
import dev.paylink.requestlog.ReadRequests;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The calls of the merchant's server, newest first, found by request id or status. */
public record RequestsPage(DashboardDoor door, ReadRequests readRequests) {
  private static final int MAX_ON_PAGE = 25;

  public record View(
      Panel panel, Form filter, boolean filtered, List<LoggedRequest> requests, Pager pager) {

    /** Returns the choices of the status filter. */
    public static Map<String, String> statuses(Words words) {
      Map<String, String> statuses = new LinkedHashMap<>();
      statuses.put("", words.get("requests.all"));
      statuses.put("2xx", words.get("common.succeeded"));
      statuses.put("4xx", words.get("requests.refused"));
      statuses.put("5xx", words.get("requests.failed"));
      return statuses;
    }

    public static String tone(LoggedRequest request) {
      return request.status() < 400 ? "good" : request.status() < 500 ? "warn" : "bad";
    }

    public static String duration(LoggedRequest request) {
      return Math.ceilDiv(request.durationMicros(), 1_000) + "\u00a0ms";
    }
  }

  public List<Route> routes() {
    return List.of(door.page(DashboardPaths.REQUESTS, this::show));
  }

  /** Shows a page of the log. What cannot be read finds nothing, and says so in the field. */
  private Answer show(MerchantVisit visit) {
    String id = value(visit, "requestId").strip();
    String status = value(visit, "status");
    RequestId wantedId = RequestId.parse(id);
    RequestId after = RequestId.parse(value(visit, "after"));
    ReadRequests.StatusFilter wantedStatus = ReadRequests.StatusFilter.parse(status);
    boolean unreadable = !id.isEmpty() && wantedId == null;
    Page<LoggedRequest, RequestId> page =
        unreadable
            ? new Page<>(List.of(), null)
            : readRequests.handle(
                visit.merchantId(),
                new ReadRequests.Wanted(wantedId, wantedStatus, null),
                after,
                MAX_ON_PAGE);
    String path = DashboardPaths.REQUESTS.to() + (wantedStatus == null ? "" : "?status=" + status);
    return Answer.html(
        visit.draw(
            "requests",
            new View(
                visit.panel(DashboardSection.REQUESTS),
                Form.filled(Map.of("requestId", id, "status", status)),
                !id.isEmpty() || wantedStatus != null,
                page.items(),
                Pager.of(path, "after", after, page.next()))));
  }

  private static String value(MerchantVisit visit, String name) {
    String value = visit.request().query(name);
    return value == null ? "" : value;
  }
}

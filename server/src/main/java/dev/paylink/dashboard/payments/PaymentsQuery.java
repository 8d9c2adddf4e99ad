package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.TypedAmount;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.read.PaymentFilter;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.payment.read.PaymentSearch;
import dev.paylink.platform.csv.ByteOrderMark;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.web.Form;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The filters of the list of payments, as its URL has them. An invalid value does not filter, and
 * is not shown in the form either. Days are whole days in UTC.
 */
public record PaymentsQuery(
    String search,
    @Nullable PaymentStatus status,
    @Nullable String only,
    @Nullable LocalDate from,
    @Nullable LocalDate to,
    Window window,
    String amount) {
  static final int MAX_ON_PAGE = 25;

  /** The choices among the statuses that are none of them. */
  public static final String PARTLY_PAID = "partly";

  public static final String HELD = "held";

  private static final Map<String, PaymentSearch> ONLY =
      Map.of(PARTLY_PAID, new PaymentSearch.PartlyPaid(), HELD, new PaymentSearch.Held());

  private static final int MAX_SEARCH = 512;
  private static final LocalDate FIRST = LocalDate.of(1970, 1, 2);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 30);

  /**
   * {@code only} is the choice that is no status; {@code amount} is what was searched for as calls
   * write it, if it is an amount.
   */
  static PaymentsQuery of(Request request, LocalFormat format) {
    String search = search(request.query("search"));
    return new PaymentsQuery(
        search,
        status(request.query("status")),
        only(request.query("status")),
        day(request.query("from")),
        day(request.query("to")),
        window(request),
        TypedAmount.searched(search, format));
  }

  PaymentFilter filter() {
    return new PaymentFilter(
        only != null && search.isEmpty()
            ? Objects.requireNonNull(ONLY.get(only))
            : PaymentSearch.typed(search, amount),
        status,
        from == null ? null : start(from),
        to == null ? null : start(to.plusDays(1)));
  }

  public boolean isEverything() {
    return search.isEmpty() && status == null && only == null && from == null && to == null;
  }

  public Form form() {
    return Form.filled(
        Map.of(
            "search",
            search,
            "status",
            statusName(),
            "from",
            from == null ? "" : from.toString(),
            "to",
            to == null ? "" : to.toString()));
  }

  private String statusName() {
    return only != null ? only : status == null ? "" : status.name();
  }

  String olderPath(PaymentId last) {
    return path("before", last);
  }

  String newerPath(PaymentId first) {
    return path("after", first);
  }

  /** Returns the path that exports all of these payments as CSV. */
  public String exportPath() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("search", PaymentSearch.AMOUNT.matcher(amount).matches() ? amount : search);
    parameters.put("status", status == null ? "" : status.name());
    parameters.put("partlyPaid", exports(PARTLY_PAID));
    parameters.put("held", exports(HELD));
    parameters.put("createdAfter", from == null ? "" : time(start(from).minusMillis(1)));
    parameters.put("createdBefore", to == null ? "" : time(start(to.plusDays(1))));
    parameters.put(ByteOrderMark.PARAMETER, "true");
    return "/merchant/payments.csv" + encoded(parameters);
  }

  private String exports(String choice) {
    return choice.equals(only) && search.isEmpty() ? "true" : "";
  }

  private String path(String cursor, PaymentId id) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String name : List.of("search", "status", "from", "to")) {
      parameters.put(name, form().value(name));
    }
    parameters.put(cursor, id.toString());
    return DashboardPaths.PAYMENTS.to() + encoded(parameters);
  }

  static String encoded(Map<String, String> parameters) {
    String query =
        parameters.entrySet().stream()
            .filter(parameter -> !parameter.getValue().isEmpty())
            .map(
                parameter ->
                    parameter.getKey()
                        + '='
                        + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : '?' + query;
  }

  static String search(@Nullable String text) {
    return text == null || text.length() > MAX_SEARCH || text.indexOf('\0') >= 0
        ? ""
        : text.strip();
  }

  private static @Nullable String only(@Nullable String choice) {
    return choice != null && ONLY.containsKey(choice) ? choice : null;
  }

  private static @Nullable PaymentStatus status(@Nullable String name) {
    return name == null ? null : PaymentStatus.parse(name);
  }

  static @Nullable LocalDate day(@Nullable String text) {
    try {
      LocalDate day = text == null ? null : LocalDate.parse(text);
      return day == null || day.isBefore(FIRST) || day.isAfter(LAST) ? null : day;
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private static Window window(Request request) {
    String before = request.query("before");
    String after = request.query("after");
    PaymentId newest = after == null ? null : PaymentId.parse(after);
    return newest != null
        ? Window.newerThan(newest, MAX_ON_PAGE)
        : Window.olderThan(before == null ? null : PaymentId.parse(before), MAX_ON_PAGE);
  }

  static Instant start(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static String time(Instant instant) {
    return Timestamps.format(instant);
  }
}

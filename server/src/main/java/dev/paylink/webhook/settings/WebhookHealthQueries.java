package dev.paylink.webhook.settings;

import dev.paylink.ids.MerchantId;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Reads the {@link WebhookHealth} of one webhook, and which webhooks of all merchants fail. */
public final class WebhookHealthQueries {
  /** How many failing webhooks are found; beyond that, the service itself is the problem. */
  public static final int MAX_FAILING = 1_000;

  private static final String DAYS =
      """
      select merchant_id, scope, day, delivered, retried + exhausted as failed, delivered_at,
             failed_at, error, error_url, failures
        from webhook_day where merchant_id = any(:merchants) and day >= :first
      """;
  private static final String SUSPECTS =
      """
      select merchant_id, scope from webhook_day
       where failures >= 4 and day >= :first
       order by day desc, merchant_id desc, scope desc limit :most
      """;
  private static final String ACTIVE =
      """
      select w.merchant_id, w.scope, w.url, m.business_name
        from webhook w join merchant m on m.id = w.merchant_id
       where w.merchant_id = any(:merchants) and w.active
      """;

  private final Jdbi jdbi;
  private final InstantSource clock;

  /** Creates the queries; attempts are counted by the same clock. */
  public WebhookHealthQueries(Jdbi jdbi, InstantSource clock) {
    this.jdbi = jdbi;
    this.clock = clock;
  }

  private record Counted(WebhookKey webhook, WebhookHealth.Day day) {}

  private record Active(
      MerchantId merchantId, WebhookScope scope, String url, String businessName) {
    WebhookKey key() {
      return new WebhookKey(merchantId, scope);
    }
  }

  /** An active webhook that fails. */
  public record Failing(
      MerchantId merchantId,
      String businessName,
      WebhookScope scope,
      String url,
      WebhookHealth health) {
    /** Returns how many attempts failed today and yesterday. */
    public long errors() {
      return health.today().failed() + health.yesterday().failed();
    }
  }

  /** Returns how the deliveries of this webhook go. */
  public WebhookHealth of(MerchantId merchant, Webhook webhook) {
    LocalDate today = today();
    Map<WebhookKey, List<WebhookHealth.Day>> days =
        jdbi.withHandle(
            handle -> days(handle, List.of(merchant), today.minusDays(WebhookHealth.DAYS - 1L)));
    WebhookKey key = new WebhookKey(merchant, webhook.scope());
    return WebhookHealth.of(webhook.url(), days.getOrDefault(key, List.of()), today);
  }

  /** Returns the active webhooks of all merchants that fail, those with the most errors first. */
  public List<Failing> failing() {
    LocalDate today = today();
    return jdbi.withHandle(handle -> failing(handle, today));
  }

  private List<Failing> failing(Handle handle, LocalDate today) {
    LocalDate yesterday = today.minusDays(1);
    List<MerchantId> suspects =
        handle
            .createQuery(SUSPECTS)
            .bind("first", yesterday)
            .bind("most", MAX_FAILING)
            .map(row -> row.getColumn("merchant_id", MerchantId.class))
            .stream()
            .distinct()
            .toList();
    if (suspects.isEmpty()) {
      return List.of();
    }
    Map<WebhookKey, List<WebhookHealth.Day>> days = days(handle, suspects, yesterday);
    return handle
        .createQuery(ACTIVE)
        .bindArray("merchants", MerchantId.class, suspects)
        .mapTo(Active.class)
        .stream()
        .map(
            active ->
                new Failing(
                    active.merchantId,
                    active.businessName,
                    active.scope,
                    active.url,
                    WebhookHealth.of(
                        active.url, days.getOrDefault(active.key(), List.of()), today)))
        .filter(webhook -> webhook.health.state() == WebhookHealth.State.failing)
        .sorted(Comparator.comparingLong(Failing::errors).reversed())
        .toList();
  }

  private static Map<WebhookKey, List<WebhookHealth.Day>> days(
      Handle handle, Collection<MerchantId> merchants, LocalDate first) {
    return handle
        .createQuery(DAYS)
        .bindArray("merchants", MerchantId.class, List.copyOf(merchants))
        .bind("first", first)
        .map(
            row ->
                new Counted(
                    new WebhookKey(
                        row.getColumn("merchant_id", MerchantId.class),
                        row.getColumn("scope", WebhookScope.class)),
                    row.getRow(WebhookHealth.Day.class)))
        .stream()
        .collect(
            Collectors.groupingBy(
                Counted::webhook, Collectors.mapping(Counted::day, Collectors.toList())));
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}

package dev.paylink.webhook.settings;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes webhooks; a signing secret is in the database only sealed. A previous secret
 * that no key opens is not sealed again, and does not hold back the current one.
 */
public final class WebhookStore implements Reseal.Table<WebhookStore.Row> {
  private static final String LOCK_OWNER =
      "select 1 from merchant where id = :merchantId for no key update";
  private static final String FIND =
      """
      select scope, url, active, events, retry, created_at from webhook
       where merchant_id = :merchantId and scope = :scope
      """;
  private static final String LOCK = FIND + " for update";
  private static final String FIND_TARGET =
      """
      select url, signing_secret,
             case when previous_secret_until > now() then previous_secret end as previous_secret
        from webhook where merchant_id = :merchantId and scope = :scope
      """;
  private static final String INSERT =
      """
      insert into webhook (merchant_id, scope, url, active, events, retry, signing_secret)
      values (:merchantId, :scope, :url, :active, :events, :retry, :sealed)
      returning scope, url, active, events, retry, created_at
      """;
  private static final String UPDATE =
      """
      update webhook set url = :url, active = :active, events = :events, retry = :retry
       where merchant_id = :merchantId and scope = :scope
         and url = :urlBefore and active = :activeBefore
      """;
  // The sealed value moves within its row, so it still opens.
  private static final String ROTATE =
      """
      update webhook
         set previous_secret = signing_secret,
             previous_secret_until = now() + make_interval(secs => :overlapSeconds),
             signing_secret = :sealed
       where merchant_id = :merchantId and scope = :scope
      """;
  private static final String LOCK_PAGE =
      """
      select merchant_id, scope, signing_secret, previous_secret from webhook
       where (merchant_id, scope) > (:merchantId, :scope)
         and (substring(signing_secret for :length) <> :prefix
              or substring(previous_secret for :length) <> :prefix)
       order by merchant_id, scope limit :page for update
      """;
  private static final String RESEAL =
      """
      update webhook set signing_secret = :sealed, previous_secret = :sealedPrevious
       where merchant_id = :merchantId and scope = :scope
      """;
  private static final String DELETE =
      "delete from webhook where merchant_id = :merchantId and scope = :scope";

  private final SealedSecrets secrets;

  public WebhookStore(Vault vault) {
    this.secrets = new SealedSecrets(vault);
  }

  /** The address of a delivery and the secrets that sign it. */
  record Target(String url, SigningSecrets secrets) {}

  /** A webhook as it is stored. */
  public record Row(
      MerchantId merchantId, String scope, byte[] sealed, byte @Nullable [] previous) {}

  /** Opens the secrets of a row from their sealed values. */
  public SigningSecrets open(
      MerchantId merchantId, WebhookScope scope, byte[] sealed, byte @Nullable [] sealedPrevious) {
    return new SigningSecrets(
        secrets.open(merchantId, scope, sealed),
        secrets.openPrevious(merchantId, scope, sealedPrevious));
  }

  @Nullable Webhook find(Handle handle, MerchantId merchantId, WebhookScope scope) {
    return at(handle.createQuery(FIND), merchantId, scope)
        .map(row -> webhook(row))
        .findOne()
        .orElse(null);
  }

  /** Finds the webhook and locks it until the transaction ends. */
  @Nullable Webhook lock(Handle handle, MerchantId merchantId, WebhookScope scope) {
    return at(handle.createQuery(LOCK), merchantId, scope)
        .map(row -> webhook(row))
        .findOne()
        .orElse(null);
  }

  /** Locks the webhook, or its absence: nobody else can add one until the transaction ends. */
  @Nullable Webhook lockEvenWhenNew(Handle handle, MerchantId merchantId, WebhookScope scope) {
    handle.createQuery(LOCK_OWNER).bind("merchantId", merchantId).mapTo(Integer.class).one();
    return lock(handle, merchantId, scope);
  }

  @Nullable Target findTarget(Handle handle, MerchantId merchantId, WebhookScope scope) {
    return at(handle.createQuery(FIND_TARGET), merchantId, scope)
        .map(
            row ->
                new Target(
                    row.getColumn("url", String.class),
                    open(
                        merchantId,
                        scope,
                        row.getColumn("signing_secret", byte[].class),
                        row.getColumn("previous_secret", byte[].class))))
        .findOne()
        .orElse(null);
  }

  /** Adds a webhook; what the wish leaves out gets its default. */
  public Webhook insert(
      Handle handle,
      MerchantId merchantId,
      WebhookScope scope,
      WebhookSettings.Wish wish,
      SigningSecret secret) {
    EventChoice events = wish.events() == null ? EventChoice.standard(scope) : wish.events();
    return at(handle.createQuery(INSERT), merchantId, scope)
        .bind("url", wish.url())
        .bind("active", wish.active() == null || wish.active())
        .bindArray("events", String.class, events.types())
        .bind("retry", (wish.retry() == null ? Retry.standard : wish.retry()).name())
        .bind("sealed", secrets.seal(merchantId, scope, secret))
        .map(row -> webhook(row))
        .one();
  }

  /** Updates the webhook; returns false if it is no longer as expected. */
  boolean update(Handle handle, MerchantId merchantId, Webhook before, Webhook after) {
    return at(handle.createUpdate(UPDATE), merchantId, before.scope())
            .bind("url", after.url())
            .bind("active", after.active())
            .bindArray("events", String.class, after.events().types())
            .bind("retry", after.retry().name())
            .bind("urlBefore", before.url())
            .bind("activeBefore", before.active())
            .execute()
        == 1;
  }

  /**
   * Makes the new secret current and keeps the replaced one valid; returns false if there is no
   * webhook.
   */
  public boolean rotate(
      Handle handle,
      MerchantId merchantId,
      WebhookScope scope,
      SigningSecret secret,
      Duration overlap) {
    return at(handle.createUpdate(ROTATE), merchantId, scope)
            .bind("sealed", secrets.seal(merchantId, scope, secret))
            .bind("overlapSeconds", overlap.toSeconds())
            .execute()
        == 1;
  }

  /** Deletes the webhook; returns false if there is none. */
  public boolean delete(Handle handle, MerchantId merchantId, WebhookScope scope) {
    return at(handle.createUpdate(DELETE), merchantId, scope).execute() == 1;
  }

  @Override
  public String name() {
    return "webhooks";
  }

  @Override
  public Row beforeAll() {
    return new Row(new MerchantId(new UUID(0, 0)), "", new byte[0], null);
  }

  @Override
  public Query lockBehind(Handle handle, Row last) {
    return handle
        .createQuery(LOCK_PAGE)
        .bind("merchantId", last.merchantId)
        .bind("scope", last.scope);
  }

  @Override
  public Row read(ResultSet row) throws SQLException {
    return new Row(
        new MerchantId(row.getObject("merchant_id", UUID.class)),
        row.getString("scope"),
        row.getBytes("signing_secret"),
        row.getBytes("previous_secret"));
  }

  @Override
  public boolean reseal(Handle handle, Row row) {
    MerchantId merchantId = row.merchantId;
    WebhookScope scope = WebhookScope.valueOf(row.scope);
    SigningSecret current = secrets.open(merchantId, scope, row.sealed);
    SigningSecret previous = secrets.openPrevious(merchantId, scope, row.previous);
    return handle
            .createUpdate(RESEAL)
            .bind("merchantId", merchantId)
            .bind("scope", row.scope)
            .bind("sealed", secrets.seal(merchantId, scope, current))
            .bind(
                "sealedPrevious",
                previous == null ? row.previous : secrets.seal(merchantId, scope, previous))
            .execute()
        == 1;
  }

  private static <T extends SqlStatement<T>> T at(
      T statement, MerchantId merchantId, WebhookScope scope) {
    return statement.bind("merchantId", merchantId).bind("scope", scope.name());
  }

  private static Webhook webhook(RowView row) {
    WebhookScope scope = WebhookScope.valueOf(row.getColumn("scope", String.class));
    return new Webhook(
        scope,
        row.getColumn("url", String.class),
        row.getColumn("active", Boolean.class),
        EventChoice.of(scope, List.of(row.getColumn("events", String[].class))),
        Retry.valueOf(row.getColumn("retry", String.class)),
        row.getColumn("created_at", Instant.class));
  }
}

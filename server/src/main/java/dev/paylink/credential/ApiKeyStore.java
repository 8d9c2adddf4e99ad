package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Verification;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Reads and writes API keys. Of a secret it sees only the hash of key and secret together. */
final class ApiKeyStore {
  private static final String LOCK_OWNER =
      "select 1 from merchant where id = :merchantId for no key update";
  private static final String COUNT =
      "select count(*) from api_key where merchant_id = :merchantId";
  private static final String INSERT =
      """
      insert into api_key (merchant_id, id, api_key, pair_hash, label, active, rate_limit,
                           scopes, expires_at, allowed_sources)
      values (:merchantId, :id, :apiKey, :pairHash, :label, :active, :limit,
              :scopes, :expiresAt, :sources)
      returning *
      """;
  private static final String NEWEST_FIRST =
      "select * from api_key where merchant_id = :merchantId order by created_at desc, id desc";
  private static final String LOCK =
      "select * from api_key where merchant_id = :merchantId and id = :id for update";
  private static final String LOCK_OF_ANY_MERCHANT =
      "select * from api_key where id = :id for update";
  private static final String UPDATE =
      """
      update api_key set active = :active, rate_limit = :limit, label = :label,
             scopes = :scopes, expires_at = :expiresAt, allowed_sources = :sources
       where merchant_id = :merchantId and id = :id
         and active = :activeBefore and rate_limit = :limitBefore
      """;

  private static final String BY_PAIRS =
      """
      select k.pair_hash, k.id, k.merchant_id, m.verification, k.rate_limit,
             coalesce(address_now(m.deposit_address, m.pending_deposit_address,
                                  m.pending_deposit_address_from),
                      address_now(m.user_deposit_address, m.pending_user_deposit_address,
                                  m.pending_user_deposit_address_from)),
             k.scopes, k.allowed_sources
        from api_key k join merchant m on m.id = k.merchant_id
       where k.pair_hash = any(?) and k.active
         and (k.expires_at is null or k.expires_at > now())
      """;
  private static final String MARK_USED =
      """
      update api_key k set last_used_at = now(), last_used_from = u.source
        from unnest(:ids::uuid[], :sources::text[]) as u (id, source)
       where k.id = u.id
      """;
  private static final String REPLACE =
      """
      update api_key
         set replaced_by = :next, expires_at = least(expires_at, now() + make_interval(secs => :overlap))
       where merchant_id = :merchantId and id = :id and replaced_by is null
      returning expires_at
      """;
  private static final String DELETE =
      "delete from api_key where merchant_id = :merchantId and id = :id";

  /**
   * Returns how many keys the merchant has. The lock lets nobody else add one until the transaction
   * ends.
   */
  int countUnderLock(Handle handle, MerchantId merchantId) {
    lockOwner(handle, merchantId);
    return handle.createQuery(COUNT).bind("merchantId", merchantId).mapTo(Integer.class).one();
  }

  /** Locks the merchant, if there is one of this id. */
  void lockOwner(Handle handle, MerchantId merchantId) {
    handle.createQuery(LOCK_OWNER).bind("merchantId", merchantId).mapTo(Integer.class).list();
  }

  ApiKey insert(Handle handle, MerchantId merchantId, ApiKeyId id, NewApiKey key) {
    return with(key.settings(), handle.createQuery(INSERT))
        .bind("merchantId", merchantId)
        .bind("id", id)
        .bind("apiKey", key.apiKey())
        .bind("pairHash", PairHash.of(key.apiKey(), key.secretKey().reveal()).bytes())
        .bind("active", key.active())
        .bind("limit", key.limit())
        .map(row -> key(row))
        .one();
  }

  List<ApiKey> newestFirst(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(NEWEST_FIRST)
        .bind("merchantId", merchantId)
        .map(row -> key(row))
        .list();
  }

  /**
   * Locks and returns the merchant's key, or any merchant's if {@code merchantId} is null; null if
   * there is none.
   */
  @Nullable ApiKey lock(Handle handle, @Nullable MerchantId merchantId, ApiKeyId id) {
    return handle
        .createQuery(merchantId == null ? LOCK_OF_ANY_MERCHANT : LOCK)
        .bind("merchantId", merchantId)
        .bind("id", id)
        .map(row -> key(row))
        .findOne()
        .orElse(null);
  }

  /** Updates the key; returns false if it has changed since it was read. */
  boolean update(Handle handle, ApiKey before, ApiKey after) {
    return with(after.settings(), handle.createUpdate(UPDATE))
            .bind("merchantId", before.merchantId())
            .bind("id", before.id())
            .bind("active", after.active())
            .bind("limit", after.limit())
            .bind("activeBefore", before.active())
            .bind("limitBefore", before.limit())
            .execute()
        == 1;
  }

  /** Stores for each key the address of its last call. */
  void markUsed(Handle handle, Map<ApiKeyId, String> sources) {
    List<ApiKeyId> keys = List.copyOf(sources.keySet());
    handle
        .createUpdate(MARK_USED)
        .bindArray("ids", ApiKeyId.class, keys)
        .bindArray("sources", String.class, keys.stream().map(sources::get).toList())
        .execute();
  }

  /**
   * Lets another key take over; this one expires after the overlap, or earlier if it would have.
   * Returns when.
   */
  Instant replace(Handle handle, ApiKey key, ApiKeyId next, Duration overlap) {
    return handle
        .createQuery(REPLACE)
        .bind("merchantId", key.merchantId())
        .bind("id", key.id())
        .bind("next", next)
        .bind("overlap", overlap.toSeconds())
        .mapTo(Instant.class)
        .one();
  }

  void delete(Handle handle, ApiKey key) {
    int deleted =
        handle
            .createUpdate(DELETE)
            .bind("merchantId", key.merchantId())
            .bind("id", key.id())
            .execute();
    if (deleted != 1) {
      throw new IllegalStateException("deleted under its lock: " + key.id());
    }
  }

  /** Returns the callers of the active keys. Plain JDBC: authentication looks up many at once. */
  Map<PairHash, Caller> callers(Connection connection, List<PairHash> pairs) throws SQLException {
    Map<PairHash, Caller> found = new HashMap<>();
    try (PreparedStatement find = connection.prepareStatement(BY_PAIRS)) {
      find.setArray(
          1,
          connection.createArrayOf(
              "bytea", pairs.stream().map(PairHash::bytes).toArray(byte[][]::new)));
      try (ResultSet row = find.executeQuery()) {
        while (row.next()) {
          found.put(new PairHash(row.getBytes(1)), caller(row));
        }
      }
    }
    return found;
  }

  private static Caller caller(ResultSet row) throws SQLException {
    return new Caller(
        new ApiKeyId(row.getObject(2, UUID.class)),
        new MerchantId(row.getObject(3, UUID.class)),
        Verification.valueOf(row.getString(4)),
        row.getString(6),
        row.getInt(5),
        KeyScopes.ofNames(texts(row.getArray(7))),
        AllowedSources.ofNames(texts(row.getArray(8))));
  }

  private static ApiKey key(RowView row) {
    return new ApiKey(
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("id", ApiKeyId.class),
        row.getColumn("api_key", String.class),
        settings(row),
        row.getColumn("active", Boolean.class),
        row.getColumn("rate_limit", Integer.class),
        row.getColumn("created_at", Instant.class),
        row.getColumn("last_used_at", Instant.class),
        row.getColumn("last_used_from", String.class),
        row.getColumn("replaced_by", ApiKeyId.class));
  }

  private static <S extends SqlStatement<S>> S with(KeySettings settings, S statement) {
    statement.bind("label", settings.label()).bind("expiresAt", settings.expiresAt());
    bind(statement, "scopes", settings.scopes().names());
    bind(statement, "sources", settings.sources().names());
    return statement;
  }

  private static void bind(SqlStatement<?> statement, String name, @Nullable List<String> texts) {
    if (texts == null) {
      statement.bindNull(name, Types.ARRAY);
    } else {
      statement.bindArray(name, String.class, texts);
    }
  }

  private static KeySettings settings(RowView row) {
    return new KeySettings(
        row.getColumn("label", String.class),
        KeyScopes.ofNames(row.getColumn("scopes", String[].class)),
        row.getColumn("expires_at", Instant.class),
        AllowedSources.ofNames(row.getColumn("allowed_sources", String[].class)));
  }

  private static String @Nullable [] texts(@Nullable Array array) throws SQLException {
    return array == null ? null : (String[]) array.getArray();
  }
}

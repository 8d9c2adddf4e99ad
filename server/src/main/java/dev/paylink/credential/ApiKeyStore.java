package dev.paylink.credential;

import dev.paylink.merchant.MerchantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads and writes API keys; of a secret it ever sees only the hash it forms with its key. */
final class ApiKeyStore {
  private static final String LOCK_OWNER =
      "select 1 from merchant where id = :merchantId for no key update";
  private static final String COUNT =
      "select count(*) from api_key where merchant_id = :merchantId";
  private static final String INSERT =
      """
      insert into api_key (merchant_id, id, api_key, pair_hash, label, active, rate_limit)
      values (:merchantId, :id, :apiKey, :pairHash, :label, :active, :limit)
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
      update api_key set active = :active, rate_limit = :limit
       where merchant_id = :merchantId and id = :id
         and active = :activeBefore and rate_limit = :limitBefore
      """;

  private ApiKeyStore() {}

  /** How many keys the merchant has; nobody else adds one until the transaction ends. */
  static int countUnderLock(Handle handle, MerchantId merchantId) {
    handle
        .createQuery(LOCK_OWNER)
        .bind("merchantId", merchantId.value())
        .mapTo(Integer.class)
        .one();
    return handle
        .createQuery(COUNT)
        .bind("merchantId", merchantId.value())
        .mapTo(Integer.class)
        .one();
  }

  static ApiKey insert(Handle handle, MerchantId merchantId, KeyId id, NewApiKey key) {
    return handle
        .createQuery(INSERT)
        .bind("merchantId", merchantId.value())
        .bind("id", id.value())
        .bind("apiKey", key.apiKey())
        .bind("pairHash", PairHash.of(key.apiKey(), key.secretKey().reveal()).bytes())
        .bind("label", key.label())
        .bind("active", key.active())
        .bind("limit", key.limit())
        .map((row, context) -> key(row))
        .one();
  }

  static List<ApiKey> newestFirst(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(NEWEST_FIRST)
        .bind("merchantId", merchantId.value())
        .map((row, context) -> key(row))
        .list();
  }

  /** The merchant's key, or anybody's when no merchant is given; null when there is none. */
  static @Nullable ApiKey lock(Handle handle, @Nullable MerchantId merchantId, KeyId id) {
    return handle
        .createQuery(merchantId == null ? LOCK_OF_ANY_MERCHANT : LOCK)
        .bind("merchantId", merchantId == null ? null : merchantId.value())
        .bind("id", id.value())
        .map((row, context) -> key(row))
        .findOne()
        .orElse(null);
  }

  /** False when the key is no longer as expected. */
  static boolean update(Handle handle, ApiKey before, ApiKey after) {
    return handle
            .createUpdate(UPDATE)
            .bind("merchantId", before.merchantId().value())
            .bind("id", before.id().value())
            .bind("active", after.active())
            .bind("limit", after.limit())
            .bind("activeBefore", before.active())
            .bind("limitBefore", before.limit())
            .execute()
        == 1;
  }

  private static ApiKey key(ResultSet row) throws SQLException {
    return new ApiKey(
        new MerchantId(row.getObject("merchant_id", UUID.class)),
        new KeyId(row.getObject("id", UUID.class)),
        row.getString("api_key"),
        row.getString("label"),
        row.getBoolean("active"),
        row.getInt("rate_limit"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        instant(row.getObject("last_used_at", OffsetDateTime.class)));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}

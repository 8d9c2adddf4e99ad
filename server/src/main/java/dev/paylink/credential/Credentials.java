package dev.paylink.credential;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.paylink.merchant.MerchantId;
import dev.paylink.merchant.Verification;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Finds the caller behind a key and its secret. A change made on this node counts at once, one made
 * on another within two seconds; a pair that does not match is never remembered, so an unknown key
 * and a wrong secret take the same path to the same miss.
 */
public final class Credentials {
  private static final String BY_PAIR =
      """
      select k.id, k.merchant_id, m.verification, k.rate_limit,
             coalesce(m.deposit_address,
                      (select u.deposit_address from merchant_user u
                        where u.merchant_id = k.merchant_id and u.deposit_address is not null
                        order by u.created_at limit 1))
        from api_key k join merchant m on m.id = k.merchant_id
       where k.pair_hash = ? and k.active
      """;

  private static final Duration REFRESH = Duration.ofMillis(500);
  private static final Duration STALE = Duration.ofSeconds(2);

  private final Jdbi jdbi;
  private final LoadingCache<ByteBuffer, Caller> callers;

  public Credentials(Jdbi jdbi) {
    this.jdbi = jdbi;
    this.callers =
        Caffeine.newBuilder()
            .maximumSize(100_000)
            .refreshAfterWrite(REFRESH)
            .expireAfterWrite(STALE)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build(this::load);
  }

  /** The caller, or null when no active key matches both. */
  public @Nullable Caller find(String apiKey, String secretKey) {
    return callers.get(ByteBuffer.wrap(PairHash.of(apiKey, secretKey)));
  }

  /** Call after a change to a key, a verification or a deposit address has been committed. */
  public void forgetAll() {
    callers.invalidateAll();
  }

  @SuppressWarnings("NullAway") // Caffeine takes null as "no such entry", and keeps none
  private Caller load(ByteBuffer pairHash) {
    byte[] bytes = new byte[pairHash.remaining()];
    pairHash.duplicate().get(bytes);
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(BY_PAIR)
                .bind(0, bytes)
                .map((row, context) -> caller(row))
                .findOne()
                .orElse(null));
  }

  private static Caller caller(ResultSet row) throws SQLException {
    return new Caller(
        new KeyId(row.getObject(1, UUID.class)),
        new MerchantId(row.getObject(2, UUID.class)),
        Verification.valueOf(row.getString(3)),
        row.getString(5),
        row.getInt(4));
  }
}

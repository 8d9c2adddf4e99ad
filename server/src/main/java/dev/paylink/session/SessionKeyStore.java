package dev.paylink.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import dev.paylink.platform.id.UuidV7;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * The signing keys in the database: encrypted, made by one node at a time, deleted when none of
 * their tokens can still be valid.
 */
final class SessionKeyStore implements Reseal.Table<SessionKeyStore.Row> {
  /** The age at which a key gets a successor. */
  static final Duration ROTATION = Duration.ofHours(24);

  /**
   * A key signs a little longer than {@link #ROTATION}, and its last token lives for a quarter of
   * an hour.
   */
  private static final Duration KEPT = ROTATION.plusHours(2);

  private static final Logger LOG = System.getLogger(SessionKeyStore.class.getName());
  private static final String ALL =
      """
      select id, sealed, extract(epoch from now() - created_at)::bigint
        from session_key order by created_at desc, id desc
      """;
  private static final String LOCK = "lock table session_key in share row exclusive mode";
  private static final String INSERT = "insert into session_key (id, sealed) values (:id, :sealed)";
  private static final String DELETE_OLD =
      "delete from session_key where created_at < now() - make_interval(secs => :seconds)";

  private static final String LOCK_PAGE =
      """
      select id, sealed from session_key
       where id > :id and substring(sealed for :length) <> :prefix
       order by id limit :page for update
      """;
  private static final String RESEAL = "update session_key set sealed = :sealed where id = :id";

  private final Vault vault;
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  SessionKeyStore(Vault vault) {
    this.vault = vault;
  }

  /** A key that this node can use. */
  record Key(ECKey pair, Duration age) {}

  record Row(UUID id, byte[] sealed) {}

  /** Makes a new key if one is still due; returns the usable keys. */
  List<Key> rotate(Handle handle) {
    handle.execute(LOCK);
    if (isDue(usable(handle))) { // another node may have been faster
      String kid = UuidV7.at(System.currentTimeMillis()).toString();
      handle
          .createUpdate(INSERT)
          .bind("id", UUID.fromString(kid))
          .bind("sealed", vault.seal(newKey(kid), context(kid)))
          .execute();
      handle.createUpdate(DELETE_OLD).bind("seconds", KEPT.toSeconds()).execute();
    }
    return usable(handle);
  }

  /** Returns whether a new key is due. */
  static boolean isDue(List<Key> keys) {
    return keys.isEmpty() || keys.getFirst().age().compareTo(ROTATION) >= 0;
  }

  /** Returns the keys that this node can use, youngest first. */
  List<Key> usable(Handle handle) {
    return handle
        .createQuery(ALL)
        .map(
            (row, context) ->
                opened(row.getString(1), row.getBytes(2), Duration.ofSeconds(row.getLong(3))))
        .stream()
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * Returns the opened key; null if another master secret sealed it: this node then uses its own
   * keys.
   */
  private @Nullable Key opened(String kid, byte[] sealed, Duration age) {
    try {
      String jwk = new String(vault.open(sealed, context(kid)), StandardCharsets.UTF_8);
      return new Key(ECKey.parse(jwk), age);
    } catch (ParseException | RuntimeException e) {
      if (unreadable.add(kid)) { // log once: the keys are read all the time
        LOG.log(Level.WARNING, "cannot read session key " + kid + ": " + e.getMessage());
      }
      return null;
    }
  }

  @Override
  public String name() {
    return "keys of payers' sessions";
  }

  @Override
  public Row beforeAll() {
    return new Row(new UUID(0, 0), new byte[0]);
  }

  @Override
  public Query lockBehind(Handle handle, Row last) {
    return handle.createQuery(LOCK_PAGE).bind("id", last.id);
  }

  @Override
  public Row read(ResultSet row) throws SQLException {
    return new Row(row.getObject("id", UUID.class), row.getBytes("sealed"));
  }

  @Override
  public boolean reseal(Handle handle, Row row) {
    String context = context(row.id.toString());
    return handle
            .createUpdate(RESEAL)
            .bind("id", row.id)
            .bind("sealed", vault.seal(vault.open(row.sealed, context), context))
            .execute()
        == 1;
  }

  private static byte[] newKey(String kid) {
    try {
      ECKey key = new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
      return key.toJSONString().getBytes(StandardCharsets.UTF_8);
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot make a P-256 key", e);
    }
  }

  private static String context(String kid) {
    return "session key " + kid;
  }
}

package dev.paylink.settlement.hold;

import dev.paylink.platform.db.Tx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tokens that are suspended. A transaction that holds a confirmation locks the
 * suspensions first: so when one is lifted, all that was held because of it is there to be decided
 * about.
 */
public final class SuspensionStore {
  private static final String LOCK = "select chain_id, token from token_suspension for share";
  private static final String IS_ANY = "select 1 from token_suspension limit 1";
  private static final String ALL = "select * from token_suspension order by suspended_at";
  private static final String FIND =
      "select * from token_suspension where chain_id = :chain and token = :token for update";
  private static final String INSERT =
      """
      insert into token_suspension (chain_id, token, reason, suspended_by)
      values (:chain, :token, :reason, :by) on conflict do nothing
      """;
  private static final String DELETE =
      "delete from token_suspension where chain_id = :chain and token = :token";

  /** A token by its chain and symbol. */
  public record Token(@Nullable Long chainId, @Nullable String symbol) {}

  /** Returns the suspended tokens; none of them is lifted before the transaction ends. */
  public Set<Token> lock(Connection connection) throws SQLException {
    Set<Token> tokens = new HashSet<>();
    try (PreparedStatement find = connection.prepareStatement(LOCK);
        ResultSet row = find.executeQuery()) {
      while (row.next()) {
        tokens.add(new Token(row.getLong(1), row.getString(2)));
      }
    }
    return tokens;
  }

  /** Finds out whether any token is suspended. */
  public void isAny(Tx.Together together, Runnable found) {
    together.query(IS_ANY, (find, before) -> {}, row -> found.run());
  }

  /** Returns all suspensions, oldest first. */
  public List<Suspension> all(Handle handle) {
    return handle.createQuery(ALL).mapTo(Suspension.class).list();
  }

  /** Locks the suspension of a token; null if it is not suspended. */
  public @Nullable Suspension find(Handle handle, long chain, String token) {
    return handle
        .createQuery(FIND)
        .bind("chain", chain)
        .bind("token", token)
        .mapTo(Suspension.class)
        .findOne()
        .orElse(null);
  }

  /** Suspends a token; returns false if it was suspended before. */
  public boolean insert(Handle handle, long chain, String token, String reason, String by) {
    return handle
            .createUpdate(INSERT)
            .bind("chain", chain)
            .bind("token", token)
            .bind("reason", reason)
            .bind("by", by)
            .execute()
        == 1;
  }

  /** Lifts the suspension of a token, once nobody holds a confirmation because of it any more. */
  public void delete(Handle handle, long chain, String token) {
    handle.createUpdate(DELETE).bind("chain", chain).bind("token", token).execute();
  }
}

package dev.paylink.platform.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Grants the service's role the rights it needs in the owner's tables, after each migration. That
 * role owns nothing: it cannot drop or alter a table, switch off a trigger or grant itself more, so
 * an entry of the audit log stays as it was written, whatever happens to the service.
 */
final class ServiceGrants {
  private static final String USER = "select quote_ident(current_user)";
  private static final String SCHEMA = "select quote_ident(current_schema())";
  private static final String OWN_TABLES =
      """
      select quote_ident(tablename) from pg_tables
       where schemaname = current_schema() and tableowner = current_user order by tablename
      """;

  /**
   * Serialises the grants: nodes may start at once, and two of them cannot change the rights of one
   * table together.
   */
  private static final String LOCK = "select pg_advisory_xact_lock(7290165413284)";

  private static final String ALL = "select, insert, update, delete";
  static final Map<String, String> LESS =
      Map.of(
          "audit_log", "select, insert",
          "operator_log", "select, insert",
          "audit_link", "select",
          "audit_head", "select, update (signed_number, signed_at)",
          "audit_signature", "select, insert",
          "flyway_schema_history", "select");

  private ServiceGrants() {}

  /** Grants the rights; does nothing if the service's role is the owner itself. */
  static void give(PrimaryConnections service, PrimaryConnections owner) {
    try (Connection serving = service.open();
        Connection owning = owner.open()) {
      give(owning, one(serving, USER));
    } catch (SQLException e) {
      throw new IllegalStateException("cannot give the service's role its rights", e);
    }
  }

  private static void give(Connection owner, String role) throws SQLException {
    if (one(owner, USER).equals(role)) {
      return;
    }
    owner.setAutoCommit(false);
    one(owner, LOCK);
    StringBuilder grants = new StringBuilder(); // one round trip: every start makes it
    grants.append("grant usage on schema %s to %s;".formatted(one(owner, SCHEMA), role));
    for (String table : all(owner, OWN_TABLES)) {
      grants.append("revoke all on %s from %s;".formatted(table, role));
      grants.append("grant %s on %s to %s;".formatted(LESS.getOrDefault(table, ALL), table, role));
    }
    try (Statement statement = owner.createStatement()) {
      statement.execute(grants.toString());
    }
    owner.commit();
  }

  private static String one(Connection connection, String query) throws SQLException {
    return all(connection, query).getFirst();
  }

  /** Returns the first column of every row. */
  static List<String> all(Connection connection, String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        found.add(row.getString(1));
      }
    }
    return found;
  }
}

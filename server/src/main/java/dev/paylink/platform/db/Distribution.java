package dev.paylink.platform.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Spreads the merchants' tables over the workers of a Citus cluster. Each step is taken once:
 * running it again takes only the steps that are missing, for example after an upgrade.
 *
 * <ul>
 *   <li>{@link #SPREAD}: all rows of a merchant are on one worker, found by {@code merchant_id}.
 *   <li>{@link #EVERYWHERE}: a copy on each worker, since statements join them with the rows there.
 *   <li>{@link #HERE}: accounts and the instance stay on the coordinator, so that no worker has to
 *       be up to sign in, to keep the audit log or to tell whether a transfer has settled a
 *       payment.
 * </ul>
 */
public final class Distribution {
  static final List<String> EVERYWHERE = List.of("merchant", "webhook", "chain_cursor");

  /** The first one decides on which shard a merchant is; the others are placed with it. */
  static final List<String> SPREAD =
      List.of(
          "payment",
          "invoice",
          "invoice_counter",
          "transfer_address",
          "incoming_transfer",
          "held_settlement",
          "movement",
          "movement_month",
          "payment_day",
          "payment_day_created",
          "payment_flag",
          "payment_link",
          "payment_link_picture",
          "payment_link_sum",
          "payment_ref",
          "payout",
          "payout_month",
          "payout_report",
          "received_transfer",
          "refund",
          "settlement_event",
          "settlement_mismatch",
          "settlement_rule",
          "event_counter",
          "event",
          "event_removed",
          "delivery",
          "delivery_attempt",
          "webhook_day",
          "request_log");

  static final List<String> HERE =
      List.of(
          "account_device",
          "account_freeze",
          "account_session",
          "account_user",
          "api_key",
          "audit_head",
          "audit_key",
          "audit_link",
          "audit_log",
          "audit_signature",
          "backup_taken",
          "exhausted_alarm",
          "flyway_schema_history",
          "freeze_lift",
          "freeze_link",
          "instance_mode",
          "invitation",
          "kyb_submission",
          "mail",
          "mail_digest",
          "merchant_logo",
          "merchant_sso",
          "node",
          "operator_approval",
          "operator_log",
          "passkey",
          "payment_link_slug",
          "payment_reminder",
          "readiness_probe",
          "recovery_code",
          "redelivery_order",
          "relay_account",
          "relay_attempt",
          "relay_day",
          "relay_order",
          "retention",
          "sandbox_clock",
          "second_factor",
          "second_factor_rule",
          "session_code",
          "session_key",
          "settled_transfer",
          "simulated_chain",
          "sso_domain",
          "sso_identity",
          "table_size",
          "token_session",
          "token_suspension",
          "used_challenge",
          "user_link");

  private static final String INSTALLED =
      "select extversion from pg_extension where extname = 'citus'";
  private static final String WORKERS =
      """
      select nodename || ':' || nodeport from pg_dist_node
       where groupid <> 0 and isactive and shouldhaveshards order by nodeid
      """;
  private static final String NODES_OF_OURS =
      """
      select pid::text from pg_stat_activity
       where datname = current_database() and application_name = 'paylink'
         and pid <> pg_backend_pid()
      """;
  private static final String DISTRIBUTED =
      """
      select logicalrelid::regclass::text from pg_dist_partition
       where partmethod = 'h' or repmodel = 't'
      """;
  // A table that stays here cannot refer to one with a copy on each worker.
  private static final String FOREIGN_KEYS =
      """
      select format('alter table %s drop constraint %I', conrelid::regclass, conname)
        from pg_constraint
       where contype = 'f' and connamespace = current_schema()::regnamespace
         and confrelid = 'merchant'::regclass and conrelid::regclass::text <> all(array[<these>])
       order by conrelid::regclass::text
      """;
  // What is unique is so among the rows of one shard. Both that are unique without a merchant have
  // 62 random bits or a hash over their payment's id: no two merchants have the same one.
  private static final String UNIQUE =
      """
      select format('alter table %s drop constraint %I, add constraint %I unique (%s, merchant_id)',
                    conrelid::regclass, conname, conname,
                    (select string_agg(quote_ident(attname), ', ' order by place)
                       from unnest(conkey) with ordinality as k (number, place)
                       join pg_attribute on attrelid = conrelid and attnum = number))
        from pg_constraint
       where contype = 'u' and conrelid::regclass::text = any(array[<these>])
         and not exists (select from pg_attribute
                          where attrelid = conrelid and attnum = any(conkey)
                            and attname = 'merchant_id')
      """;
  private static final String COPY = "select create_reference_table('%s')";
  private static final String SPREAD_BY_MERCHANT =
      "select create_distributed_table('%s', 'merchant_id', %s)";
  private static final String CLEAR = "select truncate_local_data_after_distributing_table('%s')";
  private static final int SHARDS = 32;

  private final Connection connection;
  private final Consumer<String> tell;

  private Distribution(Connection connection, Consumer<String> tell) {
    this.connection = connection;
    this.tell = tell;
  }

  /**
   * Migrates and distributes the database.
   *
   * @param ownerUrl of the role that owns the tables
   * @param tell called with each step
   * @throws IllegalStateException if it cannot be distributed; nothing was changed then
   */
  public static void run(String ownerUrl, Consumer<String> tell) throws SQLException {
    try (Connection connection = DriverManager.getConnection(ownerUrl)) {
      Distribution distribution = new Distribution(connection, tell);
      distribution.check();
      Migrations.to(ownerUrl, null);
      distribution.distribute();
    }
  }

  private void check() throws SQLException {
    if (all(INSTALLED).isEmpty()) {
      throw new IllegalStateException(
          "this database has no Citus extension; install it on all servers and run"
              + " \"create extension citus\" (docs/operate/database.md, Citus)");
    }
    List<String> workers = all(WORKERS);
    if (workers.isEmpty()) {
      throw new IllegalStateException(
          "this database has no workers; add them with citus_add_node"
              + " (docs/operate/database.md, Citus)");
    }
    if (!all(NODES_OF_OURS).isEmpty()) {
      throw new IllegalStateException("stop all nodes of the service first");
    }
    tell.accept("Citus " + all(INSTALLED).getFirst() + ", workers " + String.join(", ", workers));
  }

  private void distribute() throws SQLException {
    List<String> before = all(DISTRIBUTED);
    String moved = quoted(Stream.concat(EVERYWHERE.stream(), SPREAD.stream()));
    for (String drop : all(FOREIGN_KEYS.replace("<these>", moved))) {
      step(drop, drop);
    }
    for (String table : EVERYWHERE) {
      if (!before.contains(table)) {
        step(table + ": a copy on each worker", COPY.formatted(table));
        clear(table);
      }
    }
    for (String change : all(UNIQUE.replace("<these>", quoted(SPREAD.stream())))) {
      step(change, change);
    }
    for (String table : SPREAD) {
      if (!before.contains(table)) {
        spread(table);
        clear(table);
      }
    }
    tell.accept("Done. Start the nodes again.");
  }

  private static String quoted(Stream<String> tables) {
    return tables.map(table -> "'" + table + "'").collect(Collectors.joining(", "));
  }

  private void spread(String table) throws SQLException {
    String place =
        table.equals(SPREAD.getFirst())
            ? "colocate_with => 'none', shard_count => " + SHARDS
            : "colocate_with => '" + SPREAD.getFirst() + "'";
    step(table + ": spread by merchant_id", SPREAD_BY_MERCHANT.formatted(table, place));
  }

  /** Deletes the rows that were copied to the workers and that nobody can see here any more. */
  private void clear(String table) throws SQLException {
    all(CLEAR.formatted(table));
  }

  private void step(String what, String sql) throws SQLException {
    tell.accept(what);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> all(String query) throws SQLException {
    return ServiceGrants.all(connection, query);
  }
}

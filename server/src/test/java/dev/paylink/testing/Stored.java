package dev.paylink.testing;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.TypeId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/** Looks behind the service's back at what the database holds. */
public record Stored(Jdbi jdbi) {
  /** The actions in the audit log of a merchant with what they changed, oldest first. */
  public List<String> audit(String merchantId) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    select concat_ws(' ', action, 'by', actor, 'from', source, ':',
                                     coalesce(before, '-'), '>', coalesce(after, '-'))
                      from audit_log where merchant_id = :id order by at, id
                    """)
                .bind("id", uuid(merchantId))
                .mapTo(String.class)
                .list());
  }

  /** A letter as it was or will be sent; without the mark of a sandbox in its subject. */
  public record Letter(String to, String subject, String text) {}

  /** The letters that were written; those of one change are in no order. */
  public List<Letter> letters() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("select recipient, subject, text from mail order by created_at, id")
                .map(
                    (row, context) ->
                        new Letter(
                            row.getString(1),
                            row.getString(2).replace("[Test] ", ""),
                            row.getString(3)))
                .list());
  }

  /** Changes rows as nothing of the service does; tells how many. */
  public int change(String sql, Object... parameters) {
    return jdbi.withHandle(handle -> handle.execute(sql, parameters));
  }

  /** The same with named parameters. */
  public int change(String sql, Map<String, ?> parameters) {
    return jdbi.withHandle(handle -> handle.createUpdate(sql).bindMap(parameters).execute());
  }

  /** Forgets the letters that were written so far. */
  public void burnLetters() {
    change("delete from mail");
  }

  /** A merchant's id as the database has it. */
  public static UUID uuid(String merchantId) {
    return Objects.requireNonNull(MerchantId.parse(merchantId), merchantId).value();
  }

  /** A payment's id as the database has it. */
  public static UUID payment(String paymentId) {
    return Objects.requireNonNull(TypeId.parse("pay", paymentId), paymentId);
  }

  /** The only column of each row as text; {@code null} is the text "null". */
  public List<String> texts(String sql, Object... parameters) {
    return jdbi.withHandle(
        handle -> {
          Query query = handle.createQuery(sql);
          for (int i = 0; i < parameters.length; i++) {
            query.bind(i, parameters[i]);
          }
          return query.map((row, context) -> String.valueOf(row.getString(1))).list();
        });
  }

  /** The only column of the only row. */
  public String text(String sql, Object... parameters) {
    List<String> texts = texts(sql, parameters);
    if (texts.size() != 1) {
      throw new AssertionError(texts.size() + " rows, not one, of " + sql);
    }
    return texts.getFirst();
  }

  /** How many sessions of this database wait for a lock that another one holds. */
  public int waitingForLocks() {
    return Integer.parseInt(
        text(
            """
            select count(*) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'
            """));
  }

  /** Each row of a table as PostgreSQL prints it. */
  public List<String> rows(String table) {
    return jdbi.withHandle(
        handle ->
            handle.createQuery("select t::text from " + table + " t").mapTo(String.class).list());
  }
}

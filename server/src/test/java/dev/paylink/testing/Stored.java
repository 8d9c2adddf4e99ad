package dev.paylink.testing;

import dev.paylink.merchant.MerchantId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

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

  /** A merchant's id as the database has it. */
  public static UUID uuid(String merchantId) {
    return Objects.requireNonNull(MerchantId.parse(merchantId), merchantId).value();
  }

  /** Each row of a table as PostgreSQL prints it. */
  public List<String> rows(String table) {
    return jdbi.withHandle(
        handle ->
            handle.createQuery("select t::text from " + table + " t").mapTo(String.class).list());
  }
}

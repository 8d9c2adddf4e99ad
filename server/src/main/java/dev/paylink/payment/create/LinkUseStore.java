package dev.paylink.payment.create;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Counts the uses of reusable links, for the writer: one statement decides and counts, so a link
 * that is switched off, used up or over makes no payment, whatever races. Connections belong to the
 * caller's transaction, so a payment that is not stored is not counted.
 */
final class LinkUseStore {
  private static final String TAKE =
      """
      update payment_link set uses = uses + 1
       where id = ? and merchant_id = ? and active
         and (max_uses is null or uses < max_uses) and (ends_at is null or ends_at > ?)
      """;

  /** Counts one use; returns false if the link takes no more. */
  boolean take(Connection connection, MerchantId merchant, LinkId link, Instant now)
      throws SQLException {
    try (PreparedStatement take = connection.prepareStatement(TAKE)) {
      take.setObject(1, link.value());
      take.setObject(2, merchant.value());
      take.setObject(3, now.atOffset(ZoneOffset.UTC));
      return take.executeUpdate() == 1;
    }
  }
}

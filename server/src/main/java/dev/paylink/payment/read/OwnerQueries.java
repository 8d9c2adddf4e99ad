package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.binary.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Finds the few merchants to whom payments may belong, by the bits in their ids. Asked only where
 * merchants are spread over several servers: all that it finds for one id are on the same shard.
 */
final class OwnerQueries {
  static final String WITH_BITS =
      "select id from merchant where (uuid_hash(id) >> 20 & 4095) = any(?)";

  List<UUID> of(Connection connection, Collection<PaymentId> ids) throws SQLException {
    List<UUID> merchants = new ArrayList<>();
    if (ids.isEmpty()) {
      return merchants;
    }
    try (PreparedStatement find = connection.prepareStatement(WITH_BITS)) {
      find.setArray(
          1,
          BinaryArray.of(
              connection,
              "integer",
              ids.stream().map(PaymentId::merchantBits).distinct().toArray()));
      try (ResultSet row = find.executeQuery()) {
        while (row.next()) {
          merchants.add(row.getObject(1, UUID.class));
        }
      }
    }
    return merchants;
  }
}

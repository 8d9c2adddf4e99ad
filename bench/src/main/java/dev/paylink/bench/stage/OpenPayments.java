package dev.paylink.bench.stage;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.TypeId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Gives a merchant open payments, an invoice each with the same id, as creates do. */
public final class OpenPayments {
  private static final String INSERT =
      """
      with n as (select g, uuidv7() as id, now() as at
                   from generate_series(1, %2$d) g),
           i as (insert into invoice (merchant_id, id, number, status, amount, currency,
                                      description, created_at, updated_at)
                 select '%1$s', n.id, 'OPEN-' || n.g, 'open', 125.50,
                        'USD', 'Two tickets, row ' || n.g, n.at, n.at
                   from n)
      insert into payment (merchant_id, id, invoice_id, status, amount, currency, reference,
                           interface, payee, link_token, idempotency_key, request_hash,
                           created_at, updated_at, expires_at)
      select '%1$s', n.id, n.id, 'created', 125.50, 'USD', 'order-' || n.g,
             'service-server', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
             decode(md5(n.id::text), 'hex'), gen_random_uuid(),
             decode(repeat(md5(n.id::text), 2), 'hex'), n.at, n.at, n.at + interval '1 day'
        from n
      returning id
      """;

  private OpenPayments() {}

  /** Their ids, as they stand in events. */
  public static List<String> make(Stage stage, MerchantId merchant, int count) throws SQLException {
    List<String> ids = new ArrayList<>(count);
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(INSERT.formatted(merchant.value(), count))) {
      while (row.next()) {
        ids.add(TypeId.format("pay", row.getObject(1, UUID.class)));
      }
    }
    return ids;
  }
}

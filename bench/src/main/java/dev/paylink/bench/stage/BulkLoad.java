package dev.paylink.bench.stage;

import java.sql.SQLException;

/** Fills the tables with payments as if they had been made over the past months. */
public final class BulkLoad {
  private static final int CHUNK = 250_000;
  private static final String INSERT =
      """
      with m as (select merchant_id as id from api_key limit 1),
           n as (select g, uuidv7(make_interval(secs => (g - %2$d) * 3.0)) as payment_id,
                        gen_random_uuid() as invoice_id,
                        now() + make_interval(secs => (g - %2$d) * 3.0) as at
                   from generate_series(%1$d, %3$d) g),
           i as (insert into invoice (merchant_id, id, number, status, amount, currency,
                                      created_at, updated_at)
                 select m.id, n.invoice_id, 'OLD-' || n.g, 'paid', 125.50, 'USD', n.at, n.at from m, n)
      insert into payment (merchant_id, id, invoice_id, status, amount, currency, reference, interface,
                           payee, link_token, idempotency_key, request_hash,
                           created_at, updated_at, expires_at)
      select m.id, n.payment_id, n.invoice_id, 'success', 125.50, 'USD', 'order-' || n.g,
             'service-server', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
             decode(md5(n.g::text), 'hex'), gen_random_uuid(), decode(repeat(md5(n.g::text), 2), 'hex'),
             n.at, n.at, n.at + interval '1 day'
        from m, n
      """;

  private BulkLoad() {}

  public static void payments(Stage stage, int rows) throws SQLException {
    for (int start = 1; start <= rows; start += CHUNK) {
      stage.sql(INSERT.formatted(start, rows, Math.min(rows, start + CHUNK - 1)));
    }
    stage.sql("vacuum analyze invoice, payment");
  }
}

package dev.paylink.bench.stage;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fills the tables with payments as if they had been made over the past months: the odd ones for
 * the stage's merchant, the even ones for the others, if there are any.
 */
public final class BulkLoad {
  private static final int CHUNK = 250_000;
  private static final int SIDE_BY_SIDE = 2;

  /** From this many rows on it is faster to rebuild the indexes than to keep them. */
  private static final int MANY = 1_000_000;

  private static final String INSERT =
      """
      with n as (select g, uuidv7(make_interval(secs => (g - %3$d) * 3.0)) as id,
                        now() + make_interval(secs => (g - %3$d) * 3.0) as at,
                        case when g %% 2 = 1 or %5$d = 1 then '%4$s'
                             else md5('merchant-' || g %% %5$d)::uuid end as merchant_id
                   from generate_series(%1$d, %2$d) g),
           i as (insert into invoice (merchant_id, id, number, status, amount, currency,
                                      created_at, updated_at)
                 select n.merchant_id, n.id, 'OLD-' || n.g, 'paid', 125.50, 'USD', n.at, n.at from n)
      insert into payment (merchant_id, id, invoice_id, status, amount, currency, reference, interface,
                           payee, link_token, idempotency_key, request_hash,
                           created_at, updated_at, expires_at)
      select n.merchant_id, n.id, n.id, 'success', 125.50, 'USD', '%6$s' || n.g,
             'service-server', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
             decode(md5(n.g::text), 'hex'), gen_random_uuid(), decode(repeat(md5(n.g::text), 2), 'hex'),
             n.at, n.at, n.at + interval '1 day'
        from n
      """;

  private static final String REFERENCE = "old-order-";

  private final Stage stage;
  private final int merchants;
  private int loaded;

  public BulkLoad(Stage stage, int merchants) {
    this.stage = stage;
    this.merchants = merchants;
  }

  public void add(int rows) throws Exception {
    SecondaryIndexes indexes = new SecondaryIndexes(stage, "invoice", "payment");
    if (rows >= MANY) {
      indexes.drop();
    }
    insert(loaded + 1, loaded + rows);
    loaded += rows;
    indexes.restore();
    stage.sql("vacuum analyze invoice, payment");
  }

  /** So many references of payments of the stage's merchant, from all over the time. */
  public List<String> references(int count) {
    List<String> references = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long number = (long) loaded * i / count;
      references.add(REFERENCE + (number / 2 * 2 + 1));
    }
    return references;
  }

  private void insert(int first, int last) throws Exception {
    List<Callable<Boolean>> chunks = new ArrayList<>();
    for (int start = first; start <= last; start += CHUNK) {
      String statement =
          INSERT.formatted(
              start,
              Math.min(last, start + CHUNK - 1),
              last,
              stage.merchant().value(),
              merchants,
              REFERENCE);
      chunks.add(() -> run(statement));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
      for (Future<Boolean> chunk : threads.invokeAll(chunks)) {
        chunk.get();
      }
    }
  }

  /** Without waiting for the disk: a load that breaks is not continued. */
  private boolean run(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        Statement sql = connection.createStatement()) {
      sql.execute("set synchronous_commit = off");
      sql.execute(statement);
      return true;
    }
  }
}

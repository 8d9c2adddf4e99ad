package dev.paylink.payment.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.PaymentId;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.payment.read.PaymentFilter.Direction;
import dev.paylink.payment.read.PaymentFilter.Window;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A page of the list is found in the indexes alone, and by reading no more of them than it shows,
 * whatever is searched for and however rare it is. All payments are of one merchant.
 */
final class PaymentSearchPlanTest {
  private static final int PAYMENTS = 200_000;
  private static final int LIMIT = 20;

  /** An index of any size has few levels; the rest is a page's own rows. */
  private static final int MOST_BUFFERS_OF_KEYS = 80;

  private static final int MOST_BUFFERS_OF_A_PAGE = 80 + LIMIT * 16;

  private static final MerchantId MERCHANT =
      new MerchantId(UUID.fromString("0197d3a0-0000-7000-8000-000000000000"));
  private static final UUID SHARED_INVOICE =
      UUID.fromString("01900000-0000-7000-8000-000000000000");

  /** A year of payments. The only failed ones are the oldest; one reference is that of half. */
  private static final String FILL =
      """
      with n as (select g, uuidv7(-(interval '1 year' * g / COUNT)) as id
                   from generate_series(1, COUNT) g),
           i as (insert into invoice (merchant_id, id, number, status, currency, customer_email,
                                      created_at, updated_at)
                 select 'MERCHANT', n.id, 'INV-' || n.g, 'open', 'USD', 'crowd@example.com', now(), now()
                   from n)
      insert into payment (merchant_id, id, invoice_id, status, currency, interface, payee, link_token,
                           idempotency_key, request_hash, reference, customer_email,
                           created_at, updated_at, expires_at)
      select 'MERCHANT', n.id, case when n.g % 4 = 0 then 'SHARED'::uuid else n.id end,
             case when n.g > COUNT - 30 then 'failed' when n.g % 3 = 0 then 'success'
                  else 'created' end,
             'USD', 'x', 'x', 'x', 'key-' || n.g, 'x',
             case when n.g % 2 = 0 then 'crowd' else 'order-' || n.g end, 'crowd@example.com',
             now(), now(), now()
        from n
      """;

  private static final String SHARED =
      """
      insert into invoice (merchant_id, id, number, status, currency, created_at, updated_at)
      values ('MERCHANT', 'SHARED', 'shared', 'open', 'USD', now(), now())
      """;

  private static Database database;
  private static Instant now;

  @BeforeAll
  static void fill() {
    now = Instant.now();
    database = TestDatabase.fresh();
    database
        .workers()
        .useHandle(
            handle -> {
              for (String sql : List.of(FILL, SHARED)) {
                handle.execute(
                    sql.replace("MERCHANT", MERCHANT.value().toString())
                        .replace("SHARED", SHARED_INVOICE.toString())
                        .replace("COUNT", Integer.toString(PAYMENTS)));
              }
              handle.execute("vacuum analyze invoice");
              handle.execute("vacuum analyze payment");
            });
  }

  @AfterAll
  static void close() {
    database.close();
  }

  /** Searches that many payments match, so that only an index in the order of the list will do. */
  static Stream<PaymentSearch> crowdedSearches() {
    return Stream.of(
        new PaymentSearch.Everything(),
        new PaymentSearch.ByReference("crowd"),
        new PaymentSearch.ByCustomer("crowd@example.com"),
        new PaymentSearch.ByInvoice(new InvoiceId(SHARED_INVOICE)),
        new PaymentSearch.ByReferenceOrInvoice("crowd", new InvoiceId(SHARED_INVOICE)),
        new PaymentSearch.ByReference("nothing has it"),
        new PaymentSearch.ById(new PaymentId(UuidV7.at(now))));
  }

  static Stream<PaymentFilter> filters() {
    List<PaymentFilter> filters = new ArrayList<>();
    crowdedSearches()
        .forEach(
            search -> {
              filters.add(new PaymentFilter(search, null, null, null));
              filters.add(new PaymentFilter(search, PaymentStatus.created, null, null));
              filters.add(new PaymentFilter(search, PaymentStatus.failed, days(400), now));
              filters.add(new PaymentFilter(search, PaymentStatus.submitted, days(400), now));
              filters.add(new PaymentFilter(search, null, days(200), days(199)));
            });
    return filters.stream();
  }

  @ParameterizedTest
  @MethodSource("filters")
  void page_is_found_in_the_order_of_an_index_and_reads_no_more_than_it_shows(
      PaymentFilter filter) {
    for (Window window : windows()) {
      PaymentKeys keys = PaymentKeys.of(MERCHANT, filter, window);
      Plan plan = explain(keys.sql(), keys);
      plan.expectIndexesOnly().expectRowsAtMost(LIMIT).expectBuffersAtMost(MOST_BUFFERS_OF_KEYS);
      Plan page =
          explain(PaymentQueries.pageSql(PaymentQueries.COLUMNS, keys, window.direction()), keys);
      page.expectNoScanNorSort()
          .expectRowsAtMost(LIMIT)
          .expectBuffersAtMost(MOST_BUFFERS_OF_A_PAGE);
    }
  }

  /** The first page, one in the middle in either direction, and the last ones. */
  private static List<Window> windows() {
    PaymentId middle = new PaymentId(UuidV7.floor(days(180)));
    PaymentId end = new PaymentId(UuidV7.floor(days(364)));
    return List.of(
        Window.first(LIMIT),
        Window.olderThan(middle, LIMIT),
        Window.newerThan(middle, LIMIT),
        Window.olderThan(end, LIMIT),
        new Window(end, Direction.NEWER, LIMIT));
  }

  private static Instant days(int ago) {
    return now.minus(Duration.ofDays(ago));
  }

  private static Plan explain(String sql, PaymentKeys keys) {
    return database.workers().withHandle(handle -> new Plan(prepared(handle, sql, keys)));
  }

  /** As the service runs it: prepared, without knowing the values. */
  private static String prepared(Handle handle, String sql, PaymentKeys keys) {
    List<String> values = new ArrayList<>();
    Matcher parameter = Pattern.compile("(?<!:):([a-z_]+)").matcher(sql);
    String numbered =
        parameter.replaceAll(
            found -> {
              values.add("'" + keys.parameters().get(found.group(1)) + "'");
              return "\\$" + values.size();
            });
    handle.execute("deallocate all");
    try (Statement statement = handle.getConnection().createStatement()) {
      statement.execute("prepare page as " + numbered);
      ResultSet row =
          statement.executeQuery(
              "explain (analyze, buffers, timing off) execute page("
                  + String.join(", ", values)
                  + ")");
      StringBuilder plan = new StringBuilder();
      while (row.next()) {
        plan.append(row.getString(1)).append('\n');
      }
      return plan.toString();
    } catch (SQLException e) {
      throw new IllegalStateException(numbered, e);
    }
  }

  private record Plan(String text) {
    private static final Pattern ROWS =
        Pattern.compile("Index (?:Only )?Scan.*actual rows=([0-9.]+) loops=([0-9]+)");
    private static final Pattern BUFFERS =
        Pattern.compile("Buffers: shared(?: hit=(\\d+))?(?: read=(\\d+))?");

    Plan expectNoScanNorSort() {
      assertThat(text)
          .doesNotContain("Seq Scan")
          .doesNotContainPattern("(^|-> ) *(Incremental )?Sort  ")
          .doesNotContain("Bitmap")
          .doesNotContain("Hash");
      return this;
    }

    /** But for the one row that an id names, which is fetched to look at its invoice and status. */
    Plan expectIndexesOnly() {
      expectNoScanNorSort();
      assertThat(text.lines().filter(line -> line.contains("Index Scan")))
          .as(text)
          .allMatch(line -> line.matches(".*actual rows=[01]\\.00 .*"));
      return this;
    }

    Plan expectRowsAtMost(int most) {
      Matcher rows = ROWS.matcher(text);
      while (rows.find()) {
        assertThat(Double.parseDouble(rows.group(1)) * Integer.parseInt(rows.group(2)))
            .as(text)
            .isLessThanOrEqualTo(most);
      }
      assertThat(text).doesNotContainPattern("Rows Removed by Filter: ([2-9]|1\\d)");
      return this;
    }

    Plan expectBuffersAtMost(int most) {
      assertThat(buffers()).as(text).isLessThanOrEqualTo(most);
      return this;
    }

    /** Of the whole plan: the first line that tells. */
    int buffers() {
      Matcher buffers = BUFFERS.matcher(text);
      return buffers.find() ? number(buffers.group(1)) + number(buffers.group(2)) : 0;
    }

    private static int number(String digits) {
      return digits == null ? 0 : Integer.parseInt(digits);
    }
  }
}

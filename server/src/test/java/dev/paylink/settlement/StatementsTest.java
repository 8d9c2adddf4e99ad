package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.received.Movement;
import dev.paylink.settlement.received.MovementStore;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Stored;
import dev.paylink.testing.Uploads;
import dev.paylink.testing.WithinOneDay;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Statements of this month. Tests of one class share a merchant, so each looks at its payments. */
@ExtendWith(WithinOneDay.class)
final class StatementsTest extends SettlementTest {
  private static final int MANY = 10_000;

  /** As the writer of outcomes would leave them: every tenth transfer was taken back. */
  private static final String FILL =
      """
      with n as (
             select g, gen_random_uuid() as payment, g * 0.01 as amount,
                    case when g % 3 = 0 then 'EURC' else 'USDC' end as token,
                    case when g % 3 = 0 then 'EUR' else 'USD' end as currency,
                    greatest(date_trunc('month', :last::timestamptz, 'UTC'),
                             :last::timestamptz - g * interval '1 minute') as at
               from generate_series(1, :count) g),
           moved as (
             select g, 'received' as kind, at, payment, amount, token, currency from n
             union all
             select g, 'taken_back', at + interval '1 second', payment, -amount, token, currency
               from n where g % 10 = 0),
           sums as (
             insert into movement_month as m (merchant_id, month, chain_id, token, received, taken_back, refunded)
             select :merchant, date_trunc('month', :last::timestamptz at time zone 'UTC')::date, 8453, token,
                    sum(amount) filter (where kind = 'received'),
                    coalesce(sum(amount) filter (where kind = 'taken_back'), 0), 0
               from moved group by token
                 on conflict (merchant_id, month, chain_id, token) do update
                set received = m.received + excluded.received, taken_back = m.taken_back + excluded.taken_back),
           days as (
             insert into payment_day as d (merchant_id, day, currency, success, failed, volume, gross, taken_back)
             select :merchant, (at at time zone 'UTC')::date, currency, 0, 0, 0,
                    coalesce(sum(amount) filter (where kind = 'received'), 0),
                    coalesce(-sum(amount) filter (where kind = 'taken_back'), 0)
               from moved group by 2, 3
                 on conflict (merchant_id, day, currency) do update
                set gross = d.gross + excluded.gross, taken_back = d.taken_back + excluded.taken_back)
      insert into movement (merchant_id, id, kind, payment_id, chain_id, token, amount, currency, hash, log_index)
      select :merchant,
             (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
               || substr(md5(g || kind), 1, 3) || '8' || substr(md5(g || kind), 4, 15))::uuid,
             kind, payment, 8453, token, amount, currency, decode(md5(g::text) || md5(kind), 'hex'), g % 5
        from moved
      """;

  private static UUID merchantId;

  @BeforeAll
  static void signIn() {
    merchantId = Stored.uuid(merchant.get("/merchant/profile").text("merchantId"));
  }

  @Test
  void settled_payment_is_a_line_with_its_transaction() {
    String id =
        payment(
            "{\"amount\":\"12.50\",\"reference\":\"=HYPERLINK(1)\",\"invoiceNumber\":\"+1\","
                + "\"customer\":{\"name\":\"Ada Lovelace\"}}");
    String hash = "0x" + "ab".repeat(32);
    callback
        .reportWith(
            CONFIRMED,
            id,
            "\"transaction\":{\"chainId\":8453,\"token\":\"USDC\",\"logIndex\":7,\"hash\":\""
                + hash
                + "\"}")
        .expect(200);
    assertThat(csv().getFirst())
        .isEqualTo(
            "type,at,paymentId,invoiceNumber,reference,amount,currency,chainId,transactionHash,"
                + "logIndex,reason,refundId,token,network,customer,payoutId,payoutStatus,payoutGross,"
                + "payoutFee,bankReference,payoutFlags");
    assertThat(linesOf(id)).hasSize(1);
    assertThat(linesOf(id).getFirst())
        .matches("received,20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z," + id + ",.*")
        .endsWith(
            ",'+1,'=HYPERLINK(1),12.50,USD,8453," + hash + ",7,,,USDC,Base,Ada Lovelace,,,,,,");
  }

  @Test
  void success_that_is_taken_back_and_given_again_has_a_line_for_each() {
    String id = payment("{\"amount\":\"10.00\"}");
    callback.report(CONFIRMED, id).expect(200);
    callback.reportWith(FAILED, id, "\"reason\":\"reorg\"").expect(200);
    assertThat(linesOf(id))
        .satisfiesExactly(
            received -> assertThat(received).startsWith("received,").contains(",10.00,USD,"),
            back ->
                assertThat(back)
                    .startsWith("taken_back,")
                    .endsWith(",-10.00,USD,,,,reorg,,,,,,,,,,"));
    callback.report(CONFIRMED, id).expect(200);
    assertThat(linesOf(id)).hasSize(3);
    assertBalancesAgree(month());
  }

  @Test
  void success_that_is_reported_twice_is_one_line() {
    String id = payment();
    callback.report(CONFIRMED, id).expect(200);
    callback.report(CONFIRMED, id).expect(200);
    assertThat(linesOf(id)).hasSize(1);
    assertBalancesAgree(month());
  }

  @Test
  void failed_and_open_payments_without_money_are_none() {
    String failed = payment();
    callback.report(FAILED, failed).expect(200);
    String open = payment();
    assertThat(linesOf(failed)).isEmpty();
    assertThat(linesOf(open)).isEmpty();
  }

  @Test
  void ten_thousand_lines_add_up_to_the_balances() throws IOException {
    fill(Instant.now(), MANY);
    List<String> lines = csv();
    assertThat(lines.stream().filter(line -> line.startsWith("received,")))
        .hasSizeGreaterThan(MANY - 1);
    assertThat(lines.stream().filter(line -> line.startsWith("taken_back,")))
        .hasSizeGreaterThan(MANY / 10 - 1);
    Map<String, BigDecimal> sums = assertBalancesAgree(month());
    try (PDDocument document = Loader.loadPDF(pdf())) {
      PDFTextStripper cover = new PDFTextStripper();
      cover.setEndPage(1);
      String text = cover.getText(document);
      sums.forEach((place, sum) -> assertThat(text).contains("%,.2f".formatted(sum)));
      assertThat(document.getNumberOfPages()).isGreaterThan(MANY / 50);
    }
  }

  /** Around the size of a chunk, and between empty and full. Each size has a month of its own. */
  @ParameterizedTest
  @CsvSource({
    "2021-01, 0",
    "2021-02, 1",
    "2021-03, 909",
    "2021-04, 910",
    "2021-05, 911",
    "2021-06, 2500"
  })
  void every_line_of_a_month_of_any_size_is_there_once(String month, int count) {
    fill(Instant.parse(month + "-20T12:00:00Z"), count);
    List<String> lines =
        csv(month).stream()
            .filter(line -> line.startsWith("received,") || line.startsWith("taken_back,"))
            .toList();
    assertThat(lines).hasSize(count + count / 10).doesNotHaveDuplicates();
    assertThat(lines.stream().map(line -> line.split(",", -1)[1].substring(0, 7)))
        .allMatch(month::equals);
    if (count > 0) {
      assertBalancesAgree(month);
    }
    merchant.get("/merchant/statements/" + month + ".pdf").expect(200);
  }

  /** The money came in June 2022; what takes it back comes today. */
  @Test
  void month_that_is_over_does_not_change() {
    String id = payment("{\"amount\":\"77.00\"}");
    callback.report(CONFIRMED, id).expect(200);
    moveToJune(id);
    List<String> june = csv("2022-06").stream().filter(line -> line.contains(id)).toList();
    assertThat(june).singleElement().asString().startsWith("received,2022-06-15T");
    callback.reportWith(FAILED, id, "\"reason\":\"reorg\"").expect(200);
    assertThat(csv("2022-06").stream().filter(line -> line.contains(id)).toList()).isEqualTo(june);
    assertThat(linesOf(id)).singleElement().asString().startsWith("taken_back," + month());
    assertBalancesAgree("2022-06");
    assertBalancesAgree(month());
  }

  @Test
  void refund_comes_off_the_balance_on_the_cover_of_the_file() throws IOException {
    move("2021-10-10T10:00:00.000Z", "received", "100.00");
    move("2021-10-11T10:00:00.000Z", "refunded", "-42.50");
    try (PDDocument document = Loader.loadPDF(pdf("2021-10"))) {
      PDFTextStripper cover = new PDFTextStripper();
      cover.setEndPage(1);
      assertThat(cover.getText(document).replace('\u00a0', ' '))
          .contains("USD 100.00 USD 0.00 USD 42.50 USD 57.50 USD")
          .contains("T Ethereum 0.00 100.00 0.00 42.50 57.50");
    }
  }

  /** A month of forty payments, as a small shop has them. */
  @Test
  void forty_payments_are_two_pages_with_customer_token_and_network() throws IOException {
    UUID payment =
        Stored.payment(
            payment(
                "{\"amount\":\"1250.00\",\"reference\":\"order-12345\",\"invoiceNumber\":\"INV-000040\","
                    + "\"customer\":{\"name\":\"Ada Lovelace, Countess of Ockham\"}}"));
    for (int i = 0; i < 40; i++) {
      move("2021-11-%02dT10:00:00.000Z".formatted(1 + i % 28), "received", "1250.00", payment);
    }
    try (PDDocument document = Loader.loadPDF(pdf("2021-11"))) {
      assertThat(document.getNumberOfPages()).isEqualTo(2);
      PDFTextStripper first = new PDFTextStripper();
      first.setEndPage(1);
      assertThat(first.getText(document).lines().filter(line -> line.startsWith("2021-11-")))
          .as("lines on the first page")
          .hasSizeGreaterThan(15);
      assertThat(new PDFTextStripper().getText(document).replace('\u00a0', ' '))
          .contains("Ada Lovelace, C… INV-000040 · order-12345 Ethereum 0xabab…abab 1,250.00 T")
          .doesNotContain("ab".repeat(32));
    }
  }

  @Test
  void month_ends_with_its_last_millisecond() {
    move("2021-08-31T23:59:59.999Z", "received", "1.00");
    move("2021-09-01T00:00:00.000Z", "received", "2.00");
    assertThat(csv("2021-08").stream().filter(line -> line.startsWith("received,")))
        .singleElement()
        .asString()
        .startsWith("received,2021-08-31T23:59:59.999Z");
    assertThat(csv("2021-09").stream().filter(line -> line.startsWith("received,")))
        .singleElement()
        .asString()
        .startsWith("received,2021-09-01T00:00:00");
  }

  @Test
  void money_of_the_last_millisecond_counts_in_the_month_that_ends() throws SQLException {
    Instant april = Instant.parse("2023-04-01T00:00:00Z");
    book(april.minusMillis(1), "1.00");
    book(april, "2.00");
    assertThat(gross("2023-03")).containsExactly("1.00");
    assertThat(gross("2023-04")).containsExactly("2.00");
    assertBalancesAgree("2023-03");
    assertBalancesAgree("2023-04");
  }

  /** Writes a line with the sums of its month and its day. */
  private static void book(Instant at, String amount) throws SQLException {
    Movement line =
        new Movement(
            new MerchantId(merchantId),
            new PaymentId(UUID.randomUUID()),
            Movement.Kind.received,
            1,
            "T",
            new BigDecimal(amount),
            "USD",
            null,
            null,
            null,
            null);
    stored
        .jdbi()
        .useTransaction(
            handle -> {
              Tx.Together together = Tx.of(handle).together();
              List<PaymentDayStore.Moved> moved =
                  new MovementStore().add(together, List.of(line), at);
              new PaymentDayStore().add(together, List.of(), moved, at);
              together.run();
            });
  }

  /** Returns what came in a month of the list, by currency. */
  private static List<String> gross(String month) {
    return merchant
        .get("/merchant/statements")
        .expect(200)
        .json()
        .required("data")
        .valueStream()
        .filter(it -> it.required("month").asString().equals(month))
        .flatMap(it -> it.required("totals").valueStream())
        .map(it -> it.required("gross").asString())
        .toList();
  }

  /** Stores a movement as the writer of outcomes would have at that time. */
  private static void move(String at, String kind, String amount) {
    move(at, kind, amount, UUID.randomUUID());
  }

  private static void move(String at, String kind, String amount, UUID payment) {
    stored.change(
        """
        insert into movement (merchant_id, id, kind, payment_id, chain_id, token, amount, currency, hash)
        values (:merchant, :id, :kind, :payment, 1, 'T', cast(:amount as numeric), 'USD',
                decode(repeat('ab', 32), 'hex'))
        """,
        Map.of(
            "merchant", merchantId,
            "id", UuidV7.at(Instant.parse(at)),
            "kind", kind,
            "payment", payment,
            "amount", amount));
  }

  @Test
  void months_are_listed_with_the_sums_of_the_figures() {
    callback.report(CONFIRMED, payment()).expect(200);
    JsonNode month = merchant.get("/merchant/statements").expect(200).json().at("/data/0");
    assertThat(month.required("month").asString()).isEqualTo(month());
    Map<String, BigDecimal> listed = new TreeMap<>();
    month
        .required("totals")
        .forEach(
            total ->
                listed.put(
                    total.required("currency").asString(),
                    new BigDecimal(total.required("amount").asString())));
    figures()
        .forEach((currency, sum) -> assertThat(listed.get(currency)).isEqualByComparingTo(sum));
  }

  @Test
  void other_merchants_and_strangers_see_nothing_of_it() {
    String id = payment();
    callback.report(CONFIRMED, id).expect(200);
    Browser other = otherNode.signedIn();
    assertThat(other.get(path("csv")).expect(200).body()).doesNotContain(id);
    assertThat(other.get("/merchant/statements").expect(200).body()).isEqualTo("{\"data\":[]}");
    service.browser().get("/merchant/statements").expectProblem(401, "NOT_SIGNED_IN");
    service.browser().get(path("csv")).expectProblem(401, "NOT_SIGNED_IN");
    service.browser().get(path("pdf")).expectProblem(401, "NOT_SIGNED_IN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-13.csv",
        "2026-1.csv",
        "2026-10.xls",
        "2026-10",
        "..%2Fx.csv",
        "1999-10.pdf"
      })
  void what_is_no_month_is_not_found(String file) {
    merchant.get("/merchant/statements/" + file).expectProblem(404, "STATEMENT_NOT_FOUND");
  }

  @Test
  void month_without_anything_is_empty_in_both_forms() {
    assertThat(csv("2031-01").stream().skip(1))
        .allMatch(line -> line.startsWith("opening,") || line.startsWith("closing,"));
    assertThat(merchant.get("/merchant/statements/2031-01.pdf").expect(200).header("Content-Type"))
        .isEqualTo("application/pdf");
    assertThat(merchant.get("/merchant/statements/2031-01.csv?bom=true").expect(200).body())
        .isEqualTo('\ufeff' + merchant.get("/merchant/statements/2031-01.csv").expect(200).body());
    merchant.get("/merchant/statements/2031-01.csv?x=1").expectProblem(400, "INVALID_REQUEST");
  }

  /** Of the merchant of the other node, so that no other test meets it. */
  @Test
  void month_whose_events_were_deleted_has_its_statement() {
    Browser other = otherNode.signedIn();
    UUID id = Stored.uuid(other.get("/merchant/profile").text("merchantId"));
    stored.change(
        "insert into event_removed (merchant_id, position, event_id) values (?, 1, ?)",
        id,
        UUID.fromString("01f00000-0000-7000-8000-000000000000")); // in April 2038
    other.get("/merchant/statements/2031-01.csv").expect(200);
    stored.change("delete from event_removed where merchant_id = ?", id);
  }

  /**
   * The lines of the file are the balances and the sums of the list; returns what is left of each
   * token.
   */
  private static Map<String, BigDecimal> assertBalancesAgree(String month) {
    Map<String, BigDecimal> byCurrency = new TreeMap<>();
    Map<String, BigDecimal> closing = new TreeMap<>();
    Map<String, BigDecimal> sums = new TreeMap<>();
    List<String> csv = csv(month);
    for (String line : csv.subList(1, csv.size())) {
      String[] cells = line.split(",", -1);
      BigDecimal amount = new BigDecimal(cells[5]);
      String place = cells[7] + ' ' + cells[12];
      if (cells[0].equals("closing")) {
        closing.put(place, amount);
      } else {
        sums.merge(place, amount, BigDecimal::add);
      }
      if (!cells[6].isEmpty()) {
        byCurrency.merge(cells[0] + ' ' + cells[6], amount.abs(), BigDecimal::add);
      }
    }
    assertThat(closing.keySet()).isEqualTo(sums.keySet());
    closing.forEach((place, sum) -> assertThat(sum).isEqualByComparingTo(sums.get(place)));
    for (JsonNode each : merchant.get("/merchant/statements").expect(200).json().required("data")) {
      if (each.required("month").asString().equals(month)) {
        for (JsonNode balance : each.required("balances")) {
          String place =
              balance.required("chainId").asString("") + ' ' + balance.path("token").asString("");
          assertThat(closing.get(place))
              .isEqualByComparingTo(balance.required("closing").asString());
        }
        for (JsonNode total : each.required("totals")) {
          String currency = ' ' + total.required("currency").asString();
          assertThat(byCurrency.getOrDefault("received" + currency, BigDecimal.ZERO))
              .isEqualByComparingTo(total.required("gross").asString());
          assertThat(byCurrency.getOrDefault("taken_back" + currency, BigDecimal.ZERO))
              .isEqualByComparingTo(total.required("takenBack").asString());
        }
      }
    }
    return closing;
  }

  private static void fill(Instant last, int count) {
    stored.change(FILL, Map.of("merchant", merchantId, "last", last.toString(), "count", count));
  }

  /** As if the payment's money had come on 15 June 2022, without a transfer that is known. */
  private static void moveToJune(String paymentId) {
    UUID id = Stored.payment(paymentId);
    stored
        .jdbi()
        .useTransaction(
            handle -> {
              handle.execute(
                  """
                  update movement set id = ('01816700-0000' || substr(id::text, 14))::uuid where payment_id = ?
                  """,
                  id);
              handle.execute(
                  """
                  update movement_month m set received = received - 77.00
                    from movement v
                   where v.payment_id = ? and m.merchant_id = v.merchant_id and m.chain_id = v.chain_id
                     and m.token = v.token and m.month = date_trunc('month', now() at time zone 'UTC')::date
                  """,
                  id);
              handle.execute(
                  """
                  insert into movement_month (merchant_id, month, chain_id, token, received, taken_back, refunded)
                  select merchant_id, '2022-06-01', chain_id, token, amount, 0, 0 from movement where payment_id = ?
                  """,
                  id);
              handle.execute(
                  """
                  update payment_day d set gross = gross - 77.00 from payment p
                   where p.id = ? and d.merchant_id = p.merchant_id and d.currency = 'USD'
                     and d.day = (p.updated_at at time zone 'UTC')::date
                  """,
                  id);
              handle.execute(
                  """
                  insert into payment_day (merchant_id, day, currency, success, failed, volume, gross)
                  values (?, '2022-06-15', 'USD', 0, 0, 0, 77.00)
                  """,
                  merchantId);
            });
  }

  /** What the figures of the days of this month add up to. */
  private static Map<String, BigDecimal> figures() {
    Map<String, BigDecimal> sums = new TreeMap<>();
    for (JsonNode day : merchant.get("/merchant/figures").expect(200).json().required("days")) {
      if (day.required("day").asString().startsWith(month())) {
        day.required("volume")
            .forEachEntry(
                (currency, sum) ->
                    sums.merge(currency, new BigDecimal(sum.asString()), BigDecimal::add));
      }
    }
    return sums;
  }

  private static List<String> linesOf(String paymentId) {
    return csv().stream().filter(line -> line.contains(paymentId)).toList();
  }

  private static List<String> csv() {
    return csv(month());
  }

  private static List<String> csv(String month) {
    return merchant
        .get("/merchant/statements/" + month + ".csv")
        .expect(200)
        .body()
        .lines()
        .toList();
  }

  private static byte[] pdf() {
    return pdf(month());
  }

  private static byte[] pdf(String month) {
    try (Uploads files = new Uploads(service, merchant)) {
      String path = "/merchant/statements/" + month + ".pdf";
      return files.file(service.baseUrl().resolve(path)).body();
    }
  }

  private static String path(String form) {
    return "/merchant/statements/" + month() + '.' + form;
  }

  private static String month() {
    return YearMonth.now(ZoneOffset.UTC).toString();
  }
}

package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.id.UuidV7;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Stored;
import dev.paylink.testing.Uploads;
import dev.paylink.testing.WithinOneDay;
import java.io.IOException;
import java.math.BigDecimal;
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
  private static final String REFUNDED = "refund.settled";

  /** As the writer of outcomes would leave them: every tenth success was taken back. */
  private static final String FILL =
      """
      with n as (
             select g, gen_random_uuid() as payment, g * 0.01 as amount,
                    case when g % 3 = 0 then 'EUR' else 'USD' end as currency,
                    greatest(date_trunc('month', :last::timestamptz, 'UTC'),
                             :last::timestamptz - g * interval '1 minute') as at
               from generate_series(1, :count) g),
           told as (
             select g, 0 as after, 'payment.confirmed' as type, at, payment, amount, currency from n
             union all
             select g, 1, 'payment.failed', at + interval '1 second', payment, amount, currency
               from n where g % 10 = 0),
           days as (
             insert into payment_day as d (merchant_id, day, currency, success, failed, volume)
             select :merchant, (at at time zone 'UTC')::date, currency,
                    count(*) filter (where g % 10 > 0), 0,
                    coalesce(sum(amount) filter (where g % 10 > 0), 0)
               from n group by 2, 3
                 on conflict (merchant_id, day, currency) do update
                set success = d.success + excluded.success, volume = d.volume + excluded.volume)
      insert into event (merchant_id, id, position, type, scope, payment_id, deliverable, body, created_at)
      select :merchant,
             (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
               || substr(md5(g || type), 1, 3) || '8' || substr(md5(g || type), 4, 15))::uuid,
             (extract(epoch from :last::timestamptz)::bigint << 20) + 2 * g + after, type,
             'invoice_settlement', payment, false,
             convert_to(json_build_object(
                 'paymentId', 'pay_' || g, 'invoiceNumber', 'INV-' || g, 'reference', '=1+' || g,
                 'amount', amount::text, 'currency', currency,
                 'failureReason', case when after = 1 then 'reorg' end,
                 'transaction', json_build_object(
                     'chainId', 8453, 'hash', '0x' || md5(g::text) || md5(type), 'logIndex', g % 5)
               )::text, 'UTF8'),
             at
        from told
      """;

  private static UUID merchantId;

  @BeforeAll
  static void signIn() {
    merchantId = Stored.uuid(merchant.get("/merchant/profile").text("merchantId"));
  }

  @Test
  void settled_payment_is_a_line_with_its_transaction() {
    String id =
        payment("{\"amount\":\"12.50\",\"reference\":\"=HYPERLINK(1)\",\"invoiceNumber\":\"+1\"}");
    String hash = "0x" + "ab".repeat(32);
    callback
        .reportWith(
            CONFIRMED,
            id,
            "\"transaction\":{\"chainId\":8453,\"hash\":\"" + hash + "\",\"logIndex\":7}")
        .expect(200);
    assertThat(csv().getFirst())
        .isEqualTo(
            "type,at,paymentId,invoiceNumber,reference,amount,currency,chainId,transactionHash,"
                + "logIndex,reason,refundId");
    assertThat(linesOf(id)).hasSize(1);
    assertThat(linesOf(id).getFirst())
        .matches("settled,20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z," + id + ",.*")
        .endsWith(",'+1,'=HYPERLINK(1),12.50,USD,8453," + hash + ",7,,");
  }

  @Test
  void success_that_is_taken_back_and_given_again_has_a_line_for_each() {
    String id = payment("{\"amount\":\"10.00\"}");
    callback.report(CONFIRMED, id).expect(200);
    callback.reportWith(FAILED, id, "\"reason\":\"reorg\"").expect(200);
    assertThat(linesOf(id))
        .satisfiesExactly(
            settled -> assertThat(settled).startsWith("settled,").contains(",10.00,USD,"),
            back ->
                assertThat(back)
                    .startsWith("taken_back,")
                    .contains(",-10.00,USD,")
                    .endsWith(",reorg,"));
    callback.report(CONFIRMED, id).expect(200);
    assertThat(linesOf(id)).hasSize(3);
    assertSumsAgree();
  }

  @Test
  void success_that_is_reported_twice_is_one_line() {
    String id = payment();
    callback.report(CONFIRMED, id).expect(200);
    callback.report(CONFIRMED, id).expect(200);
    assertThat(linesOf(id)).hasSize(1);
    assertSumsAgree();
  }

  @Test
  void failed_and_open_payments_are_none() {
    String failed = payment();
    callback.report(FAILED, failed).expect(200);
    String open = payment();
    assertThat(linesOf(failed)).isEmpty();
    assertThat(linesOf(open)).isEmpty();
  }

  @Test
  void ten_thousand_lines_add_up_to_the_figures() throws IOException {
    fill(Instant.now(), MANY);
    List<String> lines = csv();
    assertThat(lines.stream().filter(line -> line.startsWith("settled,")))
        .hasSizeGreaterThan(MANY - 1);
    assertThat(lines.stream().filter(line -> line.startsWith("taken_back,")))
        .hasSizeGreaterThan(MANY / 10 - 1);
    assertThat(lines.stream().skip(1)).allMatch(line -> !line.contains(",=1+"));
    Map<String, BigDecimal> sums = assertSumsAgree(lines);
    try (PDDocument document = Loader.loadPDF(pdf())) {
      PDFTextStripper cover = new PDFTextStripper();
      cover.setEndPage(1);
      String text = cover.getText(document);
      sums.forEach(
          (currency, sum) -> assertThat(text).contains("%,.2f %s".formatted(sum, currency)));
      assertThat(document.getNumberOfPages()).isGreaterThan(MANY / 50);
    }
  }

  /** Around the size of a chunk, and between empty and full. Each size has a month of its own. */
  @ParameterizedTest
  @CsvSource({
    "2021-01, 0",
    "2021-02, 1",
    "2021-03, 249",
    "2021-04, 250",
    "2021-05, 251",
    "2021-06, 600"
  })
  void every_line_of_a_month_of_any_size_is_there_once(String month, int count) {
    fill(Instant.parse(month + "-20T12:00:00Z"), count);
    List<String> lines = csv(month);
    assertThat(lines).hasSize(1 + count + count / 10).doesNotHaveDuplicates();
    assertThat(lines.stream().skip(1).map(line -> line.split(",", -1)[1].substring(0, 7)))
        .allMatch(month::equals);
    assertThat(listed(month)).isEqualTo(sums(lines));
    merchant.get("/merchant/statements/" + month + ".pdf").expect(200);
  }

  /** The payment is settled in June 2022; what takes it back comes today. */
  @Test
  void success_that_is_taken_back_in_a_later_month_changes_the_month_of_its_settlement() {
    String id = payment("{\"amount\":\"77.00\"}");
    callback.report(CONFIRMED, id).expect(200);
    moveToJune(id);
    assertThat(listed("2022-06")).containsOnly(Map.entry("USD", new BigDecimal("77.00")));
    assertThat(csv("2022-06").subList(1, 2).getFirst()).startsWith("settled,2022-06-15T");

    callback.reportWith(FAILED, id, "\"reason\":\"reorg\"").expect(200);
    assertThat(csv("2022-06").subList(1, 3))
        .satisfiesExactly(
            settled -> assertThat(settled).startsWith("settled,2022-06-15T").contains(",77.00,"),
            back -> assertThat(back).startsWith("taken_back," + month()).contains(",-77.00,"));
    assertThat(sums(csv("2022-06"))).isEqualTo(listed("2022-06"));
    assertThat(linesOf(id)).isEmpty();

    callback.report(CONFIRMED, id).expect(200);
    assertThat(csv("2022-06")).hasSize(3);
    assertThat(linesOf(id)).singleElement().asString().startsWith("settled," + month());
    assertSumsAgree();
  }

  /** A payment of 100.00 and two refunds, of which the first is told again. */
  @Test
  void refund_that_is_told_again_is_one_line() {
    UUID payment = UUID.randomUUID();
    tell("2021-07-10T10:00:00.000Z", 1, payment, CONFIRMED, settled("100.00"));
    tell("2021-07-11T10:00:00.000Z", 2, payment, REFUNDED, refund("ref_1", "30.00"));
    tell("2021-07-12T10:00:00.000Z", 3, payment, REFUNDED, refund("ref_2", "12.50"));
    tell("2021-07-13T10:00:00.000Z", 4, payment, REFUNDED, refund("ref_1", "30.00"));
    assertThat(csv("2021-07").stream().skip(1))
        .satisfiesExactly(
            settled -> assertThat(settled).startsWith("settled,2021-07-10").contains(",100.00,"),
            first -> assertThat(first).startsWith("refunded,2021-07-11").endsWith(",ref_1"),
            other -> assertThat(other).startsWith("refunded,2021-07-12").endsWith(",ref_2"));
    assertThat(sums(csv("2021-07"))).containsOnly(Map.entry("USD", new BigDecimal("57.50")));
  }

  @Test
  void refund_comes_off_the_sum_on_the_cover_of_the_file() throws IOException {
    UUID payment = UUID.randomUUID();
    tell("2021-10-10T10:00:00.000Z", 21, payment, CONFIRMED, settled("100.00"));
    tell("2021-10-11T10:00:00.000Z", 22, payment, REFUNDED, refund("ref_3", "42.50"));
    try (PDDocument document = Loader.loadPDF(pdf("2021-10"))) {
      PDFTextStripper cover = new PDFTextStripper();
      cover.setEndPage(1);
      assertThat(cover.getText(document)).contains("-42.50 USD", "57.50 USD");
    }
  }

  @Test
  void month_ends_with_its_last_millisecond() {
    UUID last = UUID.randomUUID();
    UUID first = UUID.randomUUID();
    tell("2021-08-31T23:59:59.999Z", 11, last, CONFIRMED, settled("1.00"));
    tell("2021-09-01T00:00:00.000Z", 12, first, CONFIRMED, settled("2.00"));
    assertThat(csv("2021-08").stream().skip(1))
        .singleElement()
        .asString()
        .startsWith("settled,2021-08-31T23:59:59.999Z");
    assertThat(csv("2021-09").stream().skip(1))
        .singleElement()
        .asString()
        .startsWith("settled,2021-09-01T00:00:00");
  }

  /** Stores an event as the writer of outcomes would have at that time. */
  private static void tell(String at, int number, UUID payment, String type, String body) {
    stored.change(
        """
        insert into event (merchant_id, id, position, type, scope, payment_id, deliverable, body, created_at)
        values (:merchant, :id, :position, :type, :payment, false, convert_to(:body, 'UTF8'),
                cast(:at as timestamptz))
        """,
        Map.of(
            "merchant", merchantId,
            "id", UuidV7.at(Instant.parse(at)),
            "position", (1L << 61) + number,
            "type", type,
            "payment", payment,
            "body", body,
            "at", at));
  }

  private static String settled(String amount) {
    return "{\"paymentId\":\"pay_x\",\"invoiceNumber\":\"INV-x\",\"reference\":null,\"amount\":\""
        + amount
        + "\",\"currency\":\"USD\",\"transaction\":null}";
  }

  private static String refund(String id, String amount) {
    return "{\"paymentId\":\"pay_x\",\"invoiceNumber\":\"INV-x\",\"reference\":null,\"refund\":"
        + "{\"refundId\":\"%s\",\"amount\":\"%s\",\"currency\":\"USD\",".formatted(id, amount)
        + "\"chainId\":8453,\"transaction\":{\"hash\":\"0x1\"}}}";
  }

  @Test
  void months_are_listed_with_the_sums_of_the_figures() {
    callback.report(CONFIRMED, payment()).expect(200);
    JsonNode month = merchant.get("/merchant/statements").expect(200).json().at("/data/0");
    assertThat(month.required("month").asString()).isEqualTo(month());
    Map<String, BigDecimal> listed = listed(month());
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
    assertThat(merchant.get("/merchant/statements/2031-01.csv").expect(200).body()).hasLineCount(1);
    assertThat(merchant.get("/merchant/statements/2031-01.pdf").expect(200).header("Content-Type"))
        .isEqualTo("application/pdf");
    merchant.get("/merchant/statements/2031-01.csv?x=1").expectProblem(400, "INVALID_REQUEST");
  }

  /** Of the merchant of the other node, so that no other test meets it. */
  @Test
  void month_whose_events_were_deleted_has_none() {
    Browser other = otherNode.signedIn();
    UUID id = Stored.uuid(other.get("/merchant/profile").text("merchantId"));
    stored.change(
        "insert into event_removed (merchant_id, position, event_id) values (?, 1, ?)",
        id,
        UUID.fromString("01f00000-0000-7000-8000-000000000000")); // in April 2038
    other.get("/merchant/statements/2031-01.csv").expectProblem(410, "STATEMENT_EXPIRED");
    other.get("/merchant/statements/2031-01.pdf").expectProblem(410, "STATEMENT_EXPIRED");
    other.get("/merchant/statements/2060-01.csv").expect(200);
    stored.change("delete from event_removed where merchant_id = ?", id);
  }

  private static Map<String, BigDecimal> assertSumsAgree() {
    return assertSumsAgree(csv());
  }

  private static Map<String, BigDecimal> assertSumsAgree(List<String> csv) {
    Map<String, BigDecimal> sums = sums(csv);
    figures().forEach((currency, sum) -> assertThat(sums.get(currency)).isEqualByComparingTo(sum));
    return sums;
  }

  private static Map<String, BigDecimal> sums(List<String> csv) {
    Map<String, BigDecimal> sums = new TreeMap<>();
    for (String line : csv.subList(1, csv.size())) {
      String[] cells = line.split(",", -1);
      sums.merge(cells[6], new BigDecimal(cells[5]), BigDecimal::add);
    }
    return sums;
  }

  /** The sums of a month as they are listed; empty if it is not. */
  private static Map<String, BigDecimal> listed(String month) {
    Map<String, BigDecimal> listed = new TreeMap<>();
    for (JsonNode each : merchant.get("/merchant/statements").expect(200).json().required("data")) {
      if (each.required("month").asString().equals(month)) {
        each.required("totals")
            .forEach(
                total ->
                    listed.put(
                        total.required("currency").asString(),
                        new BigDecimal(total.required("amount").asString())));
      }
    }
    return listed;
  }

  private static void fill(Instant last, int count) {
    stored.change(FILL, Map.of("merchant", merchantId, "last", last.toString(), "count", count));
  }

  /** As if the payment's success had been told on 15 June 2022. */
  private static void moveToJune(String paymentId) {
    UUID id = Stored.payment(paymentId);
    stored
        .jdbi()
        .useTransaction(
            handle -> {
              handle.execute(
                  """
                  update event
                     set id = ('01816700-0000' || substr(id::text, 14))::uuid,
                         created_at = '2022-06-15T12:00:00Z'
                   where payment_id = ? and type = 'payment.confirmed'
                  """,
                  id);
              handle.execute(
                  """
                  update payment_day d set success = success - 1, volume = volume - 77.00
                    from payment p
                   where p.id = ? and d.merchant_id = p.merchant_id and d.currency = 'USD'
                     and d.day = (p.updated_at at time zone 'UTC')::date
                  """,
                  id);
              handle.execute(
                  """
                  insert into payment_day (merchant_id, day, currency, success, failed, volume)
                  values (?, '2022-06-15', 'USD', 1, 0, 77.00)
                  """,
                  merchantId);
              handle.execute(
                  "update payment set updated_at = '2022-06-15T12:00:00Z' where id = ?", id);
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

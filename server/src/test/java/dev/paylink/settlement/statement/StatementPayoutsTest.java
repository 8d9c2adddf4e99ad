package dev.paylink.settlement.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import dev.paylink.testing.WithinOneDay;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/**
 * A statement says which payouts there were, and what of the month's money is in them: the same on
 * the page, in the CSV, in the PDF and in the answers of the API.
 */
@ExtendWith(WithinOneDay.class)
final class StatementPayoutsTest {
  private static final String CUSTOMER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

  @AutoClose private static final TestService service = TestService.start();
  private static final SignedCalls calls = service.calls();
  private static final Browser merchant = service.signedIn();

  @Test
  void page_file_and_answer_divide_the_month_alike() throws IOException {
    String whole = paid("100.00", "USD");
    String refunded = paid("60.00", "USD");
    refund(refunded, "10.00");
    String converted = paid("40.00", "USD");
    String released = paid("7.00", "USD");
    String back = paid("5.00", "USD");
    calls.simulate("payments/" + back, "reorg").expect(200);
    paid("20.00", "EUR");
    report("all", "paid", "158.50", "1.50", "USD", "SHOP A", whole, refunded);
    report("short", "sent", "35.00", "", "EUR\",\"rate\":\"0.9", "", converted);
    report("wrong", "failed", "7.00", "", "USD", "", released);
    String month = merchant.get("/merchant/statements").json().at("/data/0/month").asString();

    // net is what is left of gross after what was taken back and refunded
    Map<String, List<String>> expected = new TreeMap<>();
    expected.put("USD paid_out", List.of("160.00", "0.00", "10.00", "150.00"));
    expected.put("USD under_way", List.of("40.00", "0.00", "0.00", "40.00"));
    expected.put("USD not_paid_out", List.of("12.00", "5.00", "0.00", "7.00"));
    expected.put("EUR paid_out", List.of("0.00", "0.00", "0.00", "0.00"));
    expected.put("EUR under_way", List.of("0.00", "0.00", "0.00", "0.00"));
    expected.put("EUR not_paid_out", List.of("20.00", "0.00", "0.00", "20.00"));
    Reply answer = merchant.get(file(month, "json")).expect(200);
    assertThat(parts(answer)).isEqualTo(expected);
    assertThat(calls.get("/sdk/server/statements/" + month + ".json").expect(200).body())
        .isEqualTo(answer.body());
    assertThat(ofCsv(month)).isEqualTo(nets(expected));
    assertPartsAreTheSums(expected);
    assertPayoutsAreThoseOfTheList(answer, month);

    String page = text(pages().get("/dashboard/statements/" + month).expect(200).body());
    assertThat(page)
        .contains(
            "Paid out $160.00 $0.00 $10.00 $150.00",
            "In a payout under way $40.00 $0.00 $0.00 $40.00",
            "Not yet paid out $12.00 $5.00 $0.00 $7.00",
            "Not yet paid out €20.00 €0.00 €0.00 €20.00",
            "Payouts that do not match the total of their payments: 1.")
        .containsPattern("\\$158\\.50 First reported [^$€]* Paid \\$160\\.00 \\$1\\.50 SHOP A")
        .containsPattern("€35\\.00 First reported [^$€]* Sent Sums differ €35\\.00");
    assertThat(text(pages().get("/dashboard/statements").expect(200).body()))
        .contains("Sums differ");
    assertThat(ofPdf(month))
        .contains(
            "Paid out 160.00 USD 0.00 USD 10.00 USD 150.00 USD",
            "In a payout under way 40.00 USD 0.00 USD 0.00 USD 40.00 USD",
            "Not yet paid out 12.00 USD 5.00 USD 0.00 USD 7.00 USD",
            "Paid SHOP A 160.00 USD 1.50 USD 158.50 USD",
            "The sum of 1 payout is not what its payments brought.")
        .containsPattern("Sent 35.00 EUR 35.00 EUR Sums differ");

    // The bank sends it back: its payments are not paid out any more, and nothing else changes.
    report("all", "returned", "158.50", "1.50", "USD", "SHOP A");
    expected.put("USD paid_out", List.of("0.00", "0.00", "0.00", "0.00"));
    expected.put("USD not_paid_out", List.of("172.00", "5.00", "10.00", "157.00"));
    assertThat(parts(merchant.get(file(month, "json")).expect(200))).isEqualTo(expected);
    assertThat(ofCsv(month)).isEqualTo(nets(expected));
    assertPartsAreTheSums(expected);
  }

  @Test
  void statement_of_somebody_without_payouts_has_nothing_about_them() {
    SignedCalls stranger = service.newMerchant("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    String payment = stranger.payment("{\"amount\":\"3.00\"}");
    stranger.simulate("payments/" + payment, "confirmed").expect(200);
    JsonNode listed = stranger.get("/sdk/server/statements").expect(200).json().at("/data/0");
    assertThat(listed.required("payoutTotals")).isEmpty();
    String month = "/sdk/server/statements/" + listed.required("month").asString();
    JsonNode summary = stranger.get(month + ".json").expect(200).json();
    assertThat(summary.required("reconciliation")).isEmpty();
    assertThat(summary.required("payouts")).isEmpty();
    assertThat(stranger.get(month + ".csv").expect(200).body())
        .doesNotContain("\r\nnot_paid_out", "\r\npayout");
    stranger.get("/sdk/server/statements/2026-13.json").expectProblem(404, "STATEMENT_NOT_FOUND");
    pages().get("/dashboard/statements/2026-13").expect(404);
  }

  /** The three parts of a currency add up to its sums of the month. */
  private static void assertPartsAreTheSums(Map<String, List<String>> parts) {
    JsonNode totals = merchant.get("/merchant/statements").json().at("/data/0/totals");
    assertThat(totals).hasSize(2);
    for (JsonNode total : totals) {
      List<String> names = List.of("gross", "takenBack", "refunded", "net");
      for (int i = 0; i < names.size(); i++) {
        int column = i;
        assertThat(
                parts.entrySet().stream()
                    .filter(it -> it.getKey().startsWith(total.required("currency").asString()))
                    .map(it -> new BigDecimal(it.getValue().get(column)))
                    .reduce(BigDecimal.ZERO, BigDecimal::add))
            .isEqualByComparingTo(total.required(names.get(i)).asString());
      }
    }
  }

  /** What the list of payouts has is in the answer, the CSV and the totals; the paid ones agree. */
  private static void assertPayoutsAreThoseOfTheList(Reply answer, String month) {
    Map<String, JsonNode> listed = new HashMap<>();
    Map<String, BigDecimal> gross = new TreeMap<>();
    for (JsonNode payout : calls.get("/sdk/server/payouts").expect(200).json().required("data")) {
      listed.put(payout.required("payoutId").asString(), payout);
      gross.merge(
          payout.required("currency").asString() + ' ' + payout.required("status").asString(),
          new BigDecimal(payout.required("gross").asString()),
          BigDecimal::add);
    }
    assertThat(listed).hasSize(3);
    assertThat(answer.json().required("payouts").values()).containsAll(listed.values()).hasSize(3);
    assertThat(gross.get("USD paid")).isEqualByComparingTo("160.00"); // gross of what is paid out
    JsonNode totals = answer.json().required("payoutTotals");
    assertThat(merchant.get("/merchant/statements").json().at("/data/0/payoutTotals"))
        .isEqualTo(totals);
    Map<String, BigDecimal> summed = new TreeMap<>();
    totals.forEach(
        it ->
            summed.put(
                it.required("currency").asString() + ' ' + it.required("status").asString(),
                new BigDecimal(it.required("gross").asString())));
    assertThat(summed).isEqualTo(gross);
    totals.forEach(
        it -> assertThat(it.required("fee").asString()).as("%s", it).matches("[0-9]+\\.[0-9]{2}"));
    assertThat(totals.valueStream().mapToLong(it -> it.required("mismatches").asLong()).sum())
        .isEqualTo(1);
    for (Map<String, String> line : lines(month)) {
      if ("payout".equals(cell(line, "type"))) {
        JsonNode payout = Objects.requireNonNull(listed.remove(cell(line, "payoutId")));
        assertThat(cell(line, "amount")).isEqualTo(payout.required("amount").asString());
        assertThat(cell(line, "payoutGross")).isEqualTo(payout.required("gross").asString());
        assertThat(cell(line, "payoutFee")).isEqualTo(payout.required("fee").asString(""));
        assertThat(cell(line, "currency")).isEqualTo(payout.required("currency").asString());
        assertThat(cell(line, "payoutStatus")).isEqualTo(payout.required("status").asString());
        assertThat(cell(line, "bankReference"))
            .isEqualTo(payout.required("bankReference").asString(""));
        assertThat(cell(line, "payoutFlags").contains("sum_mismatch"))
            .isEqualTo(payout.required("flags").toString().contains("sum_mismatch"));
      }
    }
    assertThat(listed).isEmpty();
  }

  private static Map<String, List<String>> parts(Reply answer) {
    Map<String, List<String>> parts = new TreeMap<>();
    for (JsonNode part : answer.json().required("reconciliation")) {
      List<String> sums = new ArrayList<>();
      for (String name : List.of("gross", "takenBack", "refunded", "net")) {
        sums.add(part.required(name).asString());
      }
      parts.put(
          part.required("currency").asString() + ' ' + part.required("state").asString(), sums);
    }
    return parts;
  }

  private static Map<String, BigDecimal> nets(Map<String, List<String>> parts) {
    Map<String, BigDecimal> nets = new TreeMap<>();
    parts.forEach((part, sums) -> nets.put(part, new BigDecimal(sums.getLast())));
    return nets;
  }

  /** The parts that the file tells, which are the sums of its lines by their payouts. */
  private static Map<String, BigDecimal> ofCsv(String month) {
    Map<String, BigDecimal> told = new TreeMap<>();
    Map<String, BigDecimal> summed = new TreeMap<>();
    for (Map<String, String> line : lines(month)) {
      BigDecimal amount = new BigDecimal(cell(line, "amount"));
      String currency = cell(line, "currency") + ' ';
      switch (cell(line, "type")) {
        case "paid_out", "under_way", "not_paid_out" ->
            told.put(currency + cell(line, "type"), amount);
        case "received", "taken_back", "refunded" ->
            summed.merge(
                currency
                    + switch (cell(line, "payoutStatus")) {
                      case "paid" -> "paid_out";
                      case "initiated", "sent" -> "under_way";
                      default -> "not_paid_out";
                    },
                amount,
                BigDecimal::add);
        default -> {}
      }
    }
    told.forEach(
        (part, net) ->
            assertThat(net).isEqualByComparingTo(summed.getOrDefault(part, BigDecimal.ZERO)));
    return told;
  }

  private static List<Map<String, String>> lines(String month) {
    List<String> csv = merchant.get(file(month, "csv")).expect(200).body().lines().toList();
    String[] names = csv.getFirst().split(",", -1);
    List<Map<String, String>> lines = new ArrayList<>();
    for (String row : csv.subList(1, csv.size())) {
      String[] cells = row.split(",", -1);
      assertThat(cells).as(row).hasSameSizeAs(names);
      Map<String, String> line = new HashMap<>();
      for (int i = 0; i < names.length; i++) {
        line.put(names[i], cells[i]);
      }
      lines.add(line);
    }
    return lines;
  }

  private static String cell(Map<String, String> line, String name) {
    return Objects.requireNonNull(line.get(name), name);
  }

  private static String ofPdf(String month) throws IOException {
    try (Uploads files = new Uploads(service, merchant);
        PDDocument document =
            Loader.loadPDF(files.file(service.baseUrl().resolve(file(month, "pdf"))).body())) {
      return new PDFTextStripper().getText(document).replace('\u00a0', ' ');
    }
  }

  private static String text(String page) {
    return page.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
  }

  private static Guest pages() {
    return new Guest(service.baseUrl()).withCookie(merchant.cookie());
  }

  private static String file(String month, String form) {
    return "/merchant/statements/" + month + '.' + form;
  }

  private static String paid(String amount, String currency) {
    String payment =
        calls.payment("{\"amount\":\"%s\",\"currency\":\"%s\"}".formatted(amount, currency));
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    return payment;
  }

  private static void refund(String payment, String amount) {
    String refund =
        calls
            .with("X-Idempotency-Key", UUID.randomUUID().toString())
            .post(
                "/sdk/server/payments/" + payment + "/refunds",
                "{\"amount\":\"%s\",\"to\":\"%s\"}".formatted(amount, CUSTOMER))
            .expect(200)
            .text("refundId");
    calls.simulate("refunds/" + refund, "pay").expect(200);
    calls.advance(30).expect(200);
    Await.until(
        "it is settled",
        () -> calls.get("/sdk/server/refunds/" + refund).text("status").equals("settled"));
  }

  private static void report(
      String ref,
      String status,
      String amount,
      String fee,
      String currency,
      String bankReference,
      String... payments) {
    service
        .callback()
        .payout(
            """
            {"payoutRef":"%s","merchantId":"%s","type":"payout.%s","amount":"%s","currency":"%s",\
            "occurredAt":"2026-01-05T12:00:00Z"%s%s%s}\
            """
                .formatted(
                    ref,
                    service.merchant().merchantId(),
                    status,
                    amount,
                    currency,
                    fee.isEmpty() ? "" : ",\"fee\":\"" + fee + '"',
                    bankReference.isEmpty() ? "" : ",\"bankReference\":\"" + bankReference + '"',
                    payments.length == 0
                        ? ""
                        : ",\"payments\":[\"" + String.join("\",\"", payments) + "\"]"))
        .expect(200);
  }
}

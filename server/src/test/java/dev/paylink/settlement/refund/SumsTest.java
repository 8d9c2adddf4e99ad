package dev.paylink.settlement.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.settlement.apply.EventBody;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.PaymentChange;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportBatch;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import dev.paylink.testing.Uploads;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Gross, taken back, refunded and net are the same wherever they are shown: on the overview, on the
 * page of statements, in their PDF and CSV, and in the answers of the API.
 */
final class SumsTest extends SandboxRefunds {
  private static final int PAYMENTS = Rounds.of(24, 480);
  private static final int KINDS = 12;
  private static final Pattern AMOUNT = Pattern.compile("<bdi class=\"amount\">([^<]+)</bdi>");
  private static final Pattern COVER =
      Pattern.compile(
          "(?m)^(USD|EUR)\\s+([\\d,.]+)\\s+\\1\\s+([\\d,.]+)\\s+\\1\\s+([\\d,.]+)\\s+\\1\\s+"
              + "(-?[\\d,.]+)\\s+\\1");

  private static Browser merchant;

  private final Random random = Seeded.random(SumsTest.class);
  private final Totals expected = new Totals();
  private final List<String> sent = new ArrayList<>();
  private final List<Coming> coming = new ArrayList<>();

  /** A payment to whose address money is on its way, and what the merchant does with it. */
  private record Coming(String payment, String currency, boolean isAccepted, boolean isRefunded) {}

  /** The four sums of each currency, in the order of their names. */
  private static final class Totals {
    private static final List<String> NAMES = List.of("gross", "takenBack", "refunded", "net");

    private final Map<String, BigDecimal> amounts = new TreeMap<>();

    void add(String currency, String name, BigDecimal amount) {
      amounts.merge(currency + ' ' + name, amount.setScale(2), BigDecimal::add);
    }

    /** Adds what changes the net sum, too. */
    void happened(String currency, String name, BigDecimal amount) {
      add(currency, name, amount);
      add(currency, "net", name.equals("gross") ? amount : amount.negate());
    }

    /** Returns the sums that are not zero: some of the others are not written. */
    Map<String, BigDecimal> all() {
      Map<String, BigDecimal> all = new TreeMap<>(amounts);
      all.values().removeIf(amount -> amount.signum() == 0);
      return all;
    }
  }

  @BeforeAll
  static void signIn() {
    merchant = service.signedIn();
  }

  @Test
  void every_page_file_and_answer_shows_the_same_sums() throws Exception {
    for (int i = 0; i < PAYMENTS; i++) {
      happen(i % KINDS, random.nextInt(4) == 0 ? "EUR" : "USD", amount(1_500_000));
    }
    calls.advance(30).expect(200);
    coming.forEach(this::arrive);
    calls.advance(30).expect(200);
    sent.forEach(refund -> awaitStatus(calls, refund, "settled"));

    assertThat(ofStatements().all()).as("GET /merchant/statements").isEqualTo(expected.all());
    assertThat(ofFigures().all()).as("GET /merchant/figures").isEqualTo(expected.all());
    assertThat(ofCsv().all()).as("CSV").isEqualTo(expected.all());
    assertThat(ofPdf().all()).as("PDF").isEqualTo(expected.all());
    assertThat(ofStatementsPage().all()).as("/dashboard/statements").isEqualTo(expected.all());
    assertThat(ofOverview().all()).as("/dashboard").isEqualTo(expected.all());
  }

  /** One payment and what becomes of it. */
  private void happen(int kind, String currency, BigDecimal amount) throws SQLException {
    String payment =
        calls.payment("{\"amount\":\"%s\",\"currency\":\"%s\"}".formatted(amount, currency));
    switch (kind) {
      case 0 -> calls.simulate("payments/" + payment, "failed").expect(200);
      case 1 -> confirm(payment, currency, amount);
      case 2 -> {
        confirm(payment, currency, amount);
        takeBack(payment, currency, amount);
      }
      case 3 -> {
        confirm(payment, currency, amount);
        takeBack(payment, currency, amount);
        confirm(payment, currency, amount);
      }
      case 4 -> inOneTransaction(payment, currency, amount);
      case 5 -> {
        calls.simulate("payments/" + payment, "duplicate").expect(200);
        expected.happened(currency, "gross", amount);
      }
      case 6 -> transfer(payment, currency, "transfer_part", /* isAccepted= */ true);
      case 7 -> transfer(payment, currency, "transfer_part", /* isAccepted= */ false);
      case 8 -> transfer(payment, currency, "transfer_more", /* isAccepted= */ false);
      case 9 -> transfer(payment, currency, "transfer_late", /* isAccepted= */ false);
      default -> {
        confirm(payment, currency, amount);
        refund(payment, currency, amount);
      }
    }
  }

  private void transfer(String payment, String currency, String how, boolean isAccepted) {
    calls.simulate("payments/" + payment, how).expect(200);
    coming.add(new Coming(payment, currency, isAccepted, !isAccepted && random.nextBoolean()));
  }

  /** Waits for the money, which is a part of the payment, more than it, or late. */
  private void arrive(Coming it) {
    Await.until(
        "money has come",
        () -> !calls.status(it.payment).json().required("receivedAmount").isNull());
    Reply status = calls.status(it.payment);
    BigDecimal received = new BigDecimal(status.text("receivedAmount"));
    assertThat(received).isNotEqualByComparingTo(BigDecimal.ZERO);
    expected.happened(it.currency, "gross", received);
    if (it.isAccepted) {
      calls
          .with("X-Idempotency-Key", key())
          .post(
              "/sdk/server/payments/" + it.payment + "/accept",
              "{\"receivedAmount\":\"%s\"}".formatted(received))
          .expect(200);
    }
    if (it.isRefunded) {
      if (status.text("status").equals("created")) {
        calls.simulate("payments/" + it.payment, "expired").expect(200);
      }
      giveBack(it.payment, it.currency, received);
    }
  }

  private void confirm(String payment, String currency, BigDecimal amount) {
    calls.simulate("payments/" + payment, "confirmed").expect(200);
    expected.happened(currency, "gross", amount);
  }

  private void takeBack(String payment, String currency, BigDecimal amount) {
    calls.simulate("payments/" + payment, "reorg").expect(200);
    expected.happened(currency, "takenBack", amount);
  }

  /** A success that is taken back and comes again, all of which one batch applies. */
  private void inOneTransaction(String payment, String currency, BigDecimal amount)
      throws SQLException {
    PaymentId id = Objects.requireNonNull(PaymentId.parse(payment));
    List<PaymentChange> reports = new ArrayList<>();
    for (OutcomeType type :
        List.of(OutcomeType.CONFIRMED, OutcomeType.FAILED, OutcomeType.CONFIRMED)) {
      reports.add(new Report(UUID.randomUUID().toString(), type, id, null, null, null));
    }
    service
        .jdbi()
        .useTransaction(
            handle ->
                ReportBatch.apply(
                        handle.getConnection(),
                        reports,
                        new Currencies(
                            List.of(
                                new Currency("USD", 2, List.of("USDC")),
                                new Currency("EUR", 2, List.of("EURC")))),
                        new EventBody(true))
                    .store());
    expected.happened(currency, "gross", amount);
    expected.happened(currency, "takenBack", amount);
    expected.happened(currency, "gross", amount);
  }

  /** Refunds a part of it, or all; sometimes the payment is taken back afterwards. */
  private void refund(String payment, String currency, BigDecimal of) {
    giveBack(
        payment, currency, random.nextBoolean() ? of : amount(of.unscaledValue().intValueExact()));
    if (random.nextInt(3) == 0) {
      takeBack(payment, currency, of);
    }
  }

  private void giveBack(String payment, String currency, BigDecimal amount) {
    String refund =
        request(payment, "{\"amount\":\"%s\",\"to\":\"%s\"}".formatted(amount, CUSTOMER))
            .expect(200)
            .text("refundId");
    calls.simulate("refunds/" + refund, "pay").expect(200);
    sent.add(refund);
    expected.happened(currency, "refunded", amount);
  }

  private BigDecimal amount(int mostCents) {
    return BigDecimal.valueOf(1 + random.nextInt(mostCents), 2);
  }

  private static Totals ofStatements() {
    Totals totals = new Totals();
    for (JsonNode month : statements()) {
      for (JsonNode total : month.required("totals")) {
        for (String name : Totals.NAMES) {
          totals.add(
              total.required("currency").asString(),
              name,
              new BigDecimal(total.required(name).asString()));
        }
      }
    }
    return totals;
  }

  private static Totals ofFigures() {
    Totals totals = new Totals();
    for (JsonNode day : merchant.get("/merchant/figures").expect(200).json().required("days")) {
      for (String name : Totals.NAMES) {
        day.required(name)
            .forEachEntry(
                (currency, sum) -> totals.add(currency, name, new BigDecimal(sum.asString())));
      }
    }
    return totals;
  }

  private static Totals ofCsv() {
    Totals totals = new Totals();
    for (JsonNode month : statements()) {
      List<String> lines = merchant.get(file(month, "csv")).expect(200).body().lines().toList();
      List<String> names = Arrays.asList(lines.getFirst().split(",", -1));
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split(",", -1);
        BigDecimal amount = new BigDecimal(cells[names.indexOf("amount")]);
        String type = cells[names.indexOf("type")];
        if (type.equals("opening") || type.equals("closing")) {
          continue;
        }
        String name =
            switch (type) {
              case "received" -> "gross";
              case "taken_back" -> "takenBack";
              case "refunded" -> "refunded";
              default -> throw new AssertionError(line);
            };
        totals.add(cells[names.indexOf("currency")], name, amount.abs());
        totals.add(cells[names.indexOf("currency")], "net", amount);
      }
    }
    return totals;
  }

  private static Totals ofPdf() throws IOException {
    Totals totals = new Totals();
    try (Uploads files = new Uploads(service, merchant)) {
      for (JsonNode month : statements()) {
        byte[] pdf = files.file(service.baseUrl().resolve(file(month, "pdf"))).body();
        try (PDDocument document = Loader.loadPDF(pdf)) {
          PDFTextStripper cover = new PDFTextStripper();
          cover.setEndPage(1);
          String text = cover.getText(document).replace('\u00a0', ' ');
          assertThat(text).contains("Gross", "Taken back", "Refunded", "Net");
          for (MatchResult row : COVER.matcher(text).results().toList()) {
            for (int i = 0; i < Totals.NAMES.size(); i++) {
              totals.add(
                  row.group(1),
                  Totals.NAMES.get(i),
                  new BigDecimal(row.group(2 + i).replace(",", "")));
            }
          }
        }
      }
    }
    return totals;
  }

  private static Totals ofStatementsPage() {
    return ofPage("/dashboard/statements");
  }

  private static Totals ofOverview() {
    return ofPage("/dashboard");
  }

  /** Reads the amounts that stand beside the names of the sums. */
  private static Totals ofPage(String path) {
    String page =
        new Guest(service.baseUrl()).withCookie(merchant.cookie()).get(path).expect(200).body();
    Totals totals = new Totals();
    List<String> words = List.of("Gross", "Taken back", "Refunded", "Net");
    for (int i = 0; i < words.size(); i++) {
      String name = Totals.NAMES.get(i);
      Pattern.compile("<dt>" + words.get(i) + "</dt><dd>(.*?)</dd>", Pattern.DOTALL)
          .matcher(page)
          .results()
          .flatMap(found -> AMOUNT.matcher(found.group(1)).results())
          .map(found -> found.group(1))
          .forEach(
              text ->
                  totals.add(
                      text.contains("$") ? "USD" : "EUR",
                      name,
                      new BigDecimal(text.replaceAll("[^0-9.-]", ""))));
    }
    return totals;
  }

  private static JsonNode statements() {
    return merchant.get("/merchant/statements").expect(200).json().required("data");
  }

  private static String file(JsonNode month, String form) {
    return "/merchant/statements/" + month.required("month").asString() + '.' + form;
  }
}

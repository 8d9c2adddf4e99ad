package dev.paylink.cli.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.cli.certify.PracticeShop.Fault;
import dev.paylink.cli.io.CliError;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A good shop passes every check; each fault of a naive one is caught by the check for it. */
@Execution(ExecutionMode.CONCURRENT)
final class CertificationTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"WORKS_AFTERWARDS", "SHOWS_THE_STATUS_ONLY"})
  void good_shop_passes_everything(Fault kind) throws InterruptedException {
    try (PracticeShop shop = new PracticeShop(kind)) {
      Report report = run(shop, Set.of());
      assertThat(report.verdicts())
          .hasSizeGreaterThan(20)
          .allSatisfy(
              verdict -> assertThat(verdict.result()).as(verdict.toString()).isEqualTo("PASS"));
      assertThat(report.grade()).isEqualTo("A");
      assertThat(report.isPassed()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TRUSTS_ANYBODY                 | unsigned forged tampered retimed stale ahead malformed",
        "ACTS_BEFORE_IT_VERIFIES        | unsigned forged tampered stale",
        "LOOKS_AT_NO_CLOCK              | stale ahead",
        "READS_THE_FIRST_SIGNATURE      | rotated",
        "KNOWS_THE_BODY_HEADER_ONLY     | rotated",
        "VERIFIES_REWRITTEN_JSON        | raw-bytes",
        "VERIFIES_PARSED_JSON           | rewritten",
        "DECODES_EACH_PART              | raw-bytes cut-char",
        "REFUSES_NEW_MEMBERS            | new-members",
        "CRASHES_ON_OTHER_TYPES         | unknown-type test-event overpaid",
        "TAKES_EVERY_TYPE_FOR_A_SUCCESS | unknown-type overpaid",
        "SHIPS_EACH_DELIVERY            | duplicate parallel lost-answer",
        "REFUSES_A_REPEAT               | duplicate parallel old-news",
        "LOOKS_THEN_ACTS                | parallel",
        "REMEMBERS_BEFORE_IT_READS      | cut-body",
        "READS_THE_FIRST_PART           | slow-sender",
        "SERVES_ONE_AT_A_TIME           | busy",
        "IGNORES_FAILURES               | taken-back reordered",
        "CLOSES_FOR_GOOD                | late-money given-again",
        "SHIPS_EACH_SUCCESS             | given-again",
        "FOLLOWS_THE_LAST_ARRIVAL       | reordered",
      })
  void each_fault_is_caught(Fault fault, String checks) throws InterruptedException {
    Set<String> expected = Set.copyOf(Arrays.asList(checks.split(" ", -1)));
    try (PracticeShop shop = new PracticeShop(fault)) {
      Report report = run(shop, expected);
      assertThat(failed(report)).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(report.isPassed()).isFalse();
      assertThat(report.verdicts())
          .filteredOn(verdict -> verdict.result().equals("FAIL"))
          .allSatisfy(verdict -> assertThat(verdict.fix()).isNotEmpty());
    }
  }

  @Test
  void receiver_that_acts_first_gets_the_advice_to_verify_first() throws InterruptedException {
    try (PracticeShop shop = new PracticeShop(Fault.ACTS_BEFORE_IT_VERIFIES)) {
      Report report = run(shop, Set.of("forged"));
      StringWriter text = new StringWriter();
      PrintWriter out = new PrintWriter(text);
      report.verdicts().forEach(verdict -> verdict.print(out));
      assertThat(text.toString()).contains("Fix: Verify before you act");
      assertThat(report.json().toString()).contains("\"fix\":\"Verify before you act");
    }
    try (PracticeShop shop = new PracticeShop(Fault.TRUSTS_ANYBODY)) {
      assertThat(run(shop, Set.of("forged")).json().toString())
          .contains("\"fix\":\"Compute the HMAC")
          .doesNotContain("Verify before you act");
    }
  }

  @Test
  void good_receiver_of_payouts_passes_everything() throws InterruptedException {
    try (PracticeShop shop = new PracticeShop(Fault.WORKS_AFTERWARDS)) {
      Report report = run(examinee(shop, payouts(shop), null, null), Set.of());
      assertThat(report.verdicts())
          .extracting(Report.Verdict::id)
          .contains("duplicate", "tampered", "returned", "late-report", "sum-mismatch")
          .doesNotContain("overpaid", "given-again");
      assertThat(report.verdicts())
          .allSatisfy(
              verdict -> assertThat(verdict.result()).as(verdict.toString()).isEqualTo("PASS"));
      assertThat(report.grade()).isEqualTo("A");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TRUSTS_ANYBODY           | unsigned forged tampered",
        "SHIPS_EACH_DELIVERY      | duplicate parallel",
        "CRASHES_ON_OTHER_TYPES   | unknown-type test-event late-report",
        "IGNORES_FAILURES         | returned",
        "FOLLOWS_THE_TYPE         | late-report payout-reordered",
        "FOLLOWS_THE_LAST_ARRIVAL | payout-reordered",
        "REFUSES_WHAT_IS_FLAGGED  | sum-mismatch",
      })
  void each_fault_with_payouts_is_caught(Fault fault, String checks) throws InterruptedException {
    Set<String> expected = Set.copyOf(Arrays.asList(checks.split(" ", -1)));
    try (PracticeShop shop = new PracticeShop(fault)) {
      Report report = run(examinee(shop, payouts(shop), null, null), expected);
      assertThat(failed(report)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void body_is_cut_inside_a_character() {
    byte[] body = "{\"sitz\":\"Größe\"}".getBytes(StandardCharsets.UTF_8);
    int cut = PartChecks.insideCharacter(body);
    assertThat(new String(body, 0, cut, StandardCharsets.UTF_8)).endsWith("\uFFFD");
    assertThat(new String(body, cut, body.length - cut, StandardCharsets.UTF_8))
        .startsWith("\uFFFD");
  }

  @Test
  void naive_receiver_fails_in_many_ways() throws InterruptedException {
    try (PracticeShop shop =
        new PracticeShop(
            Fault.TRUSTS_ANYBODY,
            Fault.SHIPS_EACH_DELIVERY,
            Fault.CRASHES_ON_OTHER_TYPES,
            Fault.CLOSES_FOR_GOOD,
            Fault.IGNORES_FAILURES,
            Fault.FOLLOWS_THE_LAST_ARRIVAL)) {
      Report report = run(shop, Set.of());
      assertThat(failed(report))
          .contains("unsigned", "forged", "tampered", "stale", "unknown-type", "taken-back")
          .hasSizeGreaterThanOrEqualTo(6);
      assertThat(report.grade()).isEqualTo("F");
    }
  }

  @Test
  void receiver_of_the_header_without_a_time_is_warned() throws InterruptedException {
    try (PracticeShop shop = new PracticeShop(Fault.KNOWS_THE_BODY_HEADER_ONLY)) {
      Report report = run(shop, Set.of("stale", "forged"));
      assertThat(results(report)).contains("stale WARN", "forged PASS");
      assertThat(report.grade()).isEqualTo("B");
      assertThat(report.isPassed()).isTrue();
      assertThat(report.isPerfect()).isFalse();
    }
  }

  @Test
  void receiver_that_crashes_on_nonsense_is_warned() throws InterruptedException {
    try (PracticeShop shop = new PracticeShop(Fault.CRASHES_ON_NONSENSE)) {
      assertThat(results(run(shop, Set.of("malformed")))).contains("malformed WARN");
    }
  }

  @Test
  void answers_alone_do_not_show_the_orders() throws InterruptedException {
    try (PracticeShop shop = new PracticeShop(Fault.SHIPS_EACH_DELIVERY)) {
      Report report = run(examinee(shop, null, null, null), Set.of("duplicate", "taken-back"));
      assertThat(results(report)).contains("duplicate PASS", "taken-back UNSEEN");
      assertThat(report.grade()).isEqualTo("B");
      assertThat(report.json().toString()).contains("no --state-url was given");
    }
  }

  @Test
  void shop_that_knows_its_own_orders_only_needs_to_make_them() throws InterruptedException {
    try (PracticeShop shop = new PracticeShop(Fault.KNOWS_ITS_ORDERS_ONLY)) {
      Set<String> checks = Set.of("late-money", "duplicate");
      Report blind = run(examinee(shop, states(shop), null, null), checks);
      assertThat(results(blind)).contains("late-money UNSEEN");
      assertThat(blind.json().toString()).contains("--order-url");
      URI orders = URI.create(shop.url("/checkout"));
      assertThat(run(examinee(shop, states(shop), orders, null), checks).grade()).isEqualTo("A");
    }
  }

  @ParameterizedTest
  @CsvSource({"FORGETS_IN_A_RESTART, FAIL", "SHOWS_THE_STATUS_ONLY, PASS"})
  void restart_is_part_of_it_on_request(Fault fault, String result) throws InterruptedException {
    Path file = folder.resolve("restarted");
    try (PracticeShop shop = new PracticeShop(fault).restartedBy(file)) {
      Examinee examinee = examinee(shop, states(shop), null, "touch " + file);
      assertThat(results(run(examinee, Set.of("restart")))).contains("restart " + result);
    }
  }

  @Test
  void nothing_is_judged_when_a_genuine_event_fails() throws InterruptedException {
    try (PracticeShop shop = new PracticeShop();
        PracticeShop other = new PracticeShop()) {
      Examinee wrongSecret =
          new Examinee(
              URI.create(shop.url("/webhooks")),
              other.secret(),
              Scope.invoice_settlement,
              null,
              "status",
              null,
              null,
              Duration.ofSeconds(10),
              Duration.ofSeconds(5));
      Report report = run(wrongSecret, Set.of("forged"));
      assertThat(results(report)).contains("genuine FAIL", "forged UNSEEN");
      assertThat(report.verdicts().getFirst().seen()).contains("answered 400", "this secret");
      assertThat(report.grade()).isEqualTo("F");
    }
  }

  @Test
  void unknown_check_is_refused_with_the_known_ones() {
    try (PracticeShop shop = new PracticeShop()) {
      assertThatThrownBy(() -> run(shop, Set.of("dupplicate")))
          .isInstanceOfSatisfying(
              CliError.class, e -> assertThat(e.nextStep()).contains("duplicate", "stale"))
          .hasMessageContaining("dupplicate");
    }
  }

  private static Report run(PracticeShop shop, Set<String> only) throws InterruptedException {
    return run(examinee(shop, states(shop), null, null), only);
  }

  private static Report run(Examinee examinee, Set<String> only) throws InterruptedException {
    return new Certification(examinee, InstantSource.system()).run(only, verdict -> {});
  }

  private static String payouts(PracticeShop shop) {
    return shop.url("/orders/{payoutId}");
  }

  private static String states(PracticeShop shop) {
    return shop.url("/orders/{paymentId}");
  }

  /** Deliveries that must time out take some seconds here, not ten; what must come has longer. */
  private static Examinee examinee(
      PracticeShop shop,
      @Nullable String stateUrl,
      @Nullable URI orderUrl,
      @Nullable String restart) {
    return new Examinee(
        URI.create(shop.url("/webhooks")),
        shop.secret(),
        stateUrl != null && stateUrl.contains("{payoutId}")
            ? Scope.fiat_settlement
            : Scope.invoice_settlement,
        stateUrl,
        "status",
        orderUrl,
        restart,
        Duration.ofSeconds(shop.isSerial() ? 4 : 10),
        Duration.ofSeconds(shop.worksAfterwards() ? 60 : 1)); // other shops are done at once
  }

  private static List<String> failed(Report report) {
    return report.verdicts().stream()
        .filter(verdict -> verdict.result().equals("FAIL"))
        .map(Report.Verdict::id)
        .toList();
  }

  private static List<String> results(Report report) {
    return report.verdicts().stream().map(v -> v.id() + " " + v.result()).toList();
  }
}

package dev.paylink.cli.certify;

import dev.paylink.cli.certify.Check.Sees;
import dev.paylink.cli.io.CliError;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a receiver through every check and grades it. The first check, a genuine event, is always
 * run: when it fails, the other checks say nothing.
 */
public final class Certification {
  private final Examinee examinee;
  private final Payments payments;
  private final InstantSource clock;

  /** Examines with invented events, about payments that no service knows. */
  public Certification(Examinee examinee, InstantSource clock) {
    this(examinee, new Payments.Invented(examinee), clock);
  }

  /** Examines with the events of real payments. */
  public Certification(Examinee examinee, SandboxPayments payments, InstantSource clock) {
    this(examinee, (Payments) payments, clock);
  }

  private Certification(Examinee examinee, Payments payments, InstantSource clock) {
    this.examinee = examinee;
    this.payments = payments;
    this.clock = clock;
  }

  /**
   * @param only the ids of the checks to run; empty for all
   * @param progress called with each verdict
   */
  public Report run(Set<String> only, Consumer<Report.Verdict> progress)
      throws InterruptedException {
    List<Check> checks = checks(only);
    Exam exam = new Exam(examinee, payments, clock);
    List<Report.Verdict> verdicts = new ArrayList<>();
    boolean stopped = false;
    for (Check check : checks) {
      Result result =
          stopped
              ? Result.unseen("not run, since a genuine event fails")
              : check.sees() == Sees.STATE && !exam.sees()
                  ? Result.unseen(exam.blindness())
                  : check.run().on(exam);
      Report.Verdict verdict = new Report.Verdict(check, result);
      verdicts.add(verdict);
      progress.accept(verdict);
      stopped |= check.id().equals("genuine") && !result.isPass();
    }
    return new Report(examinee.url().toString(), verdicts, notes(exam));
  }

  private List<Check> checks(Set<String> only) {
    boolean payouts = examinee.scope() == Scope.fiat_settlement;
    List<Check> all =
        Stream.of(
                BasicChecks.before(),
                SignatureChecks.all(),
                BodyChecks.all(),
                payouts ? List.<Check>of() : BodyChecks.ofPayments(),
                DeliveryChecks.all(examinee),
                payouts ? PayoutChecks.all() : OrderChecks.all(),
                BasicChecks.after())
            .flatMap(List::stream)
            .toList();
    Set<String> known = all.stream().map(Check::id).collect(Collectors.toSet());
    for (String id : only) {
      if (!known.contains(id)) {
        throw new CliError(
            "there is no check " + id,
            "There are: " + all.stream().map(Check::id).collect(Collectors.joining(", ")));
      }
    }
    return all.stream()
        .filter(
            check -> only.isEmpty() || check.id().equals("genuine") || only.contains(check.id()))
        .toList();
  }

  private List<String> notes(Exam exam) {
    List<String> notes = new ArrayList<>();
    if (!exam.sees()) {
      notes.add(
          "Only the answers were seen, not what became of the orders: "
              + exam.blindness()
              + ". A receiver that ships twice would not be noticed.");
    }
    if (examinee.restart() == null) {
      notes.add(
          "Not tried: a restart of the receiver. --restart-command makes it part of the run.");
    }
    return notes;
  }
}

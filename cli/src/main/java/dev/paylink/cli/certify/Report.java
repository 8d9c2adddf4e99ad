package dev.paylink.cli.certify;

import dev.paylink.cli.certify.Result.Outcome;
import dev.paylink.cli.io.Json;
import java.io.PrintWriter;
import java.util.List;

/** What came of an examination: a verdict for each check, and a grade for all of them. */
public final class Report {
  private static final long FEW = 2;
  private static final long MANY = 5;

  private final String url;
  private final List<Verdict> verdicts;
  private final List<String> notes;

  Report(String url, List<Verdict> verdicts, List<String> notes) {
    this.url = url;
    this.verdicts = List.copyOf(verdicts);
    this.notes = List.copyOf(notes);
  }

  /** One check and what it came to. */
  public record Verdict(
      String id, String group, String title, String result, String seen, String fix) {
    Verdict(Check check, Result result) {
      this(
          check.id(),
          check.group().title,
          check.title(),
          result.outcome().name(),
          result.seen(),
          result.outcome() == Outcome.FAIL || result.outcome() == Outcome.WARN
              ? result.fixOr(check.fix())
              : "");
    }

    /** Prints the verdict, and what to fix below it. */
    public void print(PrintWriter out) {
      out.println("  %-6s %-12s %s".formatted(result, id, title));
      if (!result.equals(Outcome.PASS.name())) {
        out.println("                      " + seen);
      }
      if (!fix.isEmpty()) {
        out.println("                      Fix: " + fix);
      }
    }

    private boolean isCriticalFailure() {
      return result.equals(Outcome.FAIL.name())
          && List.of("genuine", "unsigned", "forged", "tampered").contains(id);
    }
  }

  public List<Verdict> verdicts() {
    return verdicts;
  }

  public boolean isPassed() {
    return count(Outcome.FAIL) == 0;
  }

  /** Whether nothing failed, was warned of or could not be seen. */
  public boolean isPerfect() {
    return count(Outcome.PASS) == verdicts.size();
  }

  /** A: all is well. B: nothing failed. C, D: some checks failed. F: many, or nothing is safe. */
  public String grade() {
    long failed = count(Outcome.FAIL);
    if (failed > MANY || verdicts.stream().anyMatch(Verdict::isCriticalFailure)) {
      return "F";
    }
    return failed > FEW ? "D" : failed > 0 ? "C" : isPerfect() ? "A" : "B";
  }

  /** Prints the end of the report; the verdicts were printed as they came. */
  public void printEnd(PrintWriter out) {
    out.println();
    out.println(
        "Grade %s: %d passed, %d failed, %d warnings, %d not seen."
            .formatted(
                grade(),
                count(Outcome.PASS),
                count(Outcome.FAIL),
                count(Outcome.WARN),
                count(Outcome.UNSEEN)));
    notes.forEach(out::println);
  }

  public Json json() {
    return Json.of(
        "url", url,
        "grade", grade(),
        "passed", isPassed(),
        "checks",
            verdicts.stream()
                .map(
                    verdict ->
                        Json.of(
                            "id", verdict.id(),
                            "group", verdict.group(),
                            "title", verdict.title(),
                            "result", verdict.result(),
                            "seen", verdict.seen(),
                            "fix", verdict.fix().isEmpty() ? null : verdict.fix()))
                .toList(),
        "notes", notes);
  }

  private long count(Outcome outcome) {
    return verdicts.stream().filter(verdict -> verdict.result().equals(outcome.name())).count();
  }
}

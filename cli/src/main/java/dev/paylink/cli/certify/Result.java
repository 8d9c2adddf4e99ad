package dev.paylink.cli.certify;

/**
 * What a check came to, and what was seen.
 *
 * @param fix what to do about exactly this; empty for what the check says
 */
record Result(Outcome outcome, String seen, String fix) {
  /** The ends of a check. A warning is a weakness that the contract allows. */
  enum Outcome {
    PASS,
    FAIL,
    WARN,
    UNSEEN
  }

  static Result pass(String seen) {
    return new Result(Outcome.PASS, seen, "");
  }

  static Result fail(String seen) {
    return new Result(Outcome.FAIL, seen, "");
  }

  static Result warn(String seen) {
    return new Result(Outcome.WARN, seen, "");
  }

  static Result unseen(String why) {
    return new Result(Outcome.UNSEEN, why, "");
  }

  /** Returns the same with its own advice. */
  Result fixedBy(String advice) {
    return new Result(outcome, seen, advice);
  }

  String fixOr(String advice) {
    return fix.isEmpty() ? advice : fix;
  }

  boolean isPass() {
    return outcome == Outcome.PASS;
  }
}

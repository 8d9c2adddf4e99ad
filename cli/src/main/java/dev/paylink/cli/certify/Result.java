package dev.paylink.cli.certify;

/** What a check came to, and what was seen. */
record Result(Outcome outcome, String seen) {
  /** The ends of a check. A warning is a weakness that the contract allows. */
  enum Outcome {
    PASS,
    FAIL,
    WARN,
    UNSEEN
  }

  static Result pass(String seen) {
    return new Result(Outcome.PASS, seen);
  }

  static Result fail(String seen) {
    return new Result(Outcome.FAIL, seen);
  }

  static Result warn(String seen) {
    return new Result(Outcome.WARN, seen);
  }

  static Result unseen(String why) {
    return new Result(Outcome.UNSEEN, why);
  }

  boolean isPass() {
    return outcome == Outcome.PASS;
  }
}

package dev.paylink.cli.certify;

/**
 * One thing that a receiver must stand.
 *
 * @param id a short word, for {@code --only} and for programs
 * @param title what a good receiver does
 * @param mend what to do when it does not
 * @param sees whether the shop's state is needed to tell
 */
record Check(String id, Group group, String title, String mend, Sees sees, Run run) {
  /** The parts of the report. */
  enum Group {
    BASICS("Basics"),
    SIGNATURES("Signatures"),
    BODIES("Bodies"),
    DELIVERY("Delivery"),
    ORDERS("Orders"),
    PAYOUTS("Payouts");

    final String title;

    Group(String title) {
      this.title = title;
    }
  }

  /** What a check looks at. */
  enum Sees {
    ANSWERS,
    STATE
  }

  /** Carries the check out. */
  @FunctionalInterface
  interface Run {
    Result on(Exam exam) throws InterruptedException;
  }
}

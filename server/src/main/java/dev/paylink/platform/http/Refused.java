package dev.paylink.platform.http;

/** Ends a request with a problem, from anywhere below its handler. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public Refused(Problem problem) {
    super(null, null, false, false); // an expected outcome: no stack trace
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}

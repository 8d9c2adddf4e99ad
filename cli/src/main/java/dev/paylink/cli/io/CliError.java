package dev.paylink.cli.io;

/** Ends a command with a message that names the fault, and the next step if there is one. */
public final class CliError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String nextStep;

  public CliError(String fault) {
    this(fault, "");
  }

  /**
   * @param nextStep what to do now; empty when the fault says it
   */
  public CliError(String fault, String nextStep) {
    super(fault);
    this.nextStep = nextStep;
  }

  public String nextStep() {
    return nextStep;
  }
}

package dev.paylink.sdk.explain;

/** A mistake in one request, with the value that its sentence names; empty for most. */
public final class SignatureFinding {
  private final SignatureMistake mistake;
  private final String value;

  SignatureFinding(SignatureMistake mistake, String value) {
    this.mistake = mistake;
    this.value = value;
  }

  public SignatureMistake mistake() {
    return mistake;
  }

  public String value() {
    return value;
  }

  /** Returns the sentence in English. */
  public String title() {
    return mistake.title().replace("{0}", value);
  }

  public String advice() {
    return mistake.advice();
  }

  @Override
  public String toString() {
    return title() + ". " + advice();
  }
}

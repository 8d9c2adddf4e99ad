package dev.paylink.platform.json;

import dev.paylink.platform.error.Fault;
import java.util.List;

/** Ends the reading of a body or form that has faults; the caller is told all of them. */
public final class InvalidFields extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  InvalidFields(List<Fault> faults) {
    super(null, null, false, false); // an expected outcome: no stack trace
    this.faults = List.copyOf(faults);
  }

  public List<Fault> faults() {
    return faults;
  }
}

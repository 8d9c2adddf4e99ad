package dev.paylink.cli.explain;

import dev.paylink.sdk.explain.SignatureFinding;
import dev.paylink.sdk.explain.SignatureMistakes;
import dev.paylink.sdk.explain.SignedCall;
import java.time.Instant;
import java.util.List;

/** A fault, and the advice how to correct it. */
public record Finding(String title, String advice) {
  private static Finding of(SignatureFinding found) {
    return new Finding(found.title(), found.advice());
  }

  /** Returns what is wrong with a request, empty for one that the service would accept now. */
  public static List<Finding> in(SignedCall call, String secret, Instant now) {
    return SignatureMistakes.in(call, secret, now).stream().map(Finding::of).toList();
  }
}

package dev.paylink.cli;

import dev.paylink.cli.access.Api;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The key under which a command that creates something can be repeated. */
final class IdempotencyOption {
  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Repeat it to get the same one (default: a new one each time).")
  @Nullable String key;

  /** Returns the key that was given, or a new one. */
  String orNew(CliCommand command) {
    if (key != null && !Api.isIdempotencyKey(key)) {
      throw command.misuse(
          "--idempotency-key: 1 to 255 printable ASCII characters, no space at an end");
    }
    return key != null ? key : "cli-" + UUID.randomUUID();
  }
}

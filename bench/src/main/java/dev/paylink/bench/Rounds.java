package dev.paylink.bench;

import java.util.Map;
import picocli.CommandLine.Option;

/** The options of most benches. */
final class Rounds {
  @Option(names = "--rounds", description = "Rounds per figure (default: ${DEFAULT-VALUE}).")
  int count = 3;

  @Option(names = "--seconds", description = "Seconds per measurement (default: ${DEFAULT-VALUE}).")
  int seconds = 10;

  @Option(
      names = "--warm-up",
      description = "Seconds before the first (default: ${DEFAULT-VALUE}).")
  int warmUp = 60;

  void shorten() {
    count = 1;
    seconds = 5;
    warmUp = 10;
  }

  Map<String, Integer> options() {
    return Map.of("rounds", count, "seconds", seconds, "warm-up", warmUp);
  }
}

package dev.paylink.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs benches one after the other and keeps what they give, with the machine's constants. A bench
 * that fails is written down as failed, and the next one runs.
 */
public final class Report {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final ObjectNode root = JSON.createObjectNode();
  private final ObjectNode benches;
  private final @Nullable Path file;
  private boolean failed;

  /** A bench, ready to run. */
  @FunctionalInterface
  public interface Measurement {
    Result run() throws Exception;
  }

  /**
   * Starts a report.
   *
   * @param file is written after each bench; null for none
   */
  public Report(@Nullable Path file, String postgresVersion)
      throws IOException, InterruptedException {
    this.file = file;
    root.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    root.put("commit", Machine.commit());
    ObjectNode machine = root.putObject("machine");
    if (file != null) {
      Machine.constants(postgresVersion).forEach(machine::put);
    }
    this.benches = root.putObject("benches");
  }

  /** Runs a bench, prints its last line and writes the file. */
  public void run(String name, Map<String, ?> options, Measurement bench) throws IOException {
    ObjectNode entry = benches.putObject(name);
    ObjectNode chosen = entry.putObject("options");
    options.forEach((option, value) -> chosen.put(option, String.valueOf(value)));
    Steal steal = new Steal();
    long start = System.nanoTime();
    try {
      Result result = bench.run();
      result.rounds().print();
      System.out.println("bench " + name + ": " + result.summary());
      ObjectNode figures = entry.putObject("figures");
      result.summary().figures().forEach((figure, value) -> figures.put(figure, value));
      result.rounds().addTo(entry.putObject("rounds"));
    } catch (Exception e) {
      failed = true;
      entry.put("error", e.toString());
      System.err.println("bench " + name + " failed:");
      e.printStackTrace();
    }
    entry.put("seconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
    entry.put("steal_percent", Math.round(steal.percent() * 10) / 10.0);
    if (file != null) {
      Files.write(file, JSON.writeValueAsBytes(root));
    }
  }

  /** Returns whether any of the benches has failed. */
  public boolean hasFailed() {
    return failed;
  }
}

package dev.paylink.bench.webhooks;

import dev.paylink.bench.stage.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** {@link BareClient} in a process that lives through all rounds, so that its JVM stays warm. */
final class BareClientProcess implements AutoCloseable {
  private static final int CONCURRENCY = 32;

  private final Process process;
  private final PrintWriter to;
  private final BufferedReader from;

  BareClientProcess(String url, String body) throws IOException {
    List<String> command =
        Jvm.command(
            "dev.paylink.bench.webhooks.BareClient", List.of(url, Integer.toString(CONCURRENCY)));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    to = new PrintWriter(process.outputWriter(), true);
    from = process.inputReader();
    to.println(body);
  }

  /** What one run gave. */
  record Result(double perSecond, double cpuMicros) {}

  Result run(int seconds) throws IOException {
    to.println(seconds);
    String answer = from.readLine();
    if (answer == null) {
      throw new IllegalStateException("the bare client has ended");
    }
    String[] parts = answer.split(" ", 2);
    double posts = Double.parseDouble(parts[0]);
    return new Result(posts / seconds, Double.parseDouble(parts[1]) / posts);
  }

  @Override
  public void close() {
    to.close(); // it ends when nothing more is asked of it
  }
}

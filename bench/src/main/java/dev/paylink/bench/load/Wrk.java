package dev.paylink.bench.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs wrk with a script and reads what it reports. An answer that is not a 2xx ends the bench. */
public final class Wrk {
  private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in ([0-9.]+)(m?s|m)");
  private static final Pattern PERCENTILE = Pattern.compile("(50|99)%\\s+([0-9.]+)(us|ms|s)");

  private Wrk() {}

  /** What one run gave. */
  public record Result(long requests, double perSecond, double p50Millis, double p99Millis) {}

  public static Result run(String url, String script, int connections, int seconds)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("paylink", ".lua");
    try {
      Files.writeString(file, script);
      String output =
          output(
              List.of(
                  "wrk",
                  "--latency",
                  "-t",
                  "1",
                  "-c",
                  Integer.toString(connections),
                  "-d",
                  seconds + "s",
                  "--timeout",
                  "10s",
                  "-s",
                  file.toString(),
                  url));
      return parse(output, seconds);
    } finally {
      Files.delete(file);
    }
  }

  public static String output(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command) + " failed:\n" + output);
    }
    return output;
  }

  private static Result parse(String output, int seconds) {
    if (output.contains("Non-2xx") || output.contains("Socket errors")) {
      throw new IllegalStateException("not every request was answered well:\n" + output);
    }
    Matcher requests = REQUESTS.matcher(output);
    if (!requests.find()) {
      throw new IllegalStateException("cannot read wrk's report:\n" + output);
    }
    long count = Long.parseLong(requests.group(1));
    double p50 = 0;
    double p99 = 0;
    Matcher percentile = PERCENTILE.matcher(output);
    while (percentile.find()) {
      double millis = millis(Double.parseDouble(percentile.group(2)), percentile.group(3));
      if (percentile.group(1).equals("50")) {
        p50 = millis;
      } else {
        p99 = millis;
      }
    }
    return new Result(count, (double) count / seconds, p50, p99);
  }

  private static double millis(double value, String unit) {
    return switch (unit) {
      case "us" -> value / 1000;
      case "ms" -> value;
      default -> value * 1000;
    };
  }
}

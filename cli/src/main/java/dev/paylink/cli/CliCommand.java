package dev.paylink.cli;

import dev.paylink.cli.access.Surroundings;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands share: where they print, and whether for a program. */
abstract class CliCommand implements Callable<Integer> {
  @Spec @Nullable CommandSpec spec;

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  final PrintWriter out() {
    return spec().commandLine().getOut();
  }

  final PrintWriter err() {
    return spec().commandLine().getErr();
  }

  final Surroundings around() {
    return ((Main) spec().root().userObject()).around();
  }

  /** Refuses arguments that picocli cannot refuse by itself; the usage follows the message. */
  final ParameterException misuse(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  final CommandSpec spec() {
    return Objects.requireNonNull(spec, "picocli sets it");
  }
}

package dev.paylink.app;

import dev.paylink.ids.MerchantId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that works on the data, prints the result, and exits. */
abstract class DataCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  void tell(String format, Object... values) {
    spec.commandLine().getOut().printf(format + "%n", values);
    spec.commandLine().getOut().flush();
  }

  void warn(String text) {
    spec.commandLine().getErr().println(text);
    spec.commandLine().getErr().flush();
  }

  ParameterException misused(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  /** The option by which a command names the merchant it is about. */
  static final class OfMerchant {
    @Option(names = "--merchant", required = true, paramLabel = "ID", description = "mer_…")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String merchant;

    MerchantId id() {
      MerchantId id = MerchantId.parse(merchant);
      if (id == null) {
        throw new IllegalArgumentException("--merchant: not the id of a merchant (mer_…)");
      }
      return id;
    }
  }
}

package dev.paylink.app;

import dev.paylink.platform.db.Distribution;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Spreads the merchants over the workers of a Citus cluster. */
@Command(
    name = "distribute",
    mixinStandardHelpOptions = true,
    description = {
      "Spread the merchants' payments over the workers of a Citus cluster.",
      "The database is the coordinator's, empty or in use; stop all nodes first. Run it again after"
          + " each upgrade: it does what is missing."
    })
final class DistributeCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  CommandSpec spec;

  @Mixin DatabaseChoice database = new DatabaseChoice();

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    return database.use(
        url -> {
          Distribution.run(
              url,
              step -> {
                out.println(step);
                out.flush();
              });
          return 0;
        });
  }
}

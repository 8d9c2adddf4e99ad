package dev.paylink.app;

import dev.paylink.platform.db.Distribution;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Spreads the merchants over the workers of a Citus cluster. */
@Command(
    name = "distribute",
    mixinStandardHelpOptions = true,
    description = {
      "Spread the merchants' payments over the workers of a Citus cluster.",
      "The database is the coordinator's, empty or in use; stop all nodes first. Run it again after"
          + " each upgrade: it does what is missing."
    })
final class DistributeCommand extends DataCommand {
  @Mixin DatabaseChoice database = new DatabaseChoice();

  @Override
  public Integer call() throws Exception {
    return database.use(
        url -> {
          Distribution.run(url, step -> tell("%s", step));
          return 0;
        });
  }
}

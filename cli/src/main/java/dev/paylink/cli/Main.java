package dev.paylink.cli;

import dev.paylink.cli.access.Surroundings;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Version;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The command line for merchants' engineers. Exit code 0: done; 1: refused or failed; 2: misused.
 */
@Command(
    name = "paylink",
    mixinStandardHelpOptions = true,
    version = Main.NAME_AND_VERSION,
    description = "Payment Link Service: for the people who integrate it.",
    footer = {
      "",
      "In the folder of a running ./paylink sandbox every command works at once. Elsewhere:",
      "  paylink login                    keeps address, key and secret in a profile",
      "  PAYLINK_URL, PAYLINK_API_KEY, PAYLINK_SECRET_KEY  set all three, in a CI for example",
      "",
      "Examples:",
      "  paylink payments create --amount 125.50 --reference order-1042",
      "  paylink listen --forward-to http://127.0.0.1:3000/webhooks",
      "  paylink trigger payment.confirmed",
      "  paylink certify http://127.0.0.1:3000/webhooks"
    })
public final class Main implements Runnable {
  static final String NAME_AND_VERSION = "paylink " + Version.NUMBER;

  @Spec @Nullable CommandSpec spec;

  private final Surroundings around;

  private Main(Surroundings around) {
    this.around = around;
  }

  public static void main(String[] arguments) {
    System.exit(
        run(
            Surroundings.ofProcess(),
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            arguments));
  }

  /** Runs one command and returns its exit code. */
  public static int run(
      Surroundings around, PrintWriter out, PrintWriter err, String... arguments) {
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      out.println(NAME_AND_VERSION);
      return 0;
    }
    CommandLine commandLine = new CommandLine(new Main(around));
    commands(arguments).forEach(commandLine::addSubcommand);
    return commandLine
        .setOut(out)
        .setErr(err)
        .setExpandAtFiles(false) // --body @FILE is the body, not further arguments
        .setExecutionExceptionHandler(Main::fail)
        .setUsageHelpWidth(100)
        .execute(arguments);
  }

  /** Returns only the command that is asked for, where one is: to make all of them takes long. */
  private static Map<String, Class<?>> commands(String... arguments) {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    all.put("login", LoginCommand.class);
    all.put("listen", ListenCommand.class);
    all.put("trigger", TriggerCommand.class);
    all.put("payments", PaymentsCommand.class);
    all.put("refunds", RefundsCommand.class);
    all.put("links", LinksCommand.class);
    all.put("invoices", InvoicesCommand.class);
    all.put("payouts", PayoutsCommand.class);
    all.put("statements", InvoicesCommand.Statements.class);
    all.put("webhooks", WebhooksCommand.class);
    all.put("events", EventsCommand.class);
    all.put("logs", LogsCommand.class);
    all.put("sign", SignCommand.class);
    all.put("verify", VerifyCommand.class);
    all.put("certify", CertifyCommand.class);
    all.put("open", OpenCommand.class);
    all.put("mcp", McpCommand.class);
    all.put("completion", CompletionCommand.class);
    all.put("warm-up", WarmUpCommand.class);
    String first = arguments.length == 0 ? "" : arguments[0];
    Class<?> asked = first.equals("completion") ? null : all.get(first);
    return asked == null ? all : Map.of(first, asked);
  }

  /** Shows the help when no command is given. */
  @Override
  public void run() {
    CommandLine commandLine = Objects.requireNonNull(spec, "picocli sets it").commandLine();
    commandLine.usage(commandLine.getOut());
  }

  Surroundings around() {
    return around;
  }

  private static int fail(Exception e, CommandLine command, ParseResult result) throws Exception {
    if (!(e instanceof CliError error)) {
      throw e;
    }
    command.getErr().println("paylink: " + error.getMessage());
    if (!error.nextStep().isEmpty()) {
      command.getErr().println(error.nextStep());
    }
    return 1;
  }
}

package dev.paylink.cli;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.io.Json;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Requests, reads, lists and cancels refunds. */
@Command(
    name = "refunds",
    description = "Request, read, list and cancel refunds.",
    subcommands = {
      RefundsCommand.Create.class,
      RefundsCommand.Get.class,
      RefundsCommand.Find.class,
      RefundsCommand.Cancel.class
    })
final class RefundsCommand extends CliCommand {
  @Override
  public Integer call() {
    throw misuse("Which one? create, get, list or cancel");
  }

  @Command(
      name = "create",
      description = "Request a refund of a payment. Your wallet sends it from the dashboard.",
      footer = {
        "",
        "Examples:",
        "  paylink refunds create pay_01m7eskc71er7rdb1p47pwyjt5",
        "  paylink refunds create pay_01m7eskc71er7rdb1p47pwyjt5 --amount 25.50 --reason 'One ticket'"
      })
  static final class Create extends ServiceCommand {
    @Parameters(paramLabel = "PAYMENT", description = "The payment, pay_….")
    String payment = "";

    @Option(names = "--amount", paramLabel = "N", description = "If left out, all that is left.")
    @Nullable String amount;

    @Option(names = "--reason", paramLabel = "TEXT", description = "For your own records.")
    @Nullable String reason;

    @Option(
        names = "--to",
        paramLabel = "ADDRESS",
        description = "If left out, the account that paid, or an address that the payer names.")
    @Nullable String to;

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "Repeat it to get the same refund (default: a new one each time).")
    @Nullable String idempotencyKey;

    @Override
    public Integer call() {
      if (idempotencyKey != null && !Api.isIdempotencyKey(idempotencyKey)) {
        throw misuse("--idempotency-key: 1 to 255 printable ASCII characters, no space at an end");
      }
      Json body = Json.of();
      put(body, "amount", amount);
      put(body, "reason", reason);
      put(body, "to", to);
      String key = idempotencyKey != null ? idempotencyKey : "cli-" + UUID.randomUUID();
      return show(this, api().post(refundsOf(payment), body, key));
    }

    private static void put(Json json, String name, @Nullable String value) {
      if (value != null) {
        json.members().put(name, value);
      }
    }
  }

  @Command(
      name = "get",
      description = "Print one refund.",
      footer = {"", "Example:", "  paylink refunds get rfd_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Get extends ServiceCommand {
    @Parameters(paramLabel = "REFUND", description = "Its id, rfd_….")
    String refund = "";

    @Override
    public Integer call() {
      return show(this, api().get(path(refund)));
    }
  }

  @Command(
      name = "list",
      description = "List the refunds of a payment, oldest first.",
      footer = {"", "Example:", "  paylink refunds list pay_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Find extends ServiceCommand {
    @Parameters(paramLabel = "PAYMENT", description = "The payment, pay_….")
    String payment = "";

    @Override
    public Integer call() {
      Api.Said said = api().get(refundsOf(payment));
      if (json) {
        print(said);
        return 0;
      }
      for (Json refund : said.json().objects("data")) {
        out().println(PaymentText.refundLine(refund));
      }
      if (said.json().objects("data").isEmpty()) {
        out().println("No refunds.");
      }
      return 0;
    }
  }

  @Command(
      name = "cancel",
      description = "Cancel a refund of which nothing is on the chain.",
      footer = {"", "Example:", "  paylink refunds cancel rfd_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Cancel extends ServiceCommand {
    @Parameters(paramLabel = "REFUND", description = "Its id, rfd_….")
    String refund = "";

    @Override
    public Integer call() {
      return show(this, api().post(path(refund) + "/cancel", null, null));
    }
  }

  private static String refundsOf(String payment) {
    return "/sdk/server/payments/" + ServiceCommand.id("a payment", "pay_", payment) + "/refunds";
  }

  private static String path(String refund) {
    return "/sdk/server/refunds/" + ServiceCommand.id("a refund", "rfd_", refund);
  }

  private static int show(ServiceCommand command, Api.Said said) {
    if (command.json) {
      command.print(said);
    } else {
      PaymentText.printRefund(command.out(), said.json());
    }
    return 0;
  }
}

package dev.paylink.cli;

import dev.paylink.cli.io.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
        "  paylink refunds create pay_01m7eskc71er7rdb1p47pwyjt5 --amount 25.50 --reason 'One ticket'",
        "  paylink refunds create pay_01m7eskc71er7rdb1p47pwyjt5 --token EURC --to 0xfB69…"
      })
  static final class Create extends ServiceCommand {
    @Parameters(paramLabel = "PAYMENT", description = "The payment, pay_….")
    String payment = "";

    @Option(
        names = "--amount",
        paramLabel = "N",
        description = "The amount (default: all that is left).")
    @Nullable String amount;

    @Option(names = "--reason", paramLabel = "TEXT", description = "For your own records.")
    @Nullable String reason;

    @Option(
        names = "--to",
        paramLabel = "ADDRESS",
        description =
            "The account that gets the money (default: the one that paid, or one that the payer names).")
    @Nullable String to;

    @Option(
        names = "--token",
        paramLabel = "SYMBOL",
        description =
            "The token to give back, if several came (default: the one that settled the payment).")
    @Nullable String token;

    @Mixin IdempotencyOption idempotency = new IdempotencyOption();

    @Override
    public Integer call() {
      Json body =
          Json.of().add("amount", amount).add("reason", reason).add("to", to).add("token", token);
      String key = idempotency.orNew(this);
      return show(api().post(refundsOf(payment), body, key), PaymentText::printRefund);
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
      return show(api().get(path(refund)), PaymentText::printRefund);
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
      return list(api().get(refundsOf(payment)), PaymentText::refundLine, "No refunds.");
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
      return show(api().post(path(refund) + "/cancel", null, null), PaymentText::printRefund);
    }
  }

  private static String refundsOf(String payment) {
    return "/sdk/server/payments/" + ServiceCommand.id("a payment", "pay_", payment) + "/refunds";
  }

  private static String path(String refund) {
    return "/sdk/server/refunds/" + ServiceCommand.id("a refund", "rfd_", refund);
  }
}

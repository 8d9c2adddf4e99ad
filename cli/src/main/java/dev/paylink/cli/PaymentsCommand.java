package dev.paylink.cli;

import dev.paylink.cli.io.Json;
import dev.paylink.sdk.QueryString;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates, reads, lists, cancels and accepts payments. */
@Command(
    name = "payments",
    description = "Create, read, list, cancel and accept payments.",
    subcommands = {
      PaymentsCommand.Create.class,
      PaymentsCommand.Get.class,
      PaymentsCommand.Find.class,
      PaymentsCommand.Cancel.class,
      PaymentsCommand.Accept.class
    })
final class PaymentsCommand extends CliCommand {
  @Override
  public Integer call() {
    throw misuse("Which one? create, get, list, cancel or accept");
  }

  @Command(
      name = "create",
      description = "Create a payment and print its link.",
      footer = {
        "",
        "Examples:",
        "  paylink payments create --amount 125.50 --reference order-1042",
        "  paylink payments create --amount 9.90 --email ada@example.com --metadata seats=12A",
        "  paylink payments create --amount 5 --idempotency-key order-7 --json"
      })
  static final class Create extends ServiceCommand {
    @Option(
        names = "--amount",
        paramLabel = "N",
        description = "The amount, such as 12.50 (default: the payer chooses).")
    @Nullable String amount;

    @Option(names = "--currency", paramLabel = "CODE", description = "For example USD.")
    @Nullable String currency;

    @Option(names = "--reference", paramLabel = "TEXT", description = "Your order's id.")
    @Nullable String reference;

    @Option(names = "--description", paramLabel = "TEXT", description = "Shown to the payer.")
    @Nullable String description;

    @Option(names = "--name", paramLabel = "NAME", description = "The customer's name.")
    @Nullable String name;

    @Option(names = "--email", paramLabel = "EMAIL", description = "The customer's e-mail address.")
    @Nullable String email;

    @Option(
        names = "--expires-in",
        paramLabel = "SECONDS",
        description = "Seconds until it expires (default: 86400, a day).")
    @Nullable Long expiresIn;

    @Option(
        names = "--success-url",
        paramLabel = "URL",
        description = "Where the payer goes after paying.")
    @Nullable String successUrl;

    @Option(
        names = "--cancel-url",
        paramLabel = "URL",
        description = "Where the payer goes after giving up.")
    @Nullable String cancelUrl;

    @Option(
        names = "--send-invoice",
        negatable = true,
        defaultValue = Option.NULL_VALUE,
        fallbackValue = "true",
        description = "Send letters to the customer, or do not (default: your setting).")
    @Nullable Boolean sendInvoice;

    @Option(
        names = "--metadata",
        paramLabel = "NAME=VALUE",
        description = "A pair of your own; repeat it for more.")
    Map<String, String> metadata = new LinkedHashMap<>();

    @Mixin IdempotencyOption idempotency = new IdempotencyOption();

    @Override
    public Integer call() {
      Json customer = Json.of().add("name", name).add("email", email);
      Json body =
          Json.of()
              .add("amount", amount)
              .add("currency", currency)
              .add("reference", reference)
              .add("description", description)
              .add("expiresIn", expiresIn)
              .add("successUrl", successUrl)
              .add("cancelUrl", cancelUrl)
              .add("sendInvoice", sendInvoice)
              .add("metadata", metadata.isEmpty() ? null : metadata)
              .add("customer", customer.isEmpty() ? null : customer);
      String key = idempotency.orNew(this);
      return show(api().post("/sdk/server/create-payment", body, key), PaymentText::print);
    }
  }

  @Command(
      name = "get",
      description = "Print one payment.",
      footer = {"", "Example:", "  paylink payments get pay_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Get extends ServiceCommand {
    @Parameters(paramLabel = "PAYMENT", description = "Its id, pay_….")
    String payment = "";

    @Override
    public Integer call() {
      return show(
          api().get("/sdk/server/payments/" + id("a payment", "pay_", payment)),
          PaymentText::print);
    }
  }

  @Command(
      name = "list",
      description = "List payments, newest first.",
      footer = {
        "",
        "Examples:",
        "  paylink payments list --status success --limit 5",
        "  paylink payments list --reference order-1042 --json"
      })
  static final class Find extends ServiceCommand {
    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "created, submitted, success or failed.")
    @Nullable String status;

    @Option(names = "--reference", paramLabel = "TEXT", description = "Your order's id, exactly.")
    @Nullable String reference;

    @Option(
        names = "--search",
        paramLabel = "TEXT",
        description = "An id, an e-mail address, a reference or an invoice number, exactly.")
    @Nullable String search;

    @Mixin PageOptions page = new PageOptions();

    @Override
    public Integer call() {
      QueryString query =
          page.query("cursor")
              .add("status", status)
              .add("reference", reference)
              .add("search", search);
      return list(api().get("/sdk/server/payments" + query), PaymentText::line, "No payments.");
    }
  }

  @Command(
      name = "cancel",
      description = "Cancel a payment that nobody has paid.",
      footer = {"", "Example:", "  paylink payments cancel pay_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Cancel extends ServiceCommand {
    @Parameters(paramLabel = "PAYMENT", description = "Its id, pay_….")
    String payment = "";

    @Override
    public Integer call() {
      String target = "/sdk/server/payments/" + id("a payment", "pay_", payment) + "/cancel";
      return show(api().post(target, null, null), PaymentText::print);
    }
  }

  @Command(
      name = "accept",
      description = "Accept less than the amount as the whole: the payment becomes a success.",
      footer = {
        "",
        "Example:",
        "  paylink payments accept pay_01m7eskc71er7rdb1p47pwyjt5 --received 124.50"
      })
  static final class Accept extends ServiceCommand {
    @Parameters(paramLabel = "PAYMENT", description = "Its id, pay_….")
    String payment = "";

    @Option(
        names = "--received",
        paramLabel = "N",
        required = true,
        description = "What has come, as you saw it. If it is another sum by now, nothing changes.")
    String received = "";

    @Mixin IdempotencyOption idempotency = new IdempotencyOption();

    @Override
    public Integer call() {
      String target = "/sdk/server/payments/" + id("a payment", "pay_", payment) + "/accept";
      Json body = Json.of("receivedAmount", received);
      return show(api().post(target, body, idempotency.orNew(this)), PaymentText::print);
    }
  }
}

package dev.paylink.cli;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.io.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates, reads, lists and cancels payments. */
@Command(
    name = "payments",
    description = "Create, read, list and cancel payments.",
    subcommands = {
      PaymentsCommand.Create.class,
      PaymentsCommand.Get.class,
      PaymentsCommand.Find.class,
      PaymentsCommand.Cancel.class
    })
final class PaymentsCommand extends CliCommand {
  @Override
  public Integer call() {
    throw misuse("Which one? create, get, list or cancel");
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
    @Option(names = "--amount", paramLabel = "N", description = "If left out, the payer chooses.")
    @Nullable String amount;

    @Option(names = "--currency", paramLabel = "CODE", description = "For example USD.")
    @Nullable String currency;

    @Option(names = "--reference", paramLabel = "TEXT", description = "Your order's id.")
    @Nullable String reference;

    @Option(names = "--description", paramLabel = "TEXT", description = "Shown to the payer.")
    @Nullable String description;

    @Option(names = "--name", paramLabel = "NAME", description = "The customer's name.")
    @Nullable String name;

    @Option(names = "--email", paramLabel = "EMAIL", description = "The customer's address.")
    @Nullable String email;

    @Option(names = "--expires-in", paramLabel = "SECONDS", description = "How long it stays open.")
    @Nullable Long expiresIn;

    @Option(names = "--success-url", paramLabel = "URL", description = "Where the payer goes then.")
    @Nullable String successUrl;

    @Option(names = "--cancel-url", paramLabel = "URL", description = "Or on giving up.")
    @Nullable String cancelUrl;

    @Option(names = "--metadata", paramLabel = "NAME=VALUE", description = "Your own pairs.")
    Map<String, String> metadata = new LinkedHashMap<>();

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "Repeat it to get the same payment (default: a new one each time).")
    @Nullable String idempotencyKey;

    @Override
    public Integer call() {
      Json body = Json.of();
      put(body, "amount", amount);
      put(body, "currency", currency);
      put(body, "reference", reference);
      put(body, "description", description);
      put(body, "expiresIn", expiresIn);
      put(body, "successUrl", successUrl);
      put(body, "cancelUrl", cancelUrl);
      put(body, "metadata", metadata.isEmpty() ? null : metadata);
      Json customer = Json.of();
      put(customer, "name", name);
      put(customer, "email", email);
      put(body, "customer", customer.members().isEmpty() ? null : customer);
      Api.Said said = api().post("/sdk/server/create-payment", body, key());
      if (json) {
        print(said);
      } else {
        show(said.json());
      }
      return 0;
    }

    private String key() {
      if (idempotencyKey != null && !Api.isIdempotencyKey(idempotencyKey)) {
        throw misuse("--idempotency-key: 1 to 255 printable ASCII characters, no space at an end");
      }
      return idempotencyKey != null ? idempotencyKey : "cli-" + UUID.randomUUID();
    }

    private void show(Json payment) {
      PaymentText.print(out(), payment);
    }

    private static void put(Json json, String name, @Nullable Object value) {
      if (value != null) {
        json.members().put(name, value);
      }
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
      Api.Said said = api().get("/sdk/server/payments/" + id("a payment", "pay_", payment));
      if (json) {
        print(said);
      } else {
        PaymentText.print(out(), said.json());
      }
      return 0;
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

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "1 to 100 (default: ${DEFAULT-VALUE}).")
    int limit = 20;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "Go on after this page.")
    @Nullable String cursor;

    @Override
    public Integer call() {
      StringBuilder target = new StringBuilder("/sdk/server/payments?limit=").append(limit);
      add(target, "status", status);
      add(target, "reference", reference);
      add(target, "search", search);
      add(target, "cursor", cursor);
      Api.Said said = api().get(target.toString());
      if (json) {
        print(said);
        return 0;
      }
      for (Json payment : said.json().objects("data")) {
        out().println(PaymentText.line(payment));
      }
      if (said.json().objects("data").isEmpty()) {
        out().println("No payments.");
      }
      String next = said.json().text("nextCursor");
      if (next != null) {
        out().println("More: --cursor " + next);
      }
      return 0;
    }

    private static void add(StringBuilder target, String name, @Nullable String value) {
      if (value != null) {
        target.append('&').append(name).append('=');
        target.append(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
      }
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
      Api.Said said = api().post(target, null, null);
      if (json) {
        print(said);
      } else {
        PaymentText.print(out(), said.json());
      }
      return 0;
    }
  }
}

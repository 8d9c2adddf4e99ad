package dev.paylink.cli.mcp;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.EventSearch;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.sdk.QueryString;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Creates, completes and accepts payments in a sandbox; reads payments and events of any service.
 */
final class PaymentTools implements ToolServer.Group {
  private static final int PAGE = 100;
  private static final int USUAL = 20;
  private static final int MAX_PAGES = 100;
  private static final int MAX_EXPIRY_SECONDS = 2_592_000;

  private final Workbench bench;

  PaymentTools(Workbench bench) {
    this.bench = bench;
  }

  @Override
  public List<Tool> all() {
    return List.of(
        new Tool(
            "create_sandbox_payment",
            "Create a payment in a sandbox",
            Tool.Kind.CREATES,
            "Create a test payment and return it with its paymentUrl. A live service is refused.",
            List.of(
                Parameter.optional(
                    "amount",
                    "A decimal in quotes, such as \"125.50\". Without it the payer chooses."),
                Parameter.optional("currency", "For example USD."),
                Parameter.optional("reference", "The id of your order."),
                Parameter.optional("description", "Shown to the payer."),
                Parameter.optional("customerName", "The customer's name."),
                Parameter.optional("customerEmail", "The customer's e-mail address."),
                Parameter.count("expiresIn", MAX_EXPIRY_SECONDS, "Seconds that it stays open."),
                Parameter.optional("successUrl", "Where the payer goes after paying."),
                Parameter.optional("cancelUrl", "Where the payer goes on giving up."),
                Parameter.texts("metadata", false, "Your own pairs of names and values."),
                Parameter.optional(
                    "idempotencyKey", "Repeat it to get the same payment. A new one if left out.")),
            this::create),
        new Tool(
            "complete_sandbox_payment",
            "Complete a payment in a sandbox",
            Tool.Kind.CREATES,
            "Simulate what the payer does, and return the payment: paid unless you choose another"
                + " outcome. A live service is refused.",
            List.of(
                Parameter.required("paymentId", "Its id, pay_…"),
                Parameter.choice(
                    "outcome",
                    "What happens, usually confirmed.",
                    "confirmed",
                    "failed",
                    "expired",
                    "submitted",
                    "duplicate",
                    "reorg")),
            this::complete),
        new Tool(
            "pay_sandbox_payment",
            "Pay a payment in a sandbox by x402",
            Tool.Kind.CREATES,
            "Pay the payment as software does, below its page: read what is required (402), authorize"
                + " one transfer, hand it in. Returns how far it is: a transaction, then success."
                + " Call it again to see the payment become final; it is paid once. A live service"
                + " is refused.",
            List.of(Parameter.required("paymentId", "Its id, pay_…")),
            this::pay),
        new Tool(
            "accept_sandbox_payment",
            "Accept a short payment in a sandbox",
            Tool.Kind.CREATES,
            "Accept less than the amount as the whole: the payment becomes a success. A live service"
                + " is refused.",
            List.of(
                Parameter.required("paymentId", "Its id, pay_…"),
                Parameter.required(
                    "receivedAmount", "What has come, as read_payment says, such as \"124.50\"."),
                Parameter.optional("idempotencyKey", "A new one if left out.")),
            this::accept),
        new Tool(
            "read_payment",
            "Read one payment",
            Tool.Kind.READS_OTHERS,
            "Read one payment: its status, amounts, transaction and timeline.",
            List.of(Parameter.required("paymentId", "Its id, pay_…")),
            arguments ->
                bench
                    .api()
                    .get()
                    .get(
                        "/sdk/server/payments/"
                            + Api.id("a payment", "pay_", arguments.text("paymentId")))
                    .text()),
        new Tool(
            "list_payments",
            "List payments",
            Tool.Kind.READS_OTHERS,
            "List payments, newest first. nextCursor leads to the next page.",
            List.of(
                Parameter.choice(
                    "status", "Only these.", "created", "submitted", "success", "failed"),
                Parameter.optional("reference", "The id of your order, exactly."),
                Parameter.optional(
                    "search",
                    "An id, an e-mail address, a reference or an invoice number, exactly."),
                Parameter.count("limit", PAGE, "How many at most, usually 20."),
                Parameter.optional("cursor", "The nextCursor of the page before.")),
            this::list),
        new Tool(
            "list_invoices",
            "List invoices",
            Tool.Kind.READS_OTHERS,
            "List invoices with their payments, newest first; with a number the one that has it.",
            List.of(
                Parameter.choice("status", "Only these.", "open", "paid"),
                Parameter.optional("number", "Its number, exactly, such as INV-000007."),
                Parameter.count("limit", PAGE, "How many at most, usually 20."),
                Parameter.optional("after", "The nextCursor of the page before.")),
            this::invoices),
        new Tool(
            "list_events",
            "List events",
            Tool.Kind.READS_OTHERS,
            "List events, newest first. With after, those that follow it, oldest first; nextCursor"
                + " is then the value of after for the next page.",
            List.of(
                Parameter.optional("paymentId", "Only those of this payment, pay_…"),
                Parameter.optional("type", "Only those of this type, such as payment.confirmed."),
                Parameter.optional("after", "Only those after this event, evt_…"),
                Parameter.count("limit", PAGE, "How many at most, usually 20.")),
            this::events));
  }

  private String create(Arguments arguments) {
    Api api = sandbox();
    Json body = Json.of();
    for (String name :
        List.of("amount", "currency", "reference", "description", "successUrl", "cancelUrl")) {
      body.add(name, arguments.find(name));
    }
    int expiresIn = arguments.count("expiresIn", 0);
    Map<String, String> metadata = arguments.texts("metadata");
    Json customer =
        Json.of()
            .add("name", arguments.find("customerName"))
            .add("email", arguments.find("customerEmail"));
    body.add("expiresIn", expiresIn == 0 ? null : expiresIn)
        .add("metadata", metadata.isEmpty() ? null : metadata)
        .add("customer", customer.isEmpty() ? null : customer);
    return api.post("/sdk/server/create-payment", body, key(arguments)).text();
  }

  private String complete(Arguments arguments) {
    String payment = Api.id("a payment", "pay_", arguments.text("paymentId"));
    Api api = sandbox();
    api.post(
        "/sandbox/payments/" + payment + "/simulate",
        Json.of("outcome", arguments.find("outcome", "confirmed")),
        null);
    return api.get("/sdk/server/payments/" + payment).text();
  }

  private String pay(Arguments arguments) {
    String payment = Api.id("a payment", "pay_", arguments.text("paymentId"));
    Api api = sandbox();
    String page = api.get("/sdk/server/payments/" + payment).json().text("paymentUrl");
    return new SoftwarePayment(api).pay(page + "/x402"); // where x402Url would lead
  }

  private String accept(Arguments arguments) {
    String payment = Api.id("a payment", "pay_", arguments.text("paymentId"));
    return sandbox()
        .post(
            "/sdk/server/payments/" + payment + "/accept",
            Json.of("receivedAmount", arguments.text("receivedAmount")),
            key(arguments))
        .text();
  }

  private Api sandbox() {
    Api api = bench.api().get();
    if (!api.isSandbox()) {
      throw new CliError(
          api.address() + " is not a sandbox, and this tool changes payments in a sandbox only",
          "Start one with ./paylink sandbox, and register paylink mcp with --sandbox and its file"
              + " data/sandbox.json.");
    }
    return api;
  }

  private static String key(Arguments arguments) {
    String key = arguments.find("idempotencyKey", "mcp-" + UUID.randomUUID());
    if (!Api.isIdempotencyKey(key)) {
      throw new CliError("idempotencyKey has 1 to 255 printable ASCII characters", "Shorten it.");
    }
    return key;
  }

  private String list(Arguments arguments) {
    QueryString query =
        new QueryString().add("limit", Integer.toString(arguments.count("limit", USUAL)));
    for (String name : List.of("status", "reference", "search", "cursor")) {
      query.add(name, arguments.find(name));
    }
    return bench.api().get().get("/sdk/server/payments" + query).text();
  }

  private String invoices(Arguments arguments) {
    QueryString query =
        new QueryString().add("limit", Integer.toString(arguments.count("limit", USUAL)));
    for (String name : List.of("status", "number", "after")) {
      query.add(name, arguments.find(name));
    }
    return bench.api().get().get("/sdk/server/invoices" + query).text();
  }

  private String events(Arguments arguments) {
    EventSearch search =
        new EventSearch(
            arguments.find("paymentId"),
            arguments.find("type"),
            arguments.count("limit", USUAL),
            MAX_PAGES);
    String after = arguments.find("after");
    EventSearch.Found found =
        after == null ? search.newest(bench.api().get()) : search.after(after, bench.api().get());
    return Json.of("data", found.events(), "nextCursor", found.cursor()).toString();
  }
}

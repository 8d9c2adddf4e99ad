package dev.paylink.app.statements;

import static java.util.Map.entry;

import dev.paylink.payment.read.PaymentStatements;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The register of all SQL statements: the arguments with which each is tried on a {@link World}. A
 * statement that is not here fails the test.
 */
final class Statements {
  private static final Pattern PARAMETER = Pattern.compile("\\?|(?<!:):([a-zA-Z_]+)");
  private static final String LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
  private static final int BATCH = 32;

  /** No limit to one merchant's shard: what a statement gets on one server. */
  static final String ALL = "no limit";

  /** What has no plan, or reads no table of ours. */
  private static final List<String> WITHOUT_PLAN =
      List.of(
          "CurrentSchema.APPLIED",
          "MerchantStore.NOW",
          "Leadership.TRY",
          "PrimaryConnections.JUDGE",
          "NodeHints.SEND",
          "DatabaseState.ASK",
          "SizeStore.",
          "SlowStatementQueries.",
          "PostgresClient.",
          "BackupQueries.",
          "ArchiveQueries.",
          "ServiceGrants.",
          "Shards.",
          "Distribution.");

  /**
   * A statement to run: its arguments as literals, and how many rows it may look at beyond those it
   * returns (the keys it is asked for, or what it counts).
   */
  record Statement(String name, String sql, List<String> arguments, int mayRead) {}

  private final World world;
  private final int merchant;
  private final int rows;
  private final boolean spreadOverServers;
  private final Map<String, Case> cases = new HashMap<>();

  private record Case(int mayRead, List<String> positional, Map<String, String> named) {
    Case reading(int most) {
      return new Case(most, positional, named);
    }
  }

  /** The statements as the merchant with that number would cause them. */
  Statements(World world, int merchant, int rows) {
    this(world, merchant, rows, false);
  }

  /** The same where merchants are on several servers, if so. */
  Statements(World world, int merchant, int rows, boolean spreadOverServers) {
    this.spreadOverServers = spreadOverServers;
    this.world = world;
    this.merchant = merchant;
    this.rows = rows;
    register();
  }

  List<Statement> all(Map<String, String> texts) {
    Map<String, Statement> all = new LinkedHashMap<>();
    List<String> missing =
        texts.keySet().stream()
            .filter(name -> !cases.containsKey(name) && !isWithoutPlan(name))
            .toList();
    List<String> gone = cases.keySet().stream().filter(name -> !texts.containsKey(name)).toList();
    if (!missing.isEmpty() || !gone.isEmpty()) {
      throw new AssertionError("not in Statements.java: " + missing + "; no longer there: " + gone);
    }
    texts.forEach(
        (name, sql) -> {
          if (!isWithoutPlan(name)) {
            all.put(name, statement(name, sql, cases.get(name)));
          }
        });
    for (PaymentStatements.Built built :
        PaymentStatements.of(
            UUID.fromString(merchantId()),
            UUID.fromString(payment(0)),
            "order-" + perMerchant() / 4,
            "c4@example.com")) {
      Map<String, String> named = new HashMap<>();
      built.arguments().forEach((name, value) -> named.put(name, value.toString()));
      String name = built.name() + " " + all.size();
      // A search in all four statuses looks for a page in each.
      all.put(name, statement(name, built.sql(), new Case(8 * built.limit(), List.of(), named)));
    }
    return List.copyOf(all.values());
  }

  static boolean isWithoutPlan(String name) {
    return WITHOUT_PLAN.stream().anyMatch(name::startsWith);
  }

  private Statement statement(String name, String sql, Case it) {
    Map<String, Integer> places = new LinkedHashMap<>();
    Matcher parameters = PARAMETER.matcher(sql);
    StringBuilder numbered = new StringBuilder();
    int positions = 0;
    while (parameters.find()) {
      String parameter = parameters.group(1);
      int place =
          parameter == null
              ? ++positions
              : places.computeIfAbsent(parameter, ignored -> places.size() + 1);
      parameters.appendReplacement(numbered, "\\$" + place);
    }
    parameters.appendTail(numbered);
    List<String> arguments =
        positions > 0
            ? it.positional
            : places.keySet().stream().map(parameter -> argument(name, it, parameter)).toList();
    if (positions > 0 && positions != it.positional.size()) {
      throw new AssertionError(name + " takes " + positions + " arguments");
    }
    return new Statement(name, numbered.toString(), arguments, it.mayRead);
  }

  private String argument(String name, Case it, String parameter) {
    String value = it.named.containsKey(parameter) ? it.named.get(parameter) : usual(parameter);
    if (value == null) {
      throw new AssertionError(name + " has no argument for :" + parameter);
    }
    return value;
  }

  private String usual(String parameter) {
    return switch (parameter) {
      case "merchant", "merchantId", "realm" -> merchantId();
      case "payment", "paymentId" -> payment(0);
      case "event" -> event(0);
      case "user", "userId" -> user();
      case "only" -> spreadOverServers ? merchantId() : ALL;
      case "limit" -> "21";
      case "most", "look" -> "100";
      case "before", "to" -> LAST;
      case "scope" -> "invoice_settlement";
      case "chain" -> "1";
      case "contract" -> "\\x01";
      case "seconds", "step" -> "300";
      case "first" -> "2026-01-05";
      case "day" -> "2026-01-05";
      default -> null;
    };
  }

  private void registerDeposits() {
    String addresses = texts(i -> "%040x".formatted(number(i)));
    named("TransferAddressQueries.LIVE").reading(100);
    named("TransferAddressQueries.KNOWN", entry("addresses", addresses)).reading(BATCH);
    named(
            "IncomingTransferStore.INSERT",
            entry("merchants", uuids(BATCH, i -> merchantId())),
            entry("payments", uuids(BATCH, this::payment)),
            entry("hashes", texts(i -> "%064x".formatted(i))),
            entry("logs", array(BATCH, i -> "99")),
            entry("numbers", array(BATCH, i -> "1")),
            entry("blocks", texts(i -> "02")),
            entry("addresses", addresses),
            entry("tokens", texts(i -> "05")),
            entry("symbols", texts(i -> "USDC")),
            entry("amounts", array(BATCH, i -> "1")),
            entry("payers", texts(i -> "06")),
            entry("kinds", texts(i -> "credited")))
        .reading(BATCH);
    named(
            "TransferAddressStore.ADD",
            entry("merchants", uuids(BATCH, i -> merchantId())),
            entry("payments", uuids(BATCH, this::payment)),
            entry("tokens", texts(i -> "05")),
            entry("received", array(BATCH, i -> "0")),
            entry("late", array(BATCH, i -> "0")))
        .reading(BATCH);
    named("TransferAddressQueries.WHOLE").reading(100);
    named(
        "IncomingTransferStore.COMPLETING",
        entry("payment", payment(0)),
        entry("token", "\\x05"),
        entry("needed", "1"));
    named(
        "TransferAddressStore.MARK_TOLD",
        entry("payment", payment(0)),
        entry("token", "\\x05"),
        entry("told", "0"));
    named(
            "TransferAddressQueries.ENDING",
            entry("now", Integer.toString(rows)),
            entry("deadline", "0"),
            entry("after", "00000000-0000-0000-0000-000000000000"))
        .reading(100);
    named(
            "TransferAddressQueries.PASS",
            entry("state", "kept"),
            entry("target", Integer.toString(rows)),
            entry("number", "0"),
            entry("after", "00000000-0000-0000-0000-000000000000"))
        .reading(100);
    named(
            "TransferAddressStore.ADVANCE",
            entry("addresses", addresses),
            entry("from", "1"),
            entry("to", Integer.toString(rows)),
            entry("now", "1"))
        .reading(BATCH);
    named("TransferAddressStore.KEEP").reading(rows / 4);
    named("TransferAddressStore.LEAVE", entry("before", "100")).reading(rows / 4);
    named("IncomingTransferStore.FORGET", entry("number", Integer.toString(rows - 10))).reading(10);
    named("IncomingTransferStore.UNCOLLECT", entry("number", Integer.toString(rows - 10)))
        .reading(10);
    named("TransferAddressStore.SET_BACK", entry("number", Integer.toString(rows - 100)))
        .reading(100);
    for (String store : List.of("TransferAddressStore.STORE", "TransferAddressStore.STORE_LATE")) {
      named(
              store,
              entry("id", payment(0)),
              entry("address", "\\x97"),
              entry("token_address", "\\x97"),
              entry("token", "USDC"),
              entry("decimals", "6"),
              entry("payee", "0x1"),
              entry("expected", "1"),
              entry("deadline", "1"),
              entry("read_to", "0"))
          .reading(1);
    }
    named("TransferAddressStore.READ_TO");
    named("TransferAddressStore.NOTE_SHOWN", entry("id", payment(0)), entry("token", "\\x05"))
        .reading(1);
    named("TransferAddressQueries.OF_PAYMENT", entry("id", payment(0)));
    named("TransferAddressQueries.MISSING", entry("id", payment(0)), entry("token", "\\x05"));
    named(
            "CollectQueries.UNCOLLECTED",
            entry("payment", "00000000-0000-0000-0000-000000000000"),
            entry("chain", "0"),
            entry("token", "\\x"),
            entry("most", "100"))
        .reading(100);
    named(
            "IncomingTransferStore.MARK_COLLECTED",
            entry("number", "1"),
            entry("hashes", texts(i -> "%064x".formatted(number(i)))),
            entry("logs", array(BATCH, i -> "0")))
        .reading(BATCH);
    named("TransferSumQueries.OF_PAYMENTS", entry("payments", uuids(BATCH, this::payment)))
        .reading(BATCH);
    named(
            "OverdueStore.UNREAD_ADDRESSES",
            entry("merchants", uuids(BATCH, i -> merchantId())),
            entry("payments", uuids(BATCH, this::payment)))
        .reading(BATCH);
  }

  private void register() {
    named("ProbeStore.WRITE").reading(1);
    // Creates
    on("InvoiceCounterStore.LOCK", 0, uuids(1, i -> merchantId()));
    on("InvoiceCounterStore.ADVANCE", 0, "5", "f", merchantId());
    on("InvoiceStore.NUMBER_TAKEN", 1, merchantId(), "INV-000001");
    on(
        "CreateQueries.FIND_BY_KEYS",
        BATCH,
        uuids(BATCH, i -> merchantId()),
        texts(i -> "key-" + i),
        only(),
        only(),
        only(),
        only());
    on("InvoiceStore.FIND", 1, merchantId(), payment(0));
    on("ReusableLinkStore.TAKE", 1, link(), merchantId(), "2026-01-01");
    named("InvoiceStore.ID_OF", entry("number", "INV-000001"));
    on("CreateQueries.SENDERS", 0, uuids(1, i -> merchantId()));
    // Polls and pages
    on("ApiKeyStore.BY_PAIRS", 1, array(1, i -> "\\\\x" + "00".repeat(32)));
    on("PaymentQueries.BY_IDS", BATCH, uuids(BATCH, this::payment), only(), only(), only(), only());
    on("OwnerQueries.WITH_BITS", 4, "{5}");
    on(
        "PaymentQueries.HOSTED_BY_IDS",
        2 * BATCH, // and their refunds
        uuids(BATCH, this::payment),
        only(),
        only(),
        only(),
        only());
    named("PaymentStore.CHOOSE", entry("amount", "1"), entry("id", payment(0))).reading(1);
    named("PaymentStore.IS_CHOSEN", entry("amount", "1"), entry("id", payment(0))).reading(1);
    // Lists
    named("InvoiceQueries.OLDER");
    named("InvoiceQueries.BY_ID", entry("id", payment(0)));
    named("InvoiceQueries.BY_NUMBER", entry("number", "INV-000001"));
    // Outcomes
    on("OutcomeQueries.MERCHANTS_OF", BATCH, uuids(BATCH, this::payment), only(), only());
    on("OutcomeQueries.LOCK_AMOUNTS", BATCH, uuids(BATCH, this::payment), only(), only());
    on("OutcomeQueries.FIND", BATCH, uuids(BATCH, this::payment), only(), only(), only(), only());
    on(
        "PaymentStore.UPDATE",
        BATCH,
        uuids(BATCH, i -> merchantId()),
        uuids(BATCH, this::payment),
        texts(i -> "success"),
        texts(i -> "failed"),
        array(BATCH, i -> "1"),
        texts(i -> "x"),
        array(BATCH, i -> "null"),
        array(BATCH, i -> "2026-01-01"),
        only(),
        only());
    on(
        "InvoiceStore.UPDATE_SUCCESSES",
        BATCH,
        "2026-01-01",
        uuids(BATCH, i -> merchantId()),
        uuids(BATCH, this::payment),
        array(BATCH, i -> "1"),
        array(BATCH, i -> "2"),
        texts(i -> "paid"),
        only(),
        only());
    on(
        "ReportStore.KNOWN",
        BATCH,
        uuids(BATCH, i -> merchantId()),
        texts(i -> "ref-" + i),
        only(),
        only());
    on(
        "TransferStore.FIND",
        BATCH,
        array(BATCH, i -> "1"),
        texts(i -> ref(i).substring(2)),
        array(BATCH, i -> "0"));
    on(
        "TransferStore.INSERT",
        1,
        "2026-01-01",
        array(1, i -> "1"),
        array(1, i -> "99"),
        array(1, i -> "0"),
        uuids(1, i -> merchantId()),
        uuids(1, this::payment));
    on(
        "TransferStore.FREE",
        BATCH,
        array(BATCH, i -> "1"),
        texts(i -> ref(i).substring(2)),
        array(BATCH, i -> "0"));
    on("ReportStore.SUSPENDED", 1, uuids(1, i -> merchantId()));
    on(
        "ReportStore.INSERT_MISMATCH",
        1,
        merchantId(),
        "new",
        payment(0),
        "x",
        "{}",
        "2026-01-01",
        "2026-01-01",
        World.uuid("21000000", 1));
    on(
        "PaymentDayStore.ADD",
        1,
        uuids(1, i -> merchantId()),
        array(1, i -> "2026-01-05"),
        array(1, i -> "USD"),
        array(1, i -> "1"),
        array(1, i -> "1"),
        array(1, i -> "1"));
    on(
        "FlagStore.INSERT",
        BATCH,
        "2026-01-01",
        uuids(BATCH, i -> merchantId()),
        uuids(BATCH, this::payment),
        texts(i -> "mismatch"),
        texts(i -> "x"));
    on(
        "PaymentDayStore.ADD_FLAGGED",
        1,
        uuids(1, i -> merchantId()),
        array(1, i -> "2026-01-05"),
        array(1, i -> "USD"),
        array(1, i -> "1"),
        array(1, i -> "1"),
        array(1, i -> "1"));
    named("FlagQueries.OF_PAYMENTS", entry("payments", uuids(BATCH, this::payment))).reading(BATCH);
    on(
        "ReceiptQueries.ADDRESSEES",
        BATCH,
        uuids(BATCH, this::payment),
        only(),
        only(),
        only(),
        only());
    named("TimelineQueries.REPORTS");
    named("TimelineQueries.TRANSFERS");
    named("TimelineQueries.ATTEMPTS");
    named("PaymentDayStore.ADD_REFUNDED", entry("currency", "USD"), entry("amount", "1"))
        .reading(1);
    named("PaymentDayStore.OUTCOMES");
    named("PaymentDayStore.MONTHS").reading(1000);
    named("StatementQueries.EVENTS", entry("after", event(0)), entry("end", LAST)).reading(500);
    named("StatementQueries.LAST_REMOVED");
    named("StatementQueries.BUSINESS_NAME");
    named("BrandStore.FIND");
    named("BrandStore.LOOK");
    named("BrandStore.LOCK");
    named("BrandStore.UPDATE", entry("color", "#000000"), entry("hours", "24"));
    named("BrandStore.NAME_LOGO", entry("hash", "\\x01"));
    named(
        "BrandStore.PUT_LOGO",
        entry("hash", "\\x01"),
        entry("png", "\\x01"),
        entry("width", "1"),
        entry("height", "1"));
    named("BrandStore.REMOVE_LOGO");
    named("BrandStore.SHOWN");
    named("BrandStore.PICTURE", entry("hash", "\\x01"));
    named("ReminderStore.TAKE", entry("now", "2100-01-01"), entry("most", "100")).reading(200);
    named("ReminderStore.OPEN");
    named("CreatedStore.HORIZON");
    named("CreatedStore.KNOWN");
    named("CreatedStore.STEP", entry("from", payment(0)), entry("limit", "100")).reading(100);
    named("CreatedStore.BEGIN", entry("created", "1"), entry("day", "2026-09-09")).reading(1);
    named("CreatedStore.GO_ON", entry("created", "1"), entry("from", World.uuid("10000000", 0)));
    named("MismatchQueries.OLDER");
    named("MismatchQueries.WHOSE").reading(21);
    named("MismatchQueries.COUNT", entry("since", World.uuid("20000000", 0))).reading(100);
    // Events and deliveries
    on("EventStore.LOCK", 0, uuids(1, i -> merchantId()));
    on("EventStore.LISTENING", 1, uuids(1, i -> merchantId()));
    on("EventStore.ADVANCE", 1, uuids(1, i -> merchantId()), array(1, i -> "5"), only(), only());
    named("EventQueries.AFTER", entry("position", Integer.toString(perMerchant() / 2)));
    named("EventQueries.POSITION", entry("id", event(0)));
    named("EventQueries.OLDER", entry("look", "21"));
    named("EventQueries.OLDER_OF_PAYMENT");
    named("ExhaustedQueries.OF_ALL");
    named("ExhaustedQueries.WHOSE").reading(21);
    named("ExhaustedQueries.OF_MERCHANT");
    named("EventQueries.IN_STATE", entry("state", "exhausted")).reading(200);
    named("EventQueries.EXHAUSTED").reading(300);
    named("EventQueries.LOOKED_AT", entry("skip", "100")).reading(101);
    named("EventQueries.EXHAUSTED_LOOKED_AT", entry("skip", "100")).reading(101);
    named("EventQueries.EXISTS");
    named("EventQueries.BODY");
    named("EventQueries.ATTEMPTS");
    named("EventQueries.NEXT_ATTEMPT");
    named("ExhaustedQueries.COUNT").reading(100);
    named("DeliveryQueueQueries.COUNT", entry("most", "1000")).reading(1000);
    named("DeliveryQueueQueries.OLDEST_DUE", entry("most", "1000")).reading(3 * world.merchants());
    named("DeliveryQueueQueries.LOOK", entry("ahead", "0")).reading(2);
    on("DeliveryStore.CLAIM", 3 * world.merchants(), claim());
    on(
        "DeliveryStore.RECORD",
        BATCH,
        uuids(BATCH, i -> merchantId()),
        uuids(BATCH, this::event),
        uuids(BATCH, this::delivery),
        uuids(BATCH, i -> World.uuid("41000000", 0)),
        texts(i -> "delivered"),
        array(BATCH, i -> "1"),
        only(),
        only());
    on("DeliveryStore.WAKE", 20, "0", only(), only(), "20", only(), only());
    named("DeliveryQueueQueries.WHO_WAITS", entry("ahead", "0"), entry("most", "100")).reading(200);
    on("DeliveryStore.RELEASE", 1, merchantId(), event(0), delivery(0), World.uuid("41000000", 0));
    on(
        "WebhookDayStore.ADD",
        1,
        uuids(1, i -> merchantId()),
        array(1, i -> "2026-01-05"),
        array(1, i -> "1"),
        array(1, i -> "1"),
        array(1, i -> "1"));
    named("WebhookDayStore.SINCE");
    on("AlarmStore.COUNT", 1, "1", uuids(1, i -> merchantId()), array(1, i -> "1"));
    named("AlarmStore.DUE");
    named("AlarmStore.TOLD", entry("quietMillis", "1"));
    named("RedeliveryQueries.LOCK_EVENT");
    named("RedeliveryQueries.LISTENING");
    named("DeliveryStore.STOP").reading(1);
    named("RedeliveryQueries.IS_ABOUT_TO_BE_SENT").reading(1);
    named(
            "RedeliveryQueries.FIND",
            entry("from", event(0)),
            entry("to", event(20)),
            entry("types", array(1, i -> "payment.confirmed")),
            entry("state", "delivered"))
        .reading(50);
    named("DeliveryStore.TAKE_EXHAUSTED");
    named("DeliveryStore.SUPERSEDE", entry("events", uuids(BATCH, this::event))).reading(BATCH);
    named("DeliveryStore.INSERT", entry("id", World.uuid("42000000", 1)));
    named("WebhookStore.LOCK");
    named("WebhookStore.FIND_TARGET");
    named(
        "WebhookStore.INSERT",
        entry("scope", "fiat_settlement"),
        entry("url", "x"),
        entry("active", "t"),
        entry("events", array(1, i -> "payment.failed")),
        entry("retry", "extended"),
        entry("sealed", "x"));
    named(
        "WebhookStore.UPDATE",
        entry("url", "x"),
        entry("active", "t"),
        entry("events", array(1, i -> "payment.failed")),
        entry("retry", "extended"),
        entry("urlBefore", "https://example.com"),
        entry("activeBefore", "t"));
    named("WebhookStore.ROTATE", entry("overlapSeconds", "1"), entry("sealed", "x"));
    named("WebhookStore.LOCK_OWNER");
    named("WebhookStore.DELETE");
    named(
            "WebhookStore.LOCK_PAGE",
            entry("merchantId", World.uuid("a0000000", 0)),
            entry("scope", ""),
            entry("length", "3"),
            entry("prefix", "\\x6e6577"),
            entry("page", "100"))
        .reading(100);
    named("WebhookStore.RESEAL", entry("sealed", "x"), entry("sealedPrevious", "x"));
    // The log of calls
    named("RequestLogStore.OWNERS", entry("keys", array(BATCH, i -> merchantId() + "-1")));
    named("RequestLogStore.OLDER", entry("look", "21"));
    named("RequestLogStore.FIND", entry("id", World.uuid("70000000", 0)));
    named("RequestLogStore.REMOVE", removed("70000000")).reading(100);
    // What is old
    named("RetentionStore.FIND", entry("kind", "events")).reading(1);
    named(
            "RetentionStore.ADVANCE",
            entry("kind", "events"),
            entry("doneTo", World.uuid("30000000", 1)),
            entry("removed", "1"))
        .reading(1);
    named("EventStore.OLDEST", removed("30000000"));
    named("EventStore.REMOVED_BEFORE", entry("merchants", uuids(1, i -> merchantId()))).reading(1);
    named(
        "EventStore.DELETE",
        entry("merchants", uuids(1, i -> merchantId())),
        entry("after", "{3}"),
        entry("upto", "{20}"));
    named(
            "DeliveryStore.DELETE_OF_EVENTS",
            entry("events", uuids(BATCH, this::event)),
            entry("merchants", uuids(BATCH, i -> merchantId())))
        .reading(BATCH);
    named(
            "AttemptStore.DELETE_OF_EVENTS",
            entry("events", uuids(BATCH, this::event)),
            entry("merchants", uuids(BATCH, i -> merchantId())))
        .reading(BATCH);
    named(
            "EventStore.MARK",
            entry("merchants", uuids(1, i -> merchantId())),
            entry("positions", "{7}"),
            entry("events", uuids(1, this::event)))
        .reading(1);
    named("EventQueries.LAST_REMOVED");
    named("AttemptStore.OLDEST_RUNS", removed("30000000")).reading(100);
    named(
            "AttemptStore.DELETE_OLD",
            entry("events", uuids(BATCH, this::event)),
            entry("runs", uuids(BATCH, this::delivery)),
            entry("merchants", uuids(BATCH, i -> merchantId())),
            entry("before", "2100-01-01"))
        .reading(BATCH);
    named("ReportStore.DELETE_OLD", removed("10000000")).reading(100);
    named("SessionStore.DELETE_OLD", entry("before", "2100-01-01")).reading(100);
    // What is erased
    named("PaymentStore.OF_EMAIL", entry("email", "c4@example.com")).reading(100);
    named("PaymentStore.OF_PAYMENT");
    named("PaymentStore.ERASE", entry("payments", uuids(BATCH, this::payment))).reading(BATCH);
    named("InvoiceStore.ERASE_CUSTOMER", entry("invoices", uuids(BATCH, this::payment)))
        .reading(BATCH);
    named("EventStore.OF_PAYMENTS", entry("payments", uuids(BATCH, this::payment))).reading(BATCH);
    named("EventStore.REWRITE", entry("body", "x"), entry("id", event(0))).reading(1);
    named("AttemptStore.FORGET_ANSWERS", entry("events", uuids(BATCH, this::event))).reading(BATCH);
    named("MailStore.ERASE", entry("recipient", "x")).reading(100);
    // What a merchant takes along
    for (String section :
        List.of(
            "MERCHANT",
            "USERS",
            "COMPANY",
            "KEYS",
            "WEBHOOKS",
            "LINKS",
            "LINK_PICTURES",
            "INVOICES",
            "CREATED",
            "SUBMITTED",
            "SUCCESS",
            "FAILED",
            "EVENTS",
            "REQUESTS",
            "AUDIT")) {
      named("ExportQueries." + section, entry("after", World.uuid("00000000", 0))).reading(100);
    }
    named("ExportQueries.REPORTS", entry("ids", uuids(BATCH, this::payment))).reading(BATCH);
    named("ExportQueries.FLAGS", entry("ids", uuids(BATCH, this::payment))).reading(BATCH);
    named("ExportQueries.REFUNDS", entry("ids", uuids(BATCH, this::payment))).reading(BATCH);
    named("ExportQueries.ATTEMPTS", entry("ids", uuids(BATCH, this::event))).reading(BATCH);
    // A sandbox's clock
    named("SandboxClockStore.FIND");
    named("SandboxClockStore.ADVANCE", entry("seconds", "1"), entry("most", "10"));
    named("MerchantStore.PASS_TIME", entry("seconds", "1")).reading(world.merchants());
    named("UserStore.PASS_TIME", entry("seconds", "1")).reading(world.merchants());
    // The state of the instance
    named("NodeStore.START", entry("name", "n"), entry("version", "1"));
    named("NodeStore.BEAT", entry("name", "n"), entry("leads", "{}"), entry("troubles", "{}"));
    named("NodeStore.STOP", entry("name", "n"));
    named("NodeStore.FORGET", entry("seconds", "1"));
    named("NodeStore.ALL", entry("most", "100"));
    on("BackupStore.NOTE", 1, "file", "2026-01-01", "1");
    named("BackupStore.ALL", entry("most", "10"));
    named("RetentionStore.ALL");
    // Letters
    on("MailStore.LOOK", 1);
    on(
        "MailStore.CLAIM",
        3 * world.merchants(),
        World.uuid("00000000", 0),
        "5",
        "20",
        World.uuid("41000000", 1),
        "15000");
    on("MailStore.RECORD", 1, "sent", "x", "1", "t", letter(0), World.uuid("41000000", 0));
    on("MailStore.REMOVE", 100, "2100-01-01", "100");
    on("MailStore.RELEASE", 1, uuids(1, this::letter), World.uuid("41000000", 0));
    named("MailStore.COUNT_PENDING").reading(rows / 50);
    named("MailStore.DEPTH", entry("most", "50000")).reading(rows / 50);
    // Chains
    named("CursorStore.FIND");
    named("CursorStore.ALL");
    named(
        "CursorStore.CREATE",
        entry("number", "1"),
        entry("hash", "\\x01"),
        entry("time", "2026-01-01"));
    named("CursorStore.MOVE", moved());
    named("CursorStore.HALT", moved());
    named("CursorStore.RESUME", entry("number", "1"));
    named(
            "OverdueStore.OVERDUE",
            entry("here", "2100-01-01"),
            entry("after", "1970-01-01"),
            entry("afterId", "00000000-0000-0000-0000-000000000000"),
            entry("most", "100"))
        .reading(4 * 100 + rows / 20);
    named(
            "OverdueStore.REFS",
            entry("merchants", uuids(BATCH, i -> merchantId())),
            entry("payments", uuids(BATCH, this::payment)))
        .reading(BATCH);
    named(
            "RefStore.STORE",
            entry("id", payment(0)),
            entry("ref", "\\x99"),
            entry("token", "USDC"),
            entry("amount", "1"),
            entry("prices", "{USDC 0x1 1}"),
            entry("deadline", "1"))
        .reading(1);
    named(
        "RefStore.NOTE_SENT",
        entry("id", payment(0)),
        entry("ref", ref(0)),
        entry("until", "1"),
        entry("hash", "\\x01"));
    named(
        "RefStore.NOTE_SIGNED", entry("id", payment(0)), entry("ref", ref(0)), entry("until", "1"));
    named("RefStore.OF_SECOND", entry("id", payment(0)));
    named("RefStore.OF_PAYMENT", entry("id", payment(0)));
    named("RefStore.LOCK", entry("id", payment(0)));
    named(
            "RefStore.NOTE_SEEN",
            entry("refs", texts(i -> ref(i).substring(2))),
            entry("hashes", texts(i -> "00")))
        .reading(BATCH);
    named("WatchedRefQueries.OWNERS", entry("refs", texts(i -> ref(i).substring(2))))
        .reading(BATCH);
    named("WatchedRefQueries.KNOWN", entry("refs", texts(i -> ref(i).substring(2)))).reading(BATCH);
    named(
            "RefStore.MARK_SETTLED",
            entry("refs", texts(i -> ref(i).substring(2))),
            entry("numbers", array(BATCH, i -> "1")),
            entry("hashes", texts(i -> "00")),
            entry("tokens", texts(i -> "USDC")))
        .reading(BATCH);
    named("WatchedRefQueries.OPEN", entry("deadline", "0"), entry("ref", "\\x00")).reading(100);
    named("RefStore.FORGET_AFTER", entry("number", Integer.toString(rows - 10))).reading(10);
    named(
            "WatchedRefQueries.COUNT_SETTLED",
            entry("id", payment(0)),
            entry("refs", texts(i -> ref(i).substring(2))))
        .reading(1);
    registerDeposits();
    named(
            "RefStore.STORE_LATE",
            entry("id", payment(0)),
            entry("ref", "\\x98"),
            entry("token", "USDC"),
            entry("amount", "1"),
            entry("prices", "{USDC 0x1 1}"),
            entry("deadline", "1"))
        .reading(1);
    named("RefStore.IS_STORED", entry("id", payment(0)), entry("ref", ref(0)));
    named("RefStore.PAYEE", entry("id", payment(0)));
    named(
        "JournalStore.APPEND",
        entry("kind", "outage"),
        entry("from", "1"),
        entry("to", "1"),
        entry("log", "{}"));
    named("JournalStore.AFTER", entry("last", "5"));
    // Sessions of payers
    named("SessionCodeStore.ISSUE", entry("hash", "\\x01"), entry("userId", "x")).reading(1);
    named("SessionCodeStore.IS_LIVE", entry("hash", ref(0))).reading(1);
    named("SessionCodeStore.REDEEM", entry("hash", ref(0))).reading(1);
    named("SessionKeyStore.ALL");
    named("SessionKeyStore.INSERT", entry("id", World.uuid("e1000000", 1)), entry("sealed", "x"));
    named("SessionKeyStore.DELETE_OLD");
    named(
            "SessionKeyStore.LOCK_PAGE",
            entry("id", World.uuid("e1000000", 0)),
            entry("length", "3"),
            entry("prefix", "\\x6e6577"),
            entry("page", "100"))
        .reading(100);
    named("SessionKeyStore.RESEAL", entry("id", World.uuid("e1000000", 1)), entry("sealed", "x"));
    // Keys
    named("ApiKeyStore.LOCK_OWNER");
    named("ApiKeyStore.COUNT").reading(3);
    named(
        "ApiKeyStore.INSERT",
        entry("id", World.uuid("d1000000", 1)),
        entry("apiKey", "new"),
        entry("pairHash", "\\x01"),
        entry("label", "x"),
        entry("active", "t"),
        entry("limit", "1"),
        entry("scopes", "{x}"),
        entry("expiresAt", "2030-01-01"),
        entry("sources", "{x}"));
    named("ApiKeyStore.NEWEST_FIRST");
    named("ApiKeyStore.LOCK", entry("id", key()));
    named("ApiKeyStore.LOCK_OF_ANY_MERCHANT", entry("id", key()));
    named(
        "ApiKeyStore.UPDATE",
        entry("id", key()),
        entry("active", "f"),
        entry("limit", "1"),
        entry("activeBefore", "t"),
        entry("limitBefore", "600"),
        entry("label", "x"),
        entry("scopes", "{x}"),
        entry("expiresAt", "2030-01-01"),
        entry("sources", "{x}"));
    named(
        "ApiKeyStore.MARK_USED",
        entry("ids", uuids(1, i -> key())),
        entry("sources", "{127.0.0.1}"));
    named(
        "ApiKeyStore.REPLACE",
        entry("id", key()),
        entry("next", World.uuid("d1000000", 1)),
        entry("overlap", "60"));
    named("ApiKeyStore.DELETE", entry("id", key()));
    // Reusable links
    named("ReusableLinkStore.BY_SLUG", entry("slug", "slug-0-0"));
    named(
        "ReusableLinkStore.CLAIM_SLUG",
        entry("slug", "new"),
        entry("id", World.uuid("d9000000", 1)));
    named("ReusableLinkStore.FIND", entry("id", link()));
    named("ReusableLinkStore.LOCK", entry("id", link()));
    named("ReusableLinkStore.OLDER");
    named("ReusableLinkStore.OLDER_ARCHIVED");
    named("ReusableLinkStore.ARCHIVE", entry("id", link()), entry("at", "2026-01-01"));
    named("ReusableLinkStore.BRING_BACK", entry("id", link()));
    named("ReusableLinkStore.PICTURE", entry("id", link()), entry("hash", "\\x01"));
    named("ReusableLinkStore.REMOVE_PICTURE", entry("id", link()));
    for (String statement :
        List.of("ReusableLinkStore.PUT_PICTURE", "ReusableLinkStore.NAME_PICTURE")) {
      named(
          statement,
          entry("id", link()),
          entry("hash", "\\x01"),
          entry("jpeg", "\\x01"),
          entry("width", "1"),
          entry("height", "1"));
    }
    named("ReusableLinkStore.OF_PAYMENT").reading(1);
    named("ReusableLinkStore.SWITCH", entry("id", link()), entry("active", "f"));
    for (String statement : List.of("ReusableLinkStore.INSERT", "ReusableLinkStore.UPDATE")) {
      named(
          statement,
          entry("id", statement.endsWith("UPDATE") ? link() : World.uuid("d9000000", 1)),
          entry("slug", "new"),
          entry("title", "x"),
          entry("text", "x"),
          entry("currency", "USD"),
          entry("amount", "1"),
          entry("least", "1"),
          entry("most", "1"),
          entry("suggested", "{1}"),
          entry("name", "off"),
          entry("email", "off"),
          entry("reference", "off"),
          entry("successUrl", "x"),
          entry("maxUses", "9"),
          entry("endsAt", "2026-01-01"),
          entry("createdAt", "2026-01-01"));
    }
    on(
        "LinkSumStore.ADD",
        1,
        uuids(1, i -> merchantId()),
        uuids(1, i -> link()),
        array(1, i -> "USD"),
        array(1, i -> "1"),
        array(1, i -> "1"));
    named("LinkSumStore.OF_LINKS", entry("links", uuids(1, i -> link())));
    refunds();
    // Operators
    for (String statement :
        List.of(
            "TokenSessionStore.DELETE_EXPIRED",
            "TokenSessionStore.ALL",
            "OperatorLogStore.PAGE",
            "ApprovalStore.OPEN")) {
      named(statement);
    }
    String person = World.uuid("f1000000", 1);
    for (String statement :
        List.of(
            "TokenSessionStore.INSERT",
            "TokenSessionStore.DELETE_OLDEST",
            "TokenSessionStore.FIND",
            "TokenSessionStore.TOUCH",
            "TokenSessionStore.DELETE",
            "OperatorLogStore.INSERT",
            "ApprovalStore.LOCK_PENDING_OF",
            "ApprovalStore.INSERT",
            "ApprovalStore.LOCK",
            "ApprovalStore.DECIDE",
            "ApprovalStore.DECLINE_ALL_OF")) {
      named(
          statement,
          entry("id", person),
          entry("before", "viewer"),
          entry("after", "admin"),
          entry("tokenHash", "\\x01"),
          entry("kept", "2"),
          entry("source", "x"),
          entry("userAgent", "x"),
          entry("actor", "x"),
          entry("action", "x"),
          entry("kind", "chain"),
          entry("subject", "x"),
          entry("details", "x"),
          entry("summary", "x"),
          entry("facts", "x"),
          entry("requestedBy", "x"),
          entry("decidedBy", "x"),
          entry("state", "declined"));
    }
    // Accounts
    named(
        "AuditStore.INSERT",
        entry("id", World.uuid("61000000", 1)),
        entry("actor", "x"),
        entry("source", "x"),
        entry("action", "x"),
        entry("before", "x"),
        entry("after", "x"));
    named("AuditStore.PAGE");
    named("AuditKeyStore.ALL");
    named("AuditKeyStore.INSERT", entry("publicKey", "\\x02"), entry("sealed", "\\x02"));
    named("AuditKeyStore.RESEAL", entry("publicKey", "\\x01"), entry("sealed", "\\x02"));
    named("AuditTrailStore.HEAD");
    named("AuditTrailStore.ENTRIES", entry("after", "0"), entry("last", "1000000"));
    named("AuditTrailStore.SIGNATURES", entry("after", "0"), entry("last", "1000000"));
    named("AuditTrailStore.LOCK_UNSIGNED");
    named(
        "AuditTrailStore.SIGN",
        entry("number", "9000000"),
        entry("hash", "\\x00"),
        entry("signedAt", "2026-01-05"),
        entry("publicKey", "\\x00"),
        entry("signature", "\\x00"));
    named("AuditTrailStore.MARK_SIGNED", entry("number", "1"), entry("signedAt", "2026-01-05"))
        .reading(1);
    named("VerifyQueries.EVERYTHING");
    named("DeviceStore.HAS_ANY").reading(1);
    named("DeviceStore.REMEMBER", entry("device", "\\x00000001"));
    named("DeviceStore.FORGET_OLDEST", entry("kept", "2")).reading(4);
    named(
            "ReviewQueries.SEARCH",
            entry("first", "shop 1"),
            entry("last", "shop 2"),
            entry("matches", "100"),
            entry("status", "KybVerified"))
        .reading(400);
    named("ReviewQueries.TO_REVIEW").reading(30);
    named("ReviewQueries.COUNT_TO_REVIEW").reading(100);
    named("ReviewQueries.TO_RENAME").reading(30);
    named("ReviewQueries.COUNT_TO_RENAME").reading(100);
    named(
            "MerchantStore.DECIDE_NAME",
            entry("id", merchantId()),
            entry("businessName", "x"),
            entry("pendingName", "x"))
        .reading(1);
    named(
        "InvitationStore.INSERT",
        entry("id", World.uuid("c3000000", 1)),
        entry("email", "other@example.com"),
        entry("role", "viewer"),
        entry("tokenHash", "\\x01"),
        entry("letterHash", "\\x01"),
        entry("invitedBy", "x"));
    named(
        "InvitationStore.IS_OF_LETTER", entry("tokenHash", "\\x01"), entry("letterHash", "\\x01"));
    named("InvitationStore.OPEN");
    named("InvitationStore.DELETE", entry("id", World.uuid("c1000000", 1)));
    named("InvitationStore.DELETE_EXPIRED").reading(2);
    named("InvitationStore.DELETE_OF_EMAIL", entry("email", "new@example.com"));
    named("InvitationStore.BY_TOKEN", entry("tokenHash", "\\x01"));
    named("InvitationStore.REDEEM", entry("tokenHash", "\\x01"));
    named(
        "KybStore.INSERT",
        entry("id", World.uuid("c4000000", 1)),
        entry("legalName", "x"),
        entry("country", "x"),
        entry("registrationNumber", "x"));
    named("UserStore.EMAILS_OF_ROLE", entry("role", "owner")).reading(4);
    named("UserStore.LOCK_ALL").reading(4);
    named("InvitationStore.DELETE_ALL_BY", entry("invitedBy", "y")).reading(2);
    named("MerchantStore.BY_ID", entry("id", merchantId())).reading(10);
    named("MerchantStore.LOCK", entry("id", merchantId()));
    for (int variant = 0; variant < 4; variant++) { // each with its team and what it submitted
      named("MerchantStore.newestFirst" + variant, entry("status", "KybSubmitted")).reading(40);
    }
    named(
        "MerchantStore.INSERT", entry("id", World.uuid("a1000000", 1)), entry("businessName", "x"));
    named("InvoiceCounterStore.INSERT", entry("merchant", World.uuid("a2000000", 0)));
    named("EventStore.INSERT_COUNTER", entry("merchant", World.uuid("a2000000", 0)));
    named(
            "MerchantStore.UPDATE_PROFILE",
            entry("id", merchantId()),
            entry("businessName", "x"),
            entry("nameBefore", "x"),
            entry("pendingName", "x"),
            entry("pendingSince", "2026-01-01"),
            entry("pendingNameBefore", "x"),
            entry("form", "0x1"),
            entry("formPending", "0x1"),
            entry("formFrom", "2026-01-01"),
            entry("formBefore", "0x1"),
            entry("user", "0x1"),
            entry("userPending", "0x1"),
            entry("userFrom", "2026-01-01"),
            entry("userBefore", "0x1"))
        .reading(1);
    named(
            "MerchantStore.UPDATE_VERIFICATION",
            entry("id", merchantId()),
            entry("to", "Suspended"),
            entry("from", "KybVerified"),
            entry("reason", "x"))
        .reading(1);
    named("ReviewQueries.SUBMISSIONS");
    named(
            "SecondFactorStore.LOCK_PAGE",
            entry("realm", World.uuid("a0000000", 0)),
            entry("userId", World.uuid("b0000000", 0)),
            entry("length", "3"),
            entry("prefix", "\\x6e6577"),
            entry("page", "100"))
        .reading(100);
    named("SecondFactorStore.RESEAL", entry("sealed", "x"));
    named("SecondFactorStore.BEGIN", entry("secret", "x")).reading(1);
    named("SecondFactorStore.FIND");
    named("SecondFactorStore.USE_STEP", entry("confirmed", "t"));
    named("SecondFactorStore.INSERT_CODE", entry("hash", "\\x77"));
    named("SecondFactorStore.USE_CODE", entry("hash", "\\x00000001"));
    named("SecondFactorStore.COUNT_CODES").reading(10);
    named("SecondFactorStore.DELETE");
    named(
        "SessionStore.INSERT",
        entry("id", World.uuid("c5000000", 1)),
        entry("bySso", "t"),
        entry("providerFactor", "f"),
        entry("tokenHash", "\\x01"),
        entry("source", "x"),
        entry("userAgent", "x"));
    named("SessionStore.DELETE_OLDEST", entry("kept", "2")).reading(8);
    named("SessionStore.DELETE_EXPIRED").reading(16);
    named("SessionStore.FIND", entry("tokenHash", "\\x01"), entry("required", "f"));
    named("SessionStore.PROVE", entry("id", World.uuid("c0000000", 1)));
    named("SessionStore.TOUCH", entry("tokenHash", "\\x01"));
    named("SessionStore.OF_USER");
    named("SessionStore.DELETE", entry("tokenHash", "\\x01"));
    named("SessionStore.DELETE_ONE", entry("id", World.uuid("c0000000", 1)));
    named("SessionStore.DELETE_OTHERS", entry("id", World.uuid("c0000000", 1))).reading(4);
    named(
            "UserStore.INSERT",
            entry("id", World.uuid("b1000000", 1)),
            entry("email", "other@example.com"),
            entry("name", "x"),
            entry("role", "viewer"),
            entry("passwordHash", "x"))
        .reading(1);
    named("UserStore.BY_EMAIL", entry("email", "user-0-0@example.com"), entry("instance", "f"));
    named("UserStore.LOCK_LOGIN", entry("id", user()), entry("passwordHash", "x"));
    named(
        "UserStore.UPDATE_PASSWORD",
        entry("id", user()),
        entry("before", "x"),
        entry("after", "y"));
    named("UserStore.TEAM").reading(40);
    named(
        "UserStore.UPDATE_ROLE",
        entry("id", user()),
        entry("before", "owner"),
        entry("after", "viewer"));
    named("UserStore.DELETE", entry("id", user())).reading(40);
    named(
        "UserStore.ANNOUNCE_ROLE",
        entry("id", user()),
        entry("before", "owner"),
        entry("pending", "viewer"));
    named("UserStore.CALL_OFF_ROLE", entry("id", user()));
    named("UserStore.CALL_OFF_ROLES").reading(20);
    named("UserStore.PENDING_UNTIL").reading(20);
    named("UserStore.DELETE_GONE", entry("email", "user-0-0@example.com"), entry("instance", "f"))
        .reading(1);
    named("InvitationStore.DELETE_ALL").reading(2);
    named("MerchantStore.CALL_OFF_ADDRESSES", entry("id", merchantId()));
    named(
        "MerchantStore.POSTPONE_ADDRESSES",
        entry("id", merchantId()),
        entry("until", "2026-01-01"));
    named("FreezeStore.DELETE_EXPIRED").reading(1);
    named("FreezeStore.INSERT_LINK", entry("tokenHash", "\\x02"), entry("email", "x"));
    named("FreezeStore.FIND_LINK", entry("tokenHash", "\\x01"));
    named("FreezeStore.REDEEM_LINK", entry("tokenHash", "\\x01"));
    named("FreezeStore.FREEZE", entry("by", "x")).reading(1);
    named("FreezeStore.FIND");
    named("FreezeStore.AGREED");
    named("FreezeStore.AGREE", entry("email", "x")).reading(1);
    named("FreezeStore.LIFT");
    named("UserStore.IS_PROVEN", entry("id", user()));
    named("MerchantStore.IS_EMAIL_PROVEN", entry("id", merchantId()));
    named("UserStore.PROVE", entry("id", user())).reading(1);
    named("MerchantStore.PROVE_EMAIL", entry("id", merchantId())).reading(1);
    named(
            "UserStore.RELEASE",
            entry("id", user()),
            entry("released", "x"),
            entry("passwordHash", "x"))
        .reading(1);
    named("ConfirmationStore.PUT", entry("tokenHash", "\\x01")).reading(1);
    named("ConfirmationStore.FIND", entry("tokenHash", "\\x01"));
    named("ConfirmationStore.REDEEM", entry("tokenHash", "\\x01"));
    named("ResetStore.IS_RECENT").reading(1);
    named("ResetStore.PUT", entry("tokenHash", "\\x01")).reading(1);
    named("ResetStore.EMAIL", entry("tokenHash", "\\x01"));
    named("ResetStore.REDEEM", entry("tokenHash", "\\x01"));
    named("ResetStore.DELETE");
    named("SessionStore.DELETE_ALL").reading(4);
    named("SecondFactorStore.DELETE_CODES").reading(10);
    named("PasskeyStore.OF_USER");
    named("PasskeyStore.HAS_ANY").reading(2);
    named("PasskeyStore.LOCK_USER");
    named(
            "PasskeyStore.INSERT",
            entry("id", World.uuid("f1000000", 1)),
            entry("name", "x"),
            entry("credentialId", "\\x99"),
            entry("publicKey", "\\x01"),
            entry("count", "1"))
        .reading(1);
    named("PasskeyStore.LOCK", entry("credentialId", "\\x99"));
    named(
        "PasskeyStore.USE",
        entry("id", World.uuid("f0000000", 1)),
        entry("before", "0"),
        entry("after", "1"));
    named("PasskeyStore.RENAME", entry("id", World.uuid("f0000000", 1)), entry("name", "x"));
    named("PasskeyStore.DELETE", entry("id", World.uuid("f0000000", 1)));
    named("PasskeyStore.FORGET_CHALLENGES").reading(4);
    named("PasskeyStore.USE_CHALLENGE", entry("hash", "\\x01")).reading(1);
    named("FactorRuleStore.IS_REQUIRED").reading(1);
    named("FactorRuleStore.REQUIRE").reading(1);
    named("FactorRuleStore.RELEASE");
    named("FactorRuleStore.HAS_ANY").reading(4);
    named("SsoRuleStore.IS_REQUIRED").reading(1);
    named("SessionStore.DELETE_BY_SSO", entry("kept", World.uuid("c0000000", 1))).reading(4);
    named("SsoStore.FIND");
    named("SsoStore.DOMAINS");
    named(
            "SsoStore.PUT",
            entry("issuer", "x"),
            entry("clientId", "x"),
            entry("secret", "\\x01"),
            entry("required", "t"),
            entry("roleClaim", "x"),
            entry("developers", "x"),
            entry("viewers", "x"),
            entry("factorTrusted", "t"))
        .reading(1);
    named("SsoStore.DELETE_DOMAINS").reading(3);
    named("SsoStore.INSERT_DOMAIN", entry("domain", "new.example")).reading(1);
    named("SsoStore.DELETE").reading(4);
    named("SsoStore.OF_USER", entry("domain", domain()), entry("email", "new@example.com"))
        .reading(2);
    named("SsoStore.OF_DOMAIN", entry("domain", domain()));
    named(
            "SsoStore.LOCK_PAGE",
            entry("length", "3"),
            entry("prefix", "\\x6e6577"),
            entry("page", "100"))
        .reading(100);
    named("SsoStore.RESEAL", entry("secret", "\\x01"));
  }

  private void on(String name, int mayRead, String... arguments) {
    cases.put(name, new Case(mayRead, Arrays.asList(arguments), Map.of()));
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  private final Reading named(String name, Map.Entry<String, String>... arguments) {
    return named(name, Map.ofEntries(arguments));
  }

  private Reading named(String name, Map<String, String> arguments) {
    Case it = new Case(0, List.of(), arguments);
    cases.put(name, it);
    return most -> cases.put(name, it.reading(most));
  }

  /** Says how many rows a statement may look at. */
  private interface Reading {
    void reading(int most);
  }

  private static Map<String, String> moved() {
    return Map.of(
        "number", "1",
        "hash", "\\x01",
        "time", "2026-01-01",
        "why", "x",
        "wasNumber", "1000000",
        "wasHash", "\\x02");
  }

  /** The oldest hundred of a kind, after the first few. */
  private static Map<String, String> removed(String kind) {
    return Map.of("from", World.uuid(kind, 3), "end", World.uuid(kind, 1_000), "most", "100");
  }

  private String[] claim() {
    return Stream.of(
            Stream.of(World.uuid("00000000", 0)),
            Collections.nCopies(6, only()).stream(),
            Stream.of("0", "32", "{}", "256", World.uuid("41000000", 1), "15000"),
            Collections.nCopies(4, only()).stream())
        .flatMap(Function.identity())
        .toArray(String[]::new);
  }

  /** How many rows of each kind the merchant has. */
  private int perMerchant() {
    return world.spread() ? rows / world.merchants() : merchant == 0 ? rows : 0;
  }

  /**
   * The number of one of the merchant's rows from the middle on; of a missing one if it has none.
   */
  private long number(int i) {
    int own = perMerchant();
    if (own == 0) {
      return 0xffffffL + i;
    }
    long place = (own / 2L + i) % own;
    return world.spread() ? place * world.merchants() + merchant : place;
  }

  private String domain() {
    return "0." + merchantId() + ".example";
  }

  private String merchantId() {
    return World.uuid("a0000000", merchant);
  }

  private void refunds() {
    named("RefundStore.LOCK_PAYMENT").reading(1);
    named("RefundQueries.TAKEN").reading(1);
    named(
        "RefundStore.INSERT",
        entry("id", World.uuid("1f100000", 1)),
        entry("amount", "1"),
        entry("currency", "USD"),
        entry("reason", "x"),
        entry("payee", "x"),
        entry("token", "USDC"),
        entry("tokenAddress", "\\x01"),
        entry("units", "1"),
        entry("deadline", "1"),
        entry("ref", "\\x01"),
        entry("key", "new"),
        entry("hash", "\\x01"),
        entry("linkToken", "\\x01"),
        entry("at", "2026-01-01"));
    named("RefundQueries.BY_KEY", entry("key", "key-" + number(0)));
    named("RefundQueries.FIND", entry("id", refund()));
    named("RefundQueries.OF_PAYMENT");
    named("RefundQueries.OLDER");
    named("RefundQueries.TO_SEND");
    named("RefundQueries.WITHOUT_ADDRESS");
    named("RefundQueries.RECEIVED");
    named("RefundQueries.IS_TRANSFER_ADDRESS", entry("address", "\\x97"));
    named("RefundQueries.ADDRESSEE").reading(1);
    named("RefundStore.ERASE_REASONS", entry("payments", uuids(BATCH, this::payment)))
        .reading(BATCH);
    named("RefundQueries.REFUNDED", entry("payments", uuids(BATCH, this::payment))).reading(BATCH);
    named("TimelineQueries.REFUNDS");
    named("TimelineQueries.REFUNDS_NOW").reading(1);
    named("TimelineQueries.REFUNDS_NAMED").reading(1);
    for (String statement :
        List.of(
            "RefundStore.CANCEL",
            "RefundStore.GIVE",
            "RefundStore.NOTE_SENT",
            "RefundStore.NAME",
            "RefundStore.CONFIRM",
            "RefundStore.MARK_SENT",
            "RefundStore.TAKE_BACK",
            "RefundWatchQueries.LOCK",
            "RefundStore.SETTLE",
            "RefundStore.END")) {
      named(
              statement,
              entry("id", refund()),
              entry("at", "2026-01-01"),
              entry("hash", "\\x01"),
              entry("block", "1"),
              entry("address", "0x1"),
              entry("ref", "\\x02"),
              entry("deadline", "1"),
              entry("in", "\\x01"))
          .reading(1);
    }
    named("PaymentStore.ADD_UP", entry("payment", payment(0))).reading(10);
    named("RefundWatchQueries.KNOWN", entry("refs", texts(i -> ref(i).substring(2))))
        .reading(BATCH);
    named(
            "RefundWatchQueries.OPEN",
            entry("deadline", "0"),
            entry("ref", "\\x00"),
            entry("latest", "9"))
        .reading(100);
    named("RefundWatchQueries.UNADDRESSED", entry("latest", "9")).reading(100);
    named("RefundWatchQueries.SENT").reading(100);
    named("RefundStore.FORGET_AFTER", entry("number", Integer.toString(rows - 10))).reading(10);
  }

  private String refund() {
    return World.uuid("1f000000", number(0));
  }

  private String payment(int i) {
    return World.uuid("10000000", number(i));
  }

  private String event(int i) {
    return World.uuid("30000000", number(i));
  }

  private String delivery(int i) {
    return World.uuid("40000000", number(i));
  }

  private String letter(int i) {
    return World.uuid("50000000", number(i));
  }

  private String ref(int i) {
    return "\\x%064x".formatted(number(i));
  }

  private String user() {
    return World.uuid("b0000000", merchant * 8L);
  }

  /** The first reusable link of the merchant. */
  private String link() {
    return World.uuid("d8000000", merchant * 32L);
  }

  private String key() {
    return World.uuid("d0000000", merchant * 3L);
  }

  /** The merchants whose shards are asked. */
  private String only() {
    return spreadOverServers ? uuids(1, i -> merchantId()) : ALL;
  }

  private static String uuids(int count, IntFunction<String> value) {
    return array(count, value);
  }

  private static String texts(IntFunction<String> value) {
    return array(BATCH, value);
  }

  private static String array(int count, IntFunction<String> value) {
    return IntStream.range(0, count)
        .mapToObj(value)
        .map(text -> text.equals("null") ? text : "\"" + text + "\"")
        .collect(Collectors.joining(",", "{", "}"));
  }
}

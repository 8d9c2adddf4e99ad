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
import org.jspecify.annotations.Nullable;

/**
 * The register of all SQL statements: the arguments with which each is tried on a {@link World}. A
 * statement that is not here fails the test.
 */
final class Statements {
  private static final Pattern PARAMETER = Pattern.compile("\\?|(?<!:):([a-zA-Z_]+)");
  private static final String LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
  private static final int BATCH = 32;

  /** What statements store or compare and do not search by: a value, and who gets it. */
  private static final Map<String, String> USUAL =
      Stream.of(
              """
          \\x05 token
          1 needed expected amount width height created quietMillis overlapSeconds
          1 removed version least count units block deadline number until
          0 told read_to ahead
          \\x97 address
          0x1 payee form formPending formBefore userPending userBefore
          USD currency
          \\x01 hash png pairHash jpeg tokenHash publicKey letterHash secret
          \\x01 tokenAddress linkToken in
          100 skip
          x url sealed sealedPrevious body recipient label title text successUrl
          x source userAgent actor action subject details summary facts
          x requestedBy decidedBy businessName pendingName invitedBy legalName
          x country registrationNumber nameBefore pendingNameBefore reason
          x passwordHash by released clientId roleClaim developers viewers
          t active activeBefore confirmed bySso factorTrusted
          extended retry
          3 length
          \\x6e6577 prefix
          n name
          2026-01-01 time endsAt createdAt pendingSince formFrom userFrom at
          {x} scopes sources
          2030-01-01 expiresAt
          2 kept
          2026-01-05 signedAt
          f instance
          PASSWORD purpose
          \\x99 credentialId
          9 latest
          """
                  .split("\n"))
          .map(line -> line.strip().split(" "))
          .collect(
              HashMap::new,
              (all, line) -> Stream.of(line).skip(1).forEach(name -> all.put(name, line[0])),
              Map::putAll);

  /** What is tried with usual arguments: how many rows it may read, its class and its names. */
  private static final String TRIED_AS_USUAL =
      """
      0 AlarmStore DUE TOLD
      0 ApiKeyStore LOCK_OWNER NEWEST_FIRST LOCK LOCK_OF_ANY_MERCHANT DELETE
      3 ApiKeyStore COUNT
      32 AttemptStore DELETE_OF_EVENTS FORGET_ANSWERS
      0 AuditKeyStore ALL
      0 AuditStore PAGE
      0 AuditTrailStore HEAD LOCK_UNSIGNED
      1 AuditTrailStore MARK_SIGNED
      0 BrandStore FIND LOOK LOCK NAME_LOGO PUT_LOGO REMOVE_LOGO SHOWN PICTURE
      0 CreatedStore HORIZON KNOWN
      0 CursorStore FIND ALL CREATE RESUME
      2 DeliveryQueueQueries LOOK
      200 DeliveryQueueQueries WHO_WAITS
      0 DeliveryStore TAKE_EXHAUSTED
      1 DeliveryStore STOP
      32 DeliveryStore SUPERSEDE DELETE_OF_EVENTS
      1 DeviceStore HAS_ANY
      4 DeviceStore FORGET_OLDEST
      0 EventQueries POSITION OLDER_OF_PAYMENT EXISTS BODY ATTEMPTS NEXT_ATTEMPT LAST_REMOVED
      101 EventQueries LOOKED_AT EXHAUSTED_LOOKED_AT
      300 EventQueries EXHAUSTED
      1 EventStore REWRITE
      32 EventStore OF_PAYMENTS
      0 ExhaustedQueries OF_ALL OF_MERCHANT
      21 ExhaustedQueries WHOSE
      100 ExhaustedQueries COUNT
      0 FactorRuleStore RELEASE
      1 FactorRuleStore IS_REQUIRED REQUIRE
      4 FactorRuleStore HAS_ANY
      32 FlagQueries OF_PAYMENTS
      0 FreezeStore FIND_LINK REDEEM_LINK FIND AGREED LIFT
      1 FreezeStore DELETE_EXPIRED FREEZE
      0 IncomingTransferStore COMPLETING
      0 InvitationStore IS_OF_LETTER OPEN BY_TOKEN REDEEM
      2 InvitationStore DELETE_EXPIRED DELETE_ALL
      0 InvoiceQueries OLDER BY_ID
      0 LinkStore FIND REDEEM DELETE
      1 LinkStore IS_RECENT PUT
      100 MailStore ERASE
      0 MerchantStore LOCK CALL_OFF_ADDRESSES IS_EMAIL_PROVEN
      1 MerchantStore DECIDE_NAME PROVE_EMAIL
      10 MerchantStore BY_ID
      0 MismatchQueries OLDER
      21 MismatchQueries WHOSE
      0 NodeStore START STOP ALL
      32 OverdueStore UNREAD_ADDRESSES REFS
      0 PasskeyStore OF_USER LOCK_USER LOCK DELETE
      1 PasskeyStore USE_CHALLENGE
      2 PasskeyStore HAS_ANY
      4 PasskeyStore FORGET_CHALLENGES
      0 PaymentDayStore OUTCOMES
      1 PaymentDayStore ADD_REFUNDED
      1000 PaymentDayStore MONTHS
      0 PaymentStore OF_PAYMENT
      1 PaymentStore CHOOSE IS_CHOSEN
      10 PaymentStore ADD_UP
      32 PaymentStore ERASE
      1 ProbeStore WRITE
      0 RedeliveryQueries LOCK_EVENT LISTENING
      1 RedeliveryQueries IS_ABOUT_TO_BE_SENT
      0 RefStore NOTE_SENT NOTE_SIGNED OF_SECOND OF_PAYMENT LOCK IS_STORED PAYEE
      0 RefundQueries FIND OF_PAYMENT OLDER TO_SEND WITHOUT_ADDRESS RECEIVED IS_TRANSFER_ADDRESS
      1 RefundQueries TAKEN REFUNDED
      1 RefundStore LOCK_PAYMENT
      32 RefundStore ERASE_REASONS
      32 RefundWatchQueries KNOWN
      100 RefundWatchQueries UNADDRESSED SENT
      0 ReminderStore OPEN
      0 RetentionStore ALL
      0 ReusableLinkStore FIND LOCK OLDER OLDER_ARCHIVED ARCHIVE BRING_BACK PICTURE
      0 ReusableLinkStore REMOVE_PICTURE
      1 ReusableLinkStore OF_PAYMENT
      0 ReviewQueries SUBMISSIONS
      30 ReviewQueries TO_REVIEW TO_RENAME
      100 ReviewQueries COUNT_TO_REVIEW COUNT_TO_RENAME
      0 SandboxClockStore FIND
      0 SecondFactorStore RESEAL FIND USE_STEP DELETE
      10 SecondFactorStore COUNT_CODES DELETE_CODES
      0 SessionKeyStore ALL DELETE_OLD
      0 SessionStore PROVE TOUCH OF_USER DELETE DELETE_ONE
      4 SessionStore DELETE_OTHERS DELETE_ALL
      8 SessionStore DELETE_OLDEST
      16 SessionStore DELETE_EXPIRED
      1 SsoRuleStore IS_REQUIRED
      0 SsoStore FIND DOMAINS RESEAL
      3 SsoStore DELETE_DOMAINS
      4 SsoStore DELETE
      0 StatementQueries LAST_REMOVED BUSINESS_NAME
      0 TimelineQueries REPORTS TRANSFERS ATTEMPTS REFUNDS
      1 TimelineQueries REFUNDS_NOW REFUNDS_NAMED
      0 TransferAddressQueries OF_PAYMENT MISSING
      32 TransferAddressQueries KNOWN
      100 TransferAddressQueries LIVE WHOLE
      0 TransferAddressStore MARK_TOLD READ_TO
      1 TransferAddressStore NOTE_SHOWN
      32 TransferSumQueries OF_PAYMENTS
      0 UserStore LOCK_LOGIN CALL_OFF_ROLE IS_PROVEN
      1 UserStore PROVE RELEASE
      4 UserStore LOCK_ALL
      20 UserStore CALL_OFF_ROLES PENDING_UNTIL
      40 UserStore TEAM DELETE
      0 VerifyQueries EVERYTHING
      1 WatchedRefQueries COUNT_SETTLED
      32 WatchedRefQueries OWNERS KNOWN
      0 WebhookDayStore SINCE
      0 WebhookStore LOCK FIND_TARGET ROTATE LOCK_OWNER DELETE RESEAL
      """;

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
    String value =
        it.named.containsKey(parameter) ? it.named.get(parameter) : usual(name, parameter);
    if (value == null) {
      throw new AssertionError(name + " has no argument for :" + parameter);
    }
    return value;
  }

  /** What a parameter of that name is, wherever a statement is not told another value. */
  private @Nullable String usual(String name, String parameter) {
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
      case "id" -> usualId(name.substring(0, name.indexOf('.')));
      case "merchants" -> uuids(BATCH, i -> merchantId());
      case "payments" -> uuids(BATCH, this::payment);
      case "numbers" -> array(BATCH, i -> "1");
      case "tokens" -> texts(i -> "05");
      case "events" -> uuids(BATCH, this::event);
      case "ref" -> ref(0);
      case "refs" -> texts(i -> ref(i).substring(2));
      case "addresses" -> texts(i -> "%040x".formatted(number(i)));
      default -> USUAL.get(parameter);
    };
  }

  /** What a store calls an id without saying whose. */
  private @Nullable String usualId(String store) {
    return switch (store) {
      case "RefStore",
          "TransferAddressStore",
          "TransferAddressQueries",
          "InvoiceQueries",
          "PaymentStore",
          "WatchedRefQueries" ->
          payment(0);
      case "UserStore" -> user();
      case "MerchantStore" -> merchantId();
      case "ReusableLinkStore" -> link();
      case "ApiKeyStore" -> key();
      case "RefundStore", "RefundQueries", "RefundWatchQueries" -> refund();
      case "SessionStore" -> World.uuid("c0000000", 1);
      case "PasskeyStore" -> World.uuid("f0000000", 1);
      case "EventQueries", "EventStore" -> event(0);
      default -> null;
    };
  }

  private void registerDeposits() {
    named(
            "IncomingTransferStore.INSERT",
            entry("hashes", texts(i -> "%064x".formatted(i))),
            entry("logs", array(BATCH, i -> "99")),
            entry("blocks", texts(i -> "02")),
            entry("symbols", texts(i -> "USDC")),
            entry("amounts", array(BATCH, i -> "1")),
            entry("payers", texts(i -> "06")),
            entry("kinds", texts(i -> "credited")))
        .reading(BATCH);
    named(
            "TransferAddressStore.ADD",
            entry("received", array(BATCH, i -> "0")),
            entry("late", array(BATCH, i -> "0")))
        .reading(BATCH);
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
      named(store, entry("token_address", "\\x97"), entry("token", "USDC"), entry("decimals", "6"))
          .reading(1);
    }
    named(
            "CollectQueries.UNCOLLECTED",
            entry("payment", "00000000-0000-0000-0000-000000000000"),
            entry("chain", "0"),
            entry("token", "\\x"))
        .reading(100);
    named(
            "IncomingTransferStore.MARK_COLLECTED",
            entry("hashes", texts(i -> "%064x".formatted(number(i)))),
            entry("logs", array(BATCH, i -> "0")))
        .reading(BATCH);
  }

  private void register() {
    for (String line : TRIED_AS_USUAL.lines().toList()) {
      String[] words = line.split(" ", -1);
      for (String name : List.of(words).subList(2, words.length)) {
        named(words[1] + "." + name).reading(Integer.parseInt(words[0]));
      }
    }
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
    // Lists
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
    on(
        "AddresseeQueries.ADDRESSEES",
        BATCH,
        uuids(BATCH, this::payment),
        only(),
        only(),
        only(),
        only());
    named("StatementQueries.EVENTS", entry("after", event(0)), entry("end", LAST)).reading(500);
    named("BrandStore.UPDATE", entry("color", "#000000"), entry("hours", "24"));
    named("ReminderStore.TAKE", entry("now", "2100-01-01")).reading(200);
    named("CreatedStore.STEP", entry("from", payment(0)), entry("limit", "100")).reading(100);
    named("CreatedStore.BEGIN", entry("day", "2026-09-09")).reading(1);
    named("CreatedStore.GO_ON", entry("from", World.uuid("10000000", 0)));
    named("MismatchQueries.COUNT", entry("since", World.uuid("20000000", 0))).reading(100);
    // Events and deliveries
    on("EventStore.LOCK", 0, uuids(1, i -> merchantId()));
    on("EventStore.LISTENING", 1, uuids(1, i -> merchantId()));
    on("EventStore.ADVANCE", 1, uuids(1, i -> merchantId()), array(1, i -> "5"), only(), only());
    named("EventQueries.AFTER", entry("position", Integer.toString(perMerchant() / 2)));
    named("EventQueries.OLDER", entry("look", "21"));
    named("EventQueries.IN_STATE", entry("state", "exhausted")).reading(200);
    named("DeliveryQueueQueries.COUNT", entry("most", "1000")).reading(1000);
    named("DeliveryQueueQueries.OLDEST_DUE", entry("most", "1000")).reading(3 * world.merchants());
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
    on("DeliveryStore.RELEASE", 1, merchantId(), event(0), delivery(0), World.uuid("41000000", 0));
    on(
        "WebhookDayStore.ADD",
        1,
        uuids(1, i -> merchantId()),
        array(1, i -> "2026-01-05"),
        array(1, i -> "1"),
        array(1, i -> "1"),
        array(1, i -> "1"));
    on("AlarmStore.COUNT", 1, "1", uuids(1, i -> merchantId()), array(1, i -> "1"));
    named(
            "RedeliveryQueries.FIND",
            entry("from", event(0)),
            entry("to", event(20)),
            entry("types", array(1, i -> "payment.confirmed")),
            entry("state", "delivered"))
        .reading(50);
    named("DeliveryStore.INSERT", entry("id", World.uuid("42000000", 1)));
    named(
        "WebhookStore.INSERT",
        entry("scope", "fiat_settlement"),
        entry("events", array(1, i -> "payment.failed")));
    named(
        "WebhookStore.UPDATE",
        entry("events", array(1, i -> "payment.failed")),
        entry("urlBefore", "https://example.com"));
    named(
            "WebhookStore.LOCK_PAGE",
            entry("merchantId", World.uuid("a0000000", 0)),
            entry("scope", ""),
            entry("page", "100"))
        .reading(100);
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
            entry("doneTo", World.uuid("30000000", 1)))
        .reading(1);
    named("EventStore.OLDEST", removed("30000000"));
    named("EventStore.REMOVED_BEFORE", entry("merchants", uuids(1, i -> merchantId()))).reading(1);
    named(
        "EventStore.DELETE",
        entry("merchants", uuids(1, i -> merchantId())),
        entry("after", "{3}"),
        entry("upto", "{20}"));
    named(
            "EventStore.MARK",
            entry("merchants", uuids(1, i -> merchantId())),
            entry("positions", "{7}"),
            entry("events", uuids(1, this::event)))
        .reading(1);
    named("AttemptStore.OLDEST_RUNS", removed("30000000")).reading(100);
    named(
            "AttemptStore.DELETE_OLD",
            entry("runs", uuids(BATCH, this::delivery)),
            entry("before", "2100-01-01"))
        .reading(BATCH);
    named("ReportStore.DELETE_OLD", removed("10000000")).reading(100);
    named("SessionStore.DELETE_OLD", entry("before", "2100-01-01")).reading(100);
    // What is erased
    named("PaymentStore.OF_EMAIL", entry("email", "c4@example.com")).reading(100);
    named("InvoiceStore.ERASE_CUSTOMER", entry("invoices", uuids(BATCH, this::payment)))
        .reading(BATCH);
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
    named("SandboxClockStore.ADVANCE", entry("seconds", "1"), entry("most", "10"));
    named("MerchantStore.PASS_TIME", entry("seconds", "1")).reading(world.merchants());
    named("UserStore.PASS_TIME", entry("seconds", "1")).reading(world.merchants());
    // The state of the instance
    named("NodeStore.BEAT", entry("leads", "{}"), entry("troubles", "{}"));
    named("NodeStore.FORGET", entry("seconds", "1"));
    on("BackupStore.NOTE", 1, "file", "2026-01-01", "1");
    named("BackupStore.ALL", entry("most", "10"));
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
    named("CursorStore.MOVE", moved());
    named("CursorStore.HALT", moved());
    named(
            "OverdueStore.OVERDUE",
            entry("here", "2100-01-01"),
            entry("after", "1970-01-01"),
            entry("afterId", "00000000-0000-0000-0000-000000000000"))
        .reading(4 * 100 + rows / 20);
    named(
            "RefStore.STORE",
            entry("ref", "\\x99"),
            entry("token", "USDC"),
            entry("prices", "{USDC 0x1 1}"))
        .reading(1);
    named("RefStore.NOTE_SEEN", entry("hashes", texts(i -> "00"))).reading(BATCH);
    named(
            "RefStore.MARK_SETTLED",
            entry("hashes", texts(i -> "00")),
            entry("tokens", texts(i -> "USDC")))
        .reading(BATCH);
    named("WatchedRefQueries.OPEN", entry("deadline", "0"), entry("ref", "\\x00")).reading(100);
    named("RefStore.FORGET_AFTER", entry("number", Integer.toString(rows - 10))).reading(10);
    registerDeposits();
    named(
            "RefStore.STORE_LATE",
            entry("ref", "\\x98"),
            entry("token", "USDC"),
            entry("prices", "{USDC 0x1 1}"))
        .reading(1);
    named(
        "JournalStore.APPEND",
        entry("kind", "outage"),
        entry("from", "1"),
        entry("to", "1"),
        entry("log", "{}"));
    named("JournalStore.AFTER", entry("last", "5"));
    // Sessions of payers
    named("SessionCodeStore.ISSUE", entry("userId", "x")).reading(1);
    named("SessionCodeStore.IS_LIVE", entry("hash", ref(0))).reading(1);
    named("SessionCodeStore.REDEEM", entry("hash", ref(0))).reading(1);
    named("SessionKeyStore.INSERT", entry("id", World.uuid("e1000000", 1)));
    named("SessionKeyStore.LOCK_PAGE", entry("id", World.uuid("e1000000", 0)), entry("page", "100"))
        .reading(100);
    named("SessionKeyStore.RESEAL", entry("id", World.uuid("e1000000", 1)));
    // Keys
    named(
        "ApiKeyStore.INSERT",
        entry("id", World.uuid("d1000000", 1)),
        entry("apiKey", "new"),
        entry("limit", "1"));
    named(
        "ApiKeyStore.UPDATE",
        entry("active", "f"),
        entry("limit", "1"),
        entry("limitBefore", "600"));
    named(
        "ApiKeyStore.MARK_USED",
        entry("ids", uuids(1, i -> key())),
        entry("sources", "{127.0.0.1}"));
    named("ApiKeyStore.REPLACE", entry("next", World.uuid("d1000000", 1)), entry("overlap", "60"));
    // Reusable links
    named("ReusableLinkStore.BY_SLUG", entry("slug", "slug-0-0"));
    named(
        "ReusableLinkStore.CLAIM_SLUG",
        entry("slug", "new"),
        entry("id", World.uuid("d9000000", 1)));
    for (String statement :
        List.of("ReusableLinkStore.PUT_PICTURE", "ReusableLinkStore.NAME_PICTURE")) {
      named(statement);
    }
    named("ReusableLinkStore.SWITCH", entry("active", "f"));
    for (String statement : List.of("ReusableLinkStore.INSERT", "ReusableLinkStore.UPDATE")) {
      named(
          statement,
          entry("id", statement.endsWith("UPDATE") ? link() : World.uuid("d9000000", 1)),
          entry("slug", "new"),
          entry("minAmount", "1"),
          entry("maxAmount", "1"),
          entry("suggested", "{1}"),
          entry("ends", "2026-01-01"),
          entry("name", "off"),
          entry("email", "off"),
          entry("reference", "off"),
          entry("maxUses", "9"));
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
          entry("kind", "chain"),
          entry("state", "declined"));
    }
    // Accounts
    named(
        "AuditStore.INSERT",
        entry("id", World.uuid("61000000", 1)),
        entry("before", "x"),
        entry("after", "x"));
    named("AuditKeyStore.INSERT", entry("publicKey", "\\x02"), entry("sealed", "\\x02"));
    named("AuditKeyStore.RESEAL", entry("sealed", "\\x02"));
    named("AuditTrailStore.ENTRIES", entry("after", "0"), entry("last", "1000000"));
    named("AuditTrailStore.SIGNATURES", entry("after", "0"), entry("last", "1000000"));
    named(
        "AuditTrailStore.SIGN",
        entry("number", "9000000"),
        entry("hash", "\\x00"),
        entry("publicKey", "\\x00"),
        entry("signature", "\\x00"));
    named("DeviceStore.REMEMBER", entry("device", "\\x00000001"));
    named(
            "ReviewQueries.SEARCH",
            entry("first", "shop 1"),
            entry("last", "shop 2"),
            entry("matches", "100"),
            entry("status", "KybVerified"))
        .reading(400);
    named(
        "InvitationStore.INSERT",
        entry("id", World.uuid("c3000000", 1)),
        entry("email", "other@example.com"),
        entry("role", "viewer"));
    named("InvitationStore.DELETE", entry("id", World.uuid("c1000000", 1)));
    named("InvitationStore.DELETE_OF_EMAIL", entry("email", "new@example.com"));
    named("KybStore.INSERT", entry("id", World.uuid("c4000000", 1)));
    named("UserStore.EMAILS_OF_ROLE", entry("role", "owner")).reading(4);
    named("InvitationStore.DELETE_ALL_BY", entry("invitedBy", "y")).reading(2);
    for (int variant = 0; variant < 4; variant++) { // each with its team and what it submitted
      named("MerchantStore.newestFirst" + variant, entry("status", "KybSubmitted")).reading(40);
    }
    named("MerchantStore.INSERT", entry("id", World.uuid("a1000000", 1)));
    named("InvoiceCounterStore.INSERT", entry("merchant", World.uuid("a2000000", 0)));
    named("EventStore.INSERT_COUNTER", entry("merchant", World.uuid("a2000000", 0)));
    named("MerchantStore.UPDATE_PROFILE", entry("user", "0x1")).reading(1);
    named(
            "MerchantStore.UPDATE_VERIFICATION",
            entry("to", "Suspended"),
            entry("from", "KybVerified"))
        .reading(1);
    named(
            "SecondFactorStore.LOCK_PAGE",
            entry("realm", World.uuid("a0000000", 0)),
            entry("userId", World.uuid("b0000000", 0)),
            entry("page", "100"))
        .reading(100);
    named("SecondFactorStore.BEGIN", entry("secret", "x")).reading(1);
    named("SecondFactorStore.INSERT_CODE", entry("hash", "\\x77"));
    named("SecondFactorStore.USE_CODE", entry("hash", "\\x00000001"));
    named(
        "SessionStore.INSERT",
        entry("id", World.uuid("c5000000", 1)),
        entry("providerFactor", "f"));
    named("SessionStore.FIND", entry("required", "f"));
    named(
            "UserStore.INSERT",
            entry("userId", World.uuid("b1000000", 1)),
            entry("email", "other@example.com"),
            entry("name", "x"),
            entry("role", "viewer"))
        .reading(1);
    named("UserStore.BY_EMAIL", entry("email", "user-0-0@example.com"));
    named("UserStore.UPDATE_PASSWORD", entry("before", "x"), entry("after", "y"));
    named("UserStore.UPDATE_ROLE", entry("before", "owner"), entry("after", "viewer"));
    named("UserStore.ANNOUNCE_ROLE", entry("before", "owner"), entry("pending", "viewer"));
    named("UserStore.DELETE_GONE", entry("email", "user-0-0@example.com")).reading(1);
    named("MerchantStore.POSTPONE_ADDRESSES", entry("until", "2026-01-01"));
    named("FreezeStore.INSERT_LINK", entry("tokenHash", "\\x02"), entry("email", "x"));
    named("FreezeStore.AGREE", entry("email", "x")).reading(1);
    named("PasskeyStore.INSERT", entry("id", World.uuid("f1000000", 1)), entry("name", "x"))
        .reading(1);
    named("PasskeyStore.USE", entry("before", "0"), entry("after", "1"));
    named("PasskeyStore.RENAME", entry("name", "x"));
    named("SessionStore.DELETE_BY_SSO", entry("kept", World.uuid("c0000000", 1))).reading(4);
    named("SsoStore.PUT", entry("issuer", "x"), entry("required", "t")).reading(1);
    named("SsoStore.INSERT_DOMAIN", entry("domain", "new.example")).reading(1);
    named("SsoStore.OF_USER", entry("domain", domain()), entry("email", "new@example.com"))
        .reading(2);
    named("SsoStore.OF_DOMAIN", entry("domain", domain()));
    named("SsoStore.LOCK_PAGE", entry("page", "100")).reading(100);
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
    named(
        "RefundStore.INSERT",
        entry("id", World.uuid("1f100000", 1)),
        entry("payee", "x"),
        entry("token", "USDC"),
        entry("ref", "\\x01"),
        entry("key", "new"));
    named("RefundQueries.BY_KEY", entry("key", "key-" + number(0)));
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
      named(statement, entry("address", "0x1"), entry("ref", "\\x02")).reading(1);
    }
    named("RefundWatchQueries.OPEN", entry("deadline", "0"), entry("ref", "\\x00")).reading(100);
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

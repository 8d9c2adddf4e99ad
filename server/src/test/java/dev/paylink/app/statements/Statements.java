package dev.paylink.app.statements;

import dev.paylink.payment.read.PaymentStatements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The statements of {@link StatementTable}, with the arguments that they get in a {@link World}. A
 * statement that is not in that table fails the test.
 */
final class Statements {
  private static final Pattern PARAMETER = Pattern.compile("\\?|(?<!:):([a-zA-Z_]\\w*)");
  private static final Pattern ARRAY = Pattern.compile("(.*)\\*(\\d+)");
  private static final Pattern SYMBOL = Pattern.compile("\\$([a-zA-Z]+)|@([0-9a-f]{8})/(\\d+)");
  private static final Pattern ROWS_FROM_THE_END = Pattern.compile("\\$rows-(\\d+)");

  /** No limit to one merchant's shard: what a statement gets on one server. */
  static final String ALL = "no limit";

  /**
   * A statement to run: its arguments as literals, and how many rows it may look at beyond those it
   * returns (the keys it is asked for, or what it counts).
   */
  record Statement(String name, String sql, List<String> arguments, int mayRead) {}

  private final World world;
  private final int merchant;
  private final int rows;
  private final boolean spreadOverServers;
  private final Map<String, StatementTable.Line> lines = StatementTable.lines();
  private final Map<String, String> usual = StatementTable.usual();

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
  }

  List<Statement> all(Map<String, String> texts) {
    List<String> missing =
        texts.keySet().stream()
            .filter(name -> !lines.containsKey(name) && !StatementTable.isWithoutPlan(name))
            .toList();
    List<String> gone = lines.keySet().stream().filter(name -> !texts.containsKey(name)).toList();
    if (!missing.isEmpty() || !gone.isEmpty()) {
      throw new AssertionError(
          "not in StatementTable.java: " + missing + "; no longer there: " + gone);
    }
    List<Statement> all = new ArrayList<>();
    texts.forEach(
        (name, sql) -> {
          StatementTable.Line line = lines.get(name);
          if (line != null) {
            all.add(statement(name, sql, line.positional(), line.named(), mayRead(line.mayRead())));
          }
        });
    for (PaymentStatements.Built built :
        PaymentStatements.of(
            UUID.fromString(symbol("merchant", 0)),
            UUID.fromString(symbol("payment", 0)),
            "order-" + perMerchant() / 4,
            "c4@example.com")) {
      Map<String, String> named = new HashMap<>();
      built.arguments().forEach((name, value) -> named.put(name, written(value)));
      String name = built.name() + " " + all.size();
      // A search in all four statuses looks for a page in each.
      all.add(statement(name, built.sql(), List.of(), named, 8 * built.limit()));
    }
    return List.copyOf(all);
  }

  private static String written(Object value) {
    return value instanceof String[] texts
        ? Stream.of(texts).collect(Collectors.joining("\",\"", "{\"", "\"}"))
        : value.toString();
  }

  private Statement statement(
      String name, String sql, List<String> positional, Map<String, String> named, int mayRead) {
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
    if (positions > 0 && positions != positional.size()) {
      throw new AssertionError(name + " takes " + positions + " arguments");
    }
    Stream<String> arguments =
        positions > 0
            ? positional.stream()
            : places.keySet().stream().map(parameter -> argument(name, named, parameter));
    return new Statement(name, numbered.toString(), arguments.map(this::value).toList(), mayRead);
  }

  private String argument(String name, Map<String, String> named, String parameter) {
    String store = name.substring(0, name.indexOf('.'));
    return Stream.of(named.get(parameter), usual.get(store + "." + parameter), usual.get(parameter))
        .filter(value -> value != null)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " has no argument for :" + parameter));
  }

  /** Adds up numbers, shares of the rows and multiples of the merchants. */
  private int mayRead(String sum) {
    return Stream.of(sum.split("\\+", -1))
        .mapToInt(
            part ->
                part.startsWith("rows/")
                    ? rows / Integer.parseInt(part.substring("rows/".length()))
                    : part.startsWith("merchants*")
                        ? world.merchants()
                            * Integer.parseInt(part.substring("merchants*".length()))
                        : Integer.parseInt(part))
        .sum();
  }

  private String value(String written) {
    Matcher array = ARRAY.matcher(written);
    if (!array.matches()) {
      return element(written, 0);
    }
    return IntStream.range(0, Integer.parseInt(array.group(2)))
        .mapToObj(i -> element(array.group(1), i))
        .map(text -> text.equals("null") ? text : "\"" + text + "\"")
        .collect(Collectors.joining(",", "{", "}"));
  }

  private String element(String written, int i) {
    String text =
        ROWS_FROM_THE_END
            .matcher(written)
            .replaceAll(end -> Integer.toString(rows - Integer.parseInt(end.group(1))));
    return SYMBOL
        .matcher(text)
        .replaceAll(
            symbol ->
                Matcher.quoteReplacement(
                    symbol.group(1) == null
                        ? World.uuid(symbol.group(2), Long.parseLong(symbol.group(3)))
                        : symbol(symbol.group(1), i)));
  }

  private String symbol(String name, int i) {
    return switch (name) {
      case "i" -> Integer.toString(i);
      case "newHash" -> "%064x".formatted(i);
      case "rows" -> Integer.toString(rows);
      case "half" -> Integer.toString(perMerchant() / 2);
      case "number" -> Long.toString(number(i));
      case "hash" -> "%064x".formatted(number(i));
      case "address" -> "%040x".formatted(number(i));
      case "merchant" -> World.uuid("a0000000", merchant);
      case "user" -> World.uuid("b0000000", merchant * 8L);
      case "key" -> World.uuid("d0000000", merchant * 3L);
      case "link" -> World.uuid("d8000000", merchant * 32L);
      case "payment" -> World.uuid("10000000", number(i));
      case "payout" -> World.uuid("1e000000", number(i));
      case "refund" -> World.uuid("1f000000", number(i));
      case "event" -> World.uuid("30000000", number(i));
      case "delivery" -> World.uuid("40000000", number(i));
      case "letter" -> World.uuid("50000000", number(i));
      case "laterEvent" -> symbol("event", i + 20);
      case "nil" -> "00000000-0000-0000-0000-000000000000";
      case "last" -> "ffffffff-ffff-ffff-ffff-ffffffffffff";
      case "only" -> spreadOverServers ? symbol("merchant", 0) : ALL;
      case "shards" -> spreadOverServers ? value("$merchant*1") : ALL;
      default -> throw new AssertionError("no symbol " + name);
    };
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
}

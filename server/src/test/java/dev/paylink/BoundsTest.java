package dev.paylink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.SourceTree;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Holds the table of docs/code/bounds.md against the constants: every number of a row, in its
 * order. A row that is not here fails, and so does a number that nothing stands for.
 */
final class BoundsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SOURCES = ROOT.resolve("server/src/main/java");
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\w.])([0-9]+(?: [0-9]{3})*(?:\\.[0-9]+)?)(?: (ms|s|minutes?|KB|KiB|MiB)\\b)?");

  /** The beginning of each row, and what its numbers are. */
  private static final String ROWS =
      """
      connections per listener = EdgeLimits.DEFAULT.connections, \
          EdgeLimits.DEFAULT.connectionsPerSource
      waiting for a peer = EdgeLimits.DEFAULT.idle, EdgeLimits.DEFAULT.head, \
          EdgeLimits.DEFAULT.body, EdgeLimits.DEFAULT.response, EdgeClock.MAX_TICK_NANOS
      request head, request body, JSON depth = HttpListener.MAX_HEAD_BYTES, \
          Request.MAX_BODY_BYTES, StrictJson.MAX_DEPTH
      `payment-writer`, `settlement-writer`, `payment-reader` = PaymentWriter.QUEUE_CAPACITY, \
          ApplyReport.QUEUE_CAPACITY, PaymentReader.QUEUE_CAPACITY, PaymentWriter.MAX_BATCH, \
          ApplyReport.MAX_BATCH, PaymentReader.MAX_BATCH, Database.USUAL_PATIENCE
      connection pool = Database.POOL_SIZE, 2/3 Database.USUAL_PATIENCE, Database.STALLED
      `chain-…` = WatchRound.MAX_CHUNKS, FollowedPayments.MAX_SLICE, JsonRpc.PATIENCE, \
          JsonRpc.MAX_ANSWER_BYTES
      `relay-…` = ChainRelay.PAUSE, SendOrders.MAX_A_ROUND, SendOrders.MAX_UNDER_WAY, TakeOrders.PATIENCE, \
          CollectTransfers.PAUSE, CollectTransfers.MAX_SWEEPS
      `webhook-dispatcher`, `attempt-recorder` = Dispatcher.MAX_PER_CLAIM, \
          Dispatcher.LOOK_AGAIN, Dispatcher.LEASE, AttemptRecorder.MAX_BATCH, \
          AttemptRecorder.PATIENCE
      attempts at once = AttemptCapacity.MAX, AttemptCapacity.MAX_PER_WEBHOOK, \
          AttemptCapacity.MAX_PER_WEBHOOK_UNDER_PRESSURE, WebhookClient.BUDGET, \
          Transport.CONNECT_LIMIT
      kept connections to endpoints = Transport.MAX_IDLE_IN_POOL, Transport.POOLS, \
          Transport.KEEP_ALIVE
      `mail-sender`, `mail-connection` = Sender.MAX_PER_CLAIM, Sender.LOOK_AGAIN, \
          Sender.CONNECTIONS
      a reader that waits for events = EventFeedRoutes.MAX_WAIT_SECONDS, KeySignal.LOOK_AGAIN
      `Credentials`, a cache = Credentials.MAX_KEPT, Credentials.FRESH
      `Buckets`, `MerchantBudget`, `FailureLimiter`, `UsedProofs` = Buckets.MAX_AT_ONCE, \
          MerchantBudget.MAX_AT_ONCE, FailureLimiter.MAX_WAITING, FailureLimiter.MAX_KNOWN, UsedProofs.MAX
      `OperatorSessions` = OperatorSessions.MAX_REMEMBERED, OperatorSessions.REMEMBERED
      `password-hash-…` = PasswordHash.MEMORY_KIB, PasswordHash.MAX_AT_ONCE, \
          PasswordHash.MAX_WAITING
      `password-reset` = ResetPassword.MAX_WAITING
      `request-log` = RequestLog.PAUSE, RequestLog.MAX_WAITING, RequestLog.MAX_NAMED_WAITING, \
          RequestLog.MAX_BATCH, RequestLog.Kind.REFUSAL.perMinute, \
          RequestLog.Kind.SUCCESS.perMinute, RequestLog.Kind.REFUSAL.perDay
      `tls-public`, `tls-internal` = TlsFiles.LOOK, TlsFiles.MAX_BYTES
      a way out that is broken = WayOut.MANY, WayOut.WITHIN, WayOut.FIRST_PAUSE, \
          WayOut.LONGEST_PAUSE, WayOut.LONGEST, WayOut.MAX_HOSTS
      `redelivery-for-all` = RedeliverForAll.ROUND, RedeliverForAll.BATCH
      figures per merchant = LargestGauge.MAX_LABELS, BusyMerchants.MAX_COUNTED, \
          WebhookHealthQueries.MAX_FAILING
      `database-watch` = PrimaryConnections.PAUSE
      `retention` = Retention.ROUND, Retention.MOST, Retention.REST
      uploaded pictures = Picture.AT_ONCE, Picture.MAX_BYTES, Picture.MAX_PIXELS, \
          Picture.PATIENCE, Limit.LOGOS.most, Limit.LINK_PICTURES.most, \
          Limit.PICTURES_A_DAY.most
      `pdf` = PdfDocument.AT_ONCE, PdfDocument.PATIENCE, Limit.RECEIPT_FILES.most, \
          Limit.INVOICE_FILES.most
      spans that wait for the collector = BoundedExport.MAX_WAITING, BoundedExport.MAX_BATCH, \
          OtlpTraces.COLLECTOR_TIMEOUT, CallerSampler.PER_SECOND, OtlpTraces.MAX_REMEMBERED
      changes by people = Limit.CHANGES.most, Limit.CHANGES_A_DAY.most, \
          Limit.UNPROVEN_CHANGES.most, Limit.OPERATOR_CHANGES.most, Limit.DOOR_CALLS.most
      `sso-domains` = ProveDomains.ROUND, ProveDomains.AT_ONCE, TxtLookup.TRIES, \
          TxtLookup.FIRST_WAIT
      Redis = Redis.TIMEOUT
      """;

  @Test
  void every_bound_on_the_map_is_the_one_in_the_code() throws IOException {
    String map = Files.readString(ROOT.resolve("docs/code/bounds.md"));
    List<String> rows =
        map.lines().filter(line -> line.startsWith("| ")).skip(1).toList(); // the head
    Map<String, String> constants =
        ROWS.lines()
            .map(line -> line.split(" = ", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    assertThat(rows).hasSize(constants.size());
    List<String> wrong = new ArrayList<>();
    for (String row : rows) {
      String names =
          constants.keySet().stream()
              .filter(it -> row.startsWith("| " + it))
              .findFirst()
              .map(constants::get)
              .orElseThrow(() -> new AssertionError("not in BoundsTest: " + row));
      List<Long> inTheCode =
          Stream.of(names.split(", +", -1))
              .map(it -> it.startsWith("2/3 ") ? value(it.substring(4)) * 2 / 3 : value(it))
              .toList();
      if (!numbers(row).equals(inTheCode)) {
        wrong.add(row + " says " + numbers(row) + "; the code has " + inTheCode);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void numbers_are_read_with_their_units() {
    assertThat(numbers("| a | 1.5 s, 20 000 of 16 KiB, then 503; every minute; `V2` Argon2id |"))
        .containsExactly(1_500_000_000L, 20_000L, 16_384L, 60_000_000_000L);
    assertThat(numbers("| a | twice a second; one million, 60 KB |"))
        .containsExactly(500_000_000L, 1_000_000L, 60_000L);
    assertThat(value("PaymentWriter.MAX_BATCH")).isEqualTo(512);
    assertThat(value("EdgeLimits.DEFAULT.idle")).isEqualTo(75_000_000_000L);
  }

  /** Times in nanoseconds, sizes in bytes. */
  private static List<Long> numbers(String row) {
    String text =
        row.replaceAll("`[^`]*`", "")
            .replace("then 503", "")
            .replace("twice a second", "every 500 ms")
            .replace("every second", "every 1 s")
            .replace("every minute", "every 1 minute")
            .replace("one million", "1 000 000")
            .replace("four times", "4 times");
    List<Long> found = new ArrayList<>();
    Matcher number = NUMBER.matcher(text);
    while (number.find()) {
      double count = Double.parseDouble(number.group(1).replace(" ", ""));
      found.add((long) (count * unit(number.group(2))));
    }
    return found;
  }

  private static long unit(@Nullable String name) {
    return switch (name == null ? "" : name) {
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "minute", "minutes" -> 60_000_000_000L;
      case "KB" -> 1_000L;
      case "KiB" -> 1_024L;
      case "MiB" -> 1_024L * 1_024L;
      default -> 1L;
    };
  }

  /** A constant, or what one holds: {@code Class.CONSTANT.field}. */
  private static long value(String path) {
    String[] names = path.split("[.]", -1);
    Class<?> type = type(names[0]);
    Object value = null;
    for (int i = 1; i < names.length; i++) {
      Class<?> inner = inner(type, names[i]);
      if (inner != null) {
        type = inner;
      } else {
        value = read(type, value, names[i]);
        type = value.getClass();
      }
    }
    if (value instanceof Duration duration) {
      return duration.toNanos();
    }
    return ((Number) java.util.Objects.requireNonNull(value)).longValue() * unitOf(path);
  }

  private static long unitOf(String name) {
    if (name.endsWith("_SECONDS")) {
      return 1_000_000_000L;
    }
    return name.endsWith("_KIB") ? 1_024L : 1L;
  }

  private static @Nullable Class<?> inner(Class<?> type, String name) {
    return Stream.of(type.getDeclaredClasses())
        .filter(it -> it.getSimpleName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static Object read(Class<?> type, @Nullable Object owner, String name) {
    List<Class<?>> places = new ArrayList<>(List.of(type));
    places.addAll(List.of(type.getDeclaredClasses()));
    if (type.getSuperclass() != null) {
      places.add(type.getSuperclass()); // of an enum's constant with a body
    }
    for (Class<?> place : places) {
      try {
        Field field = place.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
      } catch (NoSuchFieldException e) {
        // perhaps in the next place
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    throw new AssertionError(type.getSimpleName() + " has no " + name);
  }

  private static Class<?> type(String simpleName) {
    return SourceTree.files(SOURCES, "/" + simpleName + ".java").stream()
        .findFirst()
        .map(source -> SourceTree.load(SOURCES, source))
        .orElseThrow(() -> new AssertionError("no class " + simpleName));
  }
}

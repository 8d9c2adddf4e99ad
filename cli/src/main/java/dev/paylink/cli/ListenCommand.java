package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.ListenState;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Delivery;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.WebhookSecret;
import dev.paylink.cli.io.Wire;
import dev.paylink.sdk.ClientOptions;
import dev.paylink.sdk.EventPage;
import dev.paylink.sdk.NoAnswerException;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.sdk.PaymentLinkException;
import dev.paylink.sdk.WebhookEvent;
import java.net.URI;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Follows the feed and posts each event to a receiver, signed as the service signs. It asks for
 * events, so nothing has to reach this machine. An event counts as handled when the receiver has
 * answered; the next start goes on behind the last such event.
 */
@Command(
    name = "listen",
    description = "Forward events to a receiver on this machine, with real signatures.",
    footer = {
      "",
      "Examples:",
      "  paylink listen --forward-to http://127.0.0.1:3000/webhooks",
      "  paylink listen --forward-to 127.0.0.1:3000 --events payment.confirmed,payment.failed",
      "  paylink listen --print                    only show them",
      "",
      "It prints the signing secret (whsec_…) that your receiver has to use. PAYLINK_WEBHOOK_SECRET",
      "replaces it. The first start begins with the next event; later ones go on where the last one",
      "stopped. While nothing listens at the address it waits and forgets nothing."
    })
final class ListenCommand extends ServiceCommand {
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int MAX_ATTEMPTS = 4;
  private static final int SHOWN_ANSWER = 200;

  @Option(names = "--forward-to", paramLabel = "URL", description = "Your receiver.")
  @Nullable String forwardTo;

  @Option(
      names = "--events",
      paramLabel = "TYPE",
      split = ",",
      description = "Only events of these types (default: all).")
  List<String> events = new ArrayList<>();

  @Option(names = "--print", description = "Show the body of each event.")
  boolean print;

  @Option(names = "--from-start", description = "Begin with the first event there is.")
  boolean fromStart;

  @Option(names = "--after", paramLabel = "EVENT", description = "Begin after this event.")
  @Nullable String after;

  @Option(
      names = "--attempts",
      paramLabel = "N",
      description =
          "Try so often, 2, 4 and 8 seconds apart, when the receiver does not answer 2xx; 1 to 4"
              + " (default: ${DEFAULT-VALUE}).")
  int attempts = 1;

  @Option(names = "--count", paramLabel = "N", description = "Stop after so many events.")
  int count;

  @Override
  public Integer call() throws InterruptedException {
    if (attempts < 1 || attempts > MAX_ATTEMPTS) {
      throw misuse("--attempts: 1 to " + MAX_ATTEMPTS);
    }
    if (fromStart && after != null) {
      throw misuse("Give --from-start or --after, not both");
    }
    Access access = access();
    URI receiver = forwardTo == null ? null : Access.receiver(forwardTo);
    ListenState state = ListenState.of(around(), access);
    String given = around().variable("PAYLINK_WEBHOOK_SECRET");
    WebhookSecret secret = given == null ? state.secret() : WebhookSecret.of(given);
    Feed feed = new Feed(access);
    String cursor = feed.begin(state.cursor());
    greet(access, receiver, secret, cursor);
    int handled = 0;
    while (true) {
      EventPage page = feed.next(cursor);
      for (WebhookEvent event : page.data()) {
        if (events.isEmpty() || events.contains(event.type())) {
          handle(event, receiver, secret);
          handled++;
        }
        cursor = event.eventId();
        state.handled(cursor);
        if (count > 0 && handled >= count) {
          return 0;
        }
      }
    }
  }

  private void greet(
      Access access, @Nullable URI receiver, WebhookSecret secret, @Nullable String cursor) {
    if (json) {
      out()
          .println(
              Json.of(
                  "listening",
                  access.url().toString(),
                  "forwardTo",
                  receiver == null ? null : receiver.toString(),
                  "signingSecret",
                  receiver == null ? null : secret.reveal(),
                  "after",
                  cursor));
      return;
    }
    out().println("Listening to " + access + " with " + access.key());
    out().println(cursor == null ? "Starting with the first event" : "Continuing after " + cursor);
    if (receiver != null) {
      out().println("Forwarding to " + receiver);
      out().println("Signing secret of your receiver: " + secret.reveal());
    }
    out().println("Ctrl-C ends.");
  }

  private void handle(WebhookEvent event, @Nullable URI receiver, WebhookSecret secret)
      throws InterruptedException {
    if (receiver == null) {
      show(event, 0, null);
      return;
    }
    boolean waiting = false;
    for (int attempt = 1; ; attempt++) {
      Delivery delivery =
          Delivery.signed(
              secret, event.eventId(), event.rawBody(), attempt, around().clock().instant());
      Wire.Answer answer =
          Wire.exchange(receiver, "POST", delivery.headers(), delivery.body(), ANSWER);
      if (answer.error().startsWith("connection refused")) {
        if (!waiting) {
          err()
              .println(
                  "Nothing listens at " + receiver + "; waiting for it with " + event.eventId());
        }
        waiting = true;
        attempt--;
        Thread.sleep(PAUSE);
        continue;
      }
      show(event, attempt, answer);
      if (answer.isSuccess() || attempt >= attempts) {
        return;
      }
      Thread.sleep(PAUSE.multipliedBy(1L << (attempt - 1)));
    }
  }

  private void show(WebhookEvent event, int attempt, Wire.@Nullable Answer answer) {
    if (json) {
      Json line =
          Json.of(
              "eventId",
              event.eventId(),
              "type",
              event.type(),
              "paymentId",
              event.paymentId(),
              "payoutId",
              event.payoutId(),
              "attempt",
              attempt == 0 ? null : attempt,
              "status",
              answer == null || answer.status() == 0 ? null : answer.status(),
              "durationMs",
              answer == null ? null : answer.millis(),
              "error",
              answer == null || answer.error().isEmpty() ? null : answer.error());
      if (print) {
        line.put("event", Objects.requireNonNull(Json.read(event.rawBody())));
      }
      out().println(line);
      return;
    }
    LocalTime now =
        LocalTime.ofInstant(around().clock().instant(), ZoneId.systemDefault())
            .truncatedTo(ChronoUnit.SECONDS);
    String about = event.paymentId() == null ? event.payoutId() : event.paymentId();
    String came =
        answer == null ? "" : "  -> " + answer + " in " + answer.millis() + " ms" + again(attempt);
    out()
        .println(
            now
                + "  "
                + event.type()
                + "  "
                + event.eventId()
                + (about == null ? "" : "  " + about)
                + came);
    if (answer != null && !answer.isSuccess() && !answer.body().isBlank()) {
      String body = answer.body().strip().replaceAll("\\s+", " ");
      out().println("    " + body.substring(0, Math.min(body.length(), SHOWN_ANSWER)));
    }
    if (print) {
      out().println("    " + event.json());
    }
  }

  private static String again(int attempt) {
    return attempt > 1 ? " (attempt " + attempt + ")" : "";
  }

  /** The feed, which survives a restart of the service once it has been reached. */
  private final class Feed {
    private final PaymentLinkClient client;
    private final Api api;
    private boolean silent;

    Feed(Access access) {
      this.client =
          PaymentLinkClient.at(
              access.url(),
              access.key(),
              access.secret(),
              ClientOptions.defaults().withMaxTries(1));
      this.api = new Api(access, around().clock());
    }

    /** Returns the event to begin after: the one given, the one kept, or the newest there is. */
    @Nullable String begin(@Nullable String kept) {
      try {
        if (fromStart) {
          client.poll(null, Duration.ZERO);
          return null;
        }
        String cursor = after != null ? after : kept;
        EventPage page = client.poll(cursor, Duration.ZERO);
        if (cursor != null) {
          return cursor;
        }
        while (!page.data().isEmpty()) {
          page = client.poll(page.nextCursor(), Duration.ZERO);
        }
        return page.nextCursor();
      } catch (NoAnswerException e) {
        throw api.unreachable(e.getCause() == null ? e : e.getCause());
      } catch (PaymentLinkException e) {
        throw new CliError(
            String.valueOf(e.getMessage()),
            e.status() == 400 ? "--from-start begins again with the first event." : "");
      }
    }

    EventPage next(@Nullable String cursor) throws InterruptedException {
      while (true) {
        try {
          EventPage page = client.poll(cursor, LONGEST_POLL);
          if (silent) {
            err().println("The service answers again.");
          }
          silent = false;
          return page;
        } catch (NoAnswerException e) {
          if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
          }
          if (!silent) {
            err().println("The service does not answer; waiting for it.");
          }
          silent = true;
        } catch (PaymentLinkException e) {
          if (e.status() / 100 == 4 && e.status() != 429) {
            throw new CliError(String.valueOf(e.getMessage()));
          }
          if (!silent) {
            err().println("The service is not available: " + e.code() + "; waiting for it.");
          }
          silent = true;
        }
        Thread.sleep(PAUSE);
      }
    }
  }
}

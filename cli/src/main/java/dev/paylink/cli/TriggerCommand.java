package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.Person;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes an event, or a sequence of events, happen in a sandbox. */
@Command(
    name = "trigger",
    description = {
      "Make an event or a sequence of events happen in a sandbox.",
      "",
      "  payment.confirmed   the money arrives",
      "  payment.failed      the chain reports a failure",
      "  expired             payment.failed, since nobody paid in time",
      "  canceled            payment.failed, since you canceled it",
      "  late                expired, and then the money arrives after all",
      "  reorg               payment.confirmed, and then the chain takes it back",
      "  reconfirmed         the same, and then the money comes again",
      "  duplicate           a confirmation that is reported twice: one event",
      "  payment.overpaid    the money arrives twice",
      "  submitted           a transaction is on its way",
      "  pay                 pays in the next block; confirmed some seconds later",
      "  transfer            a plain transfer of the amount; confirmed some seconds later",
      "  transfer_part       a plain transfer of half of it; payment.partially_paid",
      "  transfer_more       a plain transfer of a tenth too much",
      "  transfer_late       expired, and then a plain transfer comes",
      "  refund.settled      the money arrives, unless it is there, and is given back",
      "  refund.failed       the same, but its refund is not sent in a week",
      "  outage              ten seconds of silence of the chain: no event",
      "  webhook.test        a test delivery to your webhook",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  paylink trigger payment.confirmed",
      "  paylink trigger late --payment pay_01m7eskc71er7rdb1p47pwyjt5",
      "  paylink trigger payment.failed --advance 3600    and let an hour pass afterwards",
      "  paylink trigger --advance 86400                  only let a day pass"
    })
final class TriggerCommand extends ServiceCommand {
  private static final String CANCEL = "cancel";
  private static final String TEST = "test";
  private static final String PAID = "paid";
  private static final String REFUND = "refund";
  private static final String PAY_REFUND = "pay-refund";
  private static final String WAIT = "wait-a-week";

  /** A refund is given up after seven days, once a final block has reached that time. */
  private static final long WEEK_SECONDS = 7L * 24 * 60 * 60 + 60;

  /** So that the block of a refund is final. */
  private static final long FINAL_SECONDS = 30;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "What happens.")
  @Nullable String name;

  @Option(
      names = "--payment",
      paramLabel = "PAYMENT",
      description = "The payment it happens to (default: a new one of 10.00).")
  @Nullable String payment;

  @Option(
      names = "--advance",
      paramLabel = "SECONDS",
      description = "Then move the sandbox's clock ahead.")
  @Nullable Long advance;

  /** What a name stands for: outcomes to simulate one after the other. */
  private enum Sequence {
    CONFIRMED("payment.confirmed", "confirmed"),
    FAILED("payment.failed", "failed"),
    EXPIRED("expired", "expired"),
    CANCELED("canceled", CANCEL),
    LATE("late", "expired confirmed"),
    REORG("reorg", "confirmed reorg"),
    RECONFIRMED("reconfirmed", "confirmed reorg pay"),
    DUPLICATE("duplicate", "duplicate"),
    OVERPAID("payment.overpaid", "confirmed confirmed"),
    SUBMITTED("submitted", "submitted"),
    PAY("pay", "pay"),
    TRANSFER("transfer", "transfer"),
    TRANSFER_PART("transfer_part", "transfer_part"),
    TRANSFER_MORE("transfer_more", "transfer_more"),
    TRANSFER_LATE("transfer_late", "transfer_late"),
    REFUND_SETTLED("refund.settled", "paid refund pay-refund"),
    REFUND_FAILED("refund.failed", "paid refund wait-a-week"),
    OUTAGE("outage", "outage"),
    WEBHOOK_TEST("webhook.test", TEST);

    private final String title;
    private final String steps;

    /** The steps, with a space between them. */
    Sequence(String title, String steps) {
      this.title = title;
      this.steps = steps;
    }

    /** Finds a sequence by its name, with or without {@code payment.} in front. */
    static Sequence named(String name) {
      for (Sequence sequence : values()) {
        if (sequence.title.equals(name) || sequence.title.equals("payment." + name)) {
          return sequence;
        }
      }
      throw new CliError(
          "there is nothing named " + name + " to trigger",
          "There are: "
              + Arrays.stream(values()).map(s -> s.title).collect(Collectors.joining(", ")));
    }
  }

  /** The names, for completion in a shell. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Sequence.values()).map(sequence -> sequence.title).iterator();
    }
  }

  @Override
  public Integer call() {
    if (name == null && advance == null) {
      throw misuse("What is to happen? A name, such as payment.confirmed, or --advance");
    }
    if (advance != null && advance < 0) {
      throw misuse("--advance: the clock only goes ahead");
    }
    Sequence sequence = name == null ? null : Sequence.named(name);
    Access access = access();
    Api api = new Api(access, around().clock());
    List<Json> done = new ArrayList<>();
    if (sequence == Sequence.WEBHOOK_TEST) {
      done.add(test(access, api));
    } else if (sequence != null) {
      String target = payment == null ? created(api) : id("a payment", "pay_", payment);
      String refund = null;
      for (String step : sequence.steps.split(" ", -1)) {
        switch (step) {
          case PAID -> {
            if (payment == null || !isPaid(api, target)) {
              done.add(step(api, target, "confirmed"));
            }
          }
          case REFUND -> {
            Json made = refund(api, target);
            refund = made.text("refundId", "");
            done.add(made);
          }
          case PAY_REFUND -> done.add(payRefund(api, refund == null ? "" : refund));
          case WAIT -> done.add(advance(api, WEEK_SECONDS));
          default -> done.add(step(api, target, step));
        }
      }
    }
    if (advance != null) {
      done.add(advance(api, advance));
    }
    if (json) {
      out().println(Json.of("steps", done));
    }
    return 0;
  }

  private String created(Api api) {
    Json body = Json.of("amount", "10.00", "reference", "trigger " + name);
    Json made = api.post("/sdk/server/create-payment", body, "cli-" + UUID.randomUUID()).json();
    String id = made.text("paymentId", "");
    say("Made " + id);
    return id;
  }

  private Json advance(Api api, long seconds) {
    Json clock = api.post("/sandbox/clock", Json.of("advanceSeconds", seconds), null).json();
    say("The sandbox's clock is now at " + clock.text("now", ""));
    return clock;
  }

  private static boolean isPaid(Api api, String target) {
    Json found = api.get("/sdk/server/payments/" + target).json();
    return "success".equals(found.text("status"));
  }

  private Json refund(Api api, String target) {
    Json made =
        api.post(
                "/sdk/server/payments/" + target + "/refunds",
                Json.of("reason", "trigger " + name),
                "cli-" + UUID.randomUUID())
            .json();
    say("Requested " + made.text("refundId", ""));
    return made;
  }

  private Json payRefund(Api api, String refund) {
    Json said =
        api.post("/sandbox/refunds/" + refund + "/simulate", Json.of("outcome", "pay"), null)
            .json();
    say("%-10s %s is in the next block".formatted("pay", refund));
    advance(api, FINAL_SECONDS);
    return said;
  }

  private Json step(Api api, String target, String step) {
    Json said =
        step.equals(CANCEL)
            ? api.post("/sdk/server/payments/" + target + "/cancel", null, null).json()
            : api.post("/sandbox/payments/" + target + "/simulate", Json.of("outcome", step), null)
                .json();
    String status = said.text("status", "");
    boolean changed = !"false".equals(said.text("applied"));
    say(
        "%-10s %s is now %s%s"
            .formatted(step, target, status, changed ? "" : ", and was before: nothing changed"));
    return Json.of("step", step, "paymentId", target, "status", status, "applied", changed);
  }

  private Json test(Access access, Api api) {
    if (payment != null) {
      throw misuse("webhook.test is about no payment; leave out --payment");
    }
    Json said =
        Person.signIn(api, access, around(), null)
            .post("/merchant/webhooks/invoice_settlement/test")
            .json();
    boolean delivered = "true".equals(said.text("delivered"));
    say(
        delivered
            ? "Your webhook answered " + said.text("status", "")
            : "Not delivered: " + said.text("error", "answered " + said.text("status", "")));
    return said;
  }

  private void say(String line) {
    if (!json) {
      out().println(line);
    }
  }
}

package dev.paylink.cli;

import dev.paylink.cli.io.Delivery;
import dev.paylink.cli.io.Json;
import dev.paylink.sdk.RequestSigner;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs a request, or a webhook as the service would. */
@Command(
    name = "sign",
    description = "Sign a request, or a webhook as the service would.",
    subcommands = {SignCommand.OfRequest.class, SignCommand.OfWebhook.class})
final class SignCommand extends CliCommand {
  @Override
  public Integer call() {
    throw misuse("What? request or webhook");
  }

  @Command(
      name = "request",
      description = "Print the headers that sign a request, and the string that was signed.",
      footer = {
        "",
        "Examples:",
        "  paylink sign request POST /sdk/server/create-payment --body '{\"amount\":\"5\"}'"
            + " --idempotency-key order-7",
        "  paylink sign request GET '/sdk/server/payments?limit=5'"
      })
  static final class OfRequest extends ServiceCommand {
    @Parameters(index = "0", paramLabel = "METHOD", description = "GET, POST, ….")
    String method = "";

    @Parameters(index = "1", paramLabel = "PATH", description = "Path and query, as sent.")
    String target = "";

    @Mixin BodyOptions body = new BodyOptions();

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "The idempotency key; only create has one.")
    @Nullable String idempotencyKey;

    @Option(
        names = "--timestamp",
        paramLabel = "SECONDS",
        description = "Unix time (default: now).")
    @Nullable Long timestamp;

    @Override
    public Integer call() {
      if (!target.startsWith("/")) {
        throw misuse(
            "PATH begins with a slash: sign what stands on the request line, without host");
      }
      String time =
          Long.toString(
              timestamp == null ? around().clock().instant().getEpochSecond() : timestamp);
      String verb = method.toUpperCase(Locale.ROOT);
      String canonical = RequestSigner.canonical(verb, target, time, body.bytes(), idempotencyKey);
      Map<String, @Nullable Object> headers = new LinkedHashMap<>();
      headers.put("X-Timestamp", time);
      if (idempotencyKey != null) {
        headers.put("X-Idempotency-Key", idempotencyKey);
      }
      headers.put("X-Signature", RequestSigner.signature(keySecret(), canonical));
      if (json) {
        out().println(Json.of("canonical", canonical, "headers", headers));
        return 0;
      }
      headers.forEach((name, value) -> out().println(name + ": " + value));
      out().println();
      out().println("The string that was signed, with \\n for each line feed:");
      out().println("  " + canonical.replace("\n", "\\n\n  "));
      out()
          .println(
              "X-API-Key and X-Secret-Key belong to the request too; they are not shown here.");
      return 0;
    }
  }

  @Command(
      name = "webhook",
      description = "Print the headers of a delivery of this body.",
      footer = {
        "",
        "Example:",
        "  paylink sign webhook --id evt_1 --body-file event.json > headers.txt",
        "  curl -H @headers.txt --data-binary @event.json http://127.0.0.1:3000/webhooks",
        "",
        "The secret is PAYLINK_WEBHOOK_SECRET, or the one that paylink listen prints."
      })
  static final class OfWebhook extends ServiceCommand {
    @Option(
        names = "--id",
        paramLabel = "EVENT",
        description = "The id of the event (default: the body's eventId).")
    @Nullable String eventId;

    @Mixin BodyOptions body = new BodyOptions();

    @Option(
        names = "--timestamp",
        paramLabel = "SECONDS",
        description = "Unix time (default: now).")
    @Nullable Long timestamp;

    @Override
    public Integer call() {
      byte[] bytes = body.bytes();
      Json read = Json.read(bytes);
      String id = eventId != null ? eventId : read == null ? null : read.text("eventId");
      if (id == null) {
        throw misuse("The body has no eventId; give --id");
      }
      Instant at =
          timestamp == null ? around().clock().instant() : Instant.ofEpochSecond(timestamp);
      Delivery delivery = Delivery.signed(webhookSecret(), id, bytes, 1, at);
      if (json) {
        out().println(Json.of("headers", delivery.headers()));
      } else {
        delivery.headers().forEach((name, value) -> out().println(name + ": " + value));
      }
      return 0;
    }
  }
}

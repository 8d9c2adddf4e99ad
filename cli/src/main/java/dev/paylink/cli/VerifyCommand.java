package dev.paylink.cli;

import dev.paylink.cli.explain.Finding;
import dev.paylink.cli.explain.WebhookMistakes;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.sdk.explain.SignedCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether a signature is right, and which mistake is behind a wrong one. */
@Command(
    name = "verify",
    description = "Check a signature, and explain a wrong one.",
    subcommands = {VerifyCommand.OfRequest.class, VerifyCommand.OfWebhook.class})
final class VerifyCommand extends CliCommand {
  @Override
  public Integer call() {
    throw misuse("What? request or webhook");
  }

  @Command(
      name = "request",
      description = "Check the X-Signature of a request. Ends with 1 when it is wrong.",
      footer = {
        "",
        "Example:",
        "  paylink verify request POST /sdk/server/create-payment --timestamp 1767225600 \\",
        "    --signature 6d9b6a95… --idempotency-key order-1042 --body '{}'"
      })
  static final class OfRequest extends ServiceCommand {
    @Parameters(index = "0", paramLabel = "METHOD", description = "GET, POST, ….")
    String method = "";

    @Parameters(index = "1", paramLabel = "PATH", description = "Path and query, as sent.")
    String target = "";

    @Mixin BodyOptions body = new BodyOptions();

    @Option(
        names = "--timestamp",
        required = true,
        paramLabel = "SECONDS",
        description = "X-Timestamp.")
    String timestamp = "";

    @Option(
        names = "--signature",
        required = true,
        paramLabel = "HEX",
        description = "X-Signature.")
    String signature = "";

    @Option(names = "--idempotency-key", paramLabel = "KEY", description = "X-Idempotency-Key.")
    @Nullable String idempotencyKey;

    @Override
    public Integer call() {
      SignedCall request =
          new SignedCall(
              method, target, timestamp, idempotencyKey, body.bytes(), signature.strip());
      List<Finding> findings = Finding.in(request, keySecret(), around().clock().instant());
      if (!json && !findings.isEmpty()) {
        out().println("The string to sign, with \\n for each line feed:");
        out().println("  " + request.canonical().replace("\n", "\\n\n  "));
      }
      return report(this, findings);
    }
  }

  @Command(
      name = "webhook",
      description = "Check the signatures of a delivery. Ends with 1 when it is not genuine.",
      footer = {
        "",
        "Example:",
        "  paylink verify webhook --body-file event.json -H 'webhook-id: evt_1' \\",
        "    -H 'webhook-timestamp: 1767259806' -H 'webhook-signature: v1,uPTZ…'",
        "",
        "The secret is PAYLINK_WEBHOOK_SECRET, or the one that paylink listen prints."
      })
  static final class OfWebhook extends ServiceCommand {
    @Option(
        names = {"-H", "--header"},
        paramLabel = "NAME: VALUE",
        description = "A header of the delivery.")
    List<String> headers = new ArrayList<>();

    @Option(
        names = "--headers-file",
        paramLabel = "FILE",
        description = "The headers, one in each line.")
    @Nullable Path headersFile;

    @Mixin BodyOptions body = new BodyOptions();

    @Override
    public Integer call() {
      return report(
          this,
          WebhookMistakes.in(parsed(), body.bytes(), webhookSecret(), around().clock().instant()));
    }

    private Map<String, List<String>> parsed() {
      List<String> lines = new ArrayList<>(headers);
      if (headersFile != null) {
        try {
          lines.addAll(Files.readAllLines(headersFile));
        } catch (IOException e) {
          throw new CliError("cannot read " + headersFile + ": " + e.getMessage());
        }
      }
      Map<String, List<String>> parsed = new LinkedHashMap<>();
      for (String line : lines) {
        int colon = line.indexOf(':');
        if (colon > 0) {
          parsed
              .computeIfAbsent(line.substring(0, colon).strip(), name -> new ArrayList<>())
              .add(line.substring(colon + 1).strip());
        }
      }
      return parsed;
    }
  }

  private static int report(CliCommand command, List<Finding> findings) {
    if (command.json) {
      List<Json> list =
          findings.stream()
              .map(finding -> Json.of("title", finding.title(), "advice", finding.advice()))
              .toList();
      command.out().println(Json.of("genuine", findings.isEmpty(), "findings", list));
    } else if (findings.isEmpty()) {
      command.out().println("The signature is right.");
    }
    if (!command.json) {
      for (Finding finding : findings) {
        command.out().println(finding.title() + ".");
        command.out().println("  " + finding.advice());
      }
    }
    return findings.isEmpty() ? 0 : 1;
  }
}

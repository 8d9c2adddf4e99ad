package dev.paylink.cli;

import dev.paylink.cli.io.Json;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets up webhooks with a key, and tests them. */
@Command(
    name = "webhooks",
    description = "Set up webhooks, and test them. Changes need a key that names webhooks:write.",
    subcommands = {
      WebhooksCommand.Get.class,
      WebhooksCommand.Put.class,
      WebhooksCommand.Delete.class,
      WebhooksCommand.Rotate.class,
      WebhooksCommand.Test.class
    })
final class WebhooksCommand extends CliCommand {
  @Override
  public Integer call() {
    throw misuse("Which one? get, set, delete, rotate-secret or test");
  }

  /** A command about the webhook of one scope. */
  abstract static class OfScope extends ServiceCommand {
    @Option(
        names = "--scope",
        paramLabel = "SCOPE",
        description = "invoice_settlement (default) or fiat_settlement.")
    String scope = "invoice_settlement";

    final String path() {
      if (!scope.matches("[a-z_]{1,64}")) {
        throw misuse("--scope is invoice_settlement or fiat_settlement");
      }
      return "/sdk/server/webhooks/" + scope;
    }
  }

  @Command(
      name = "get",
      description = "Print where events go.",
      footer = {"", "Example:", "  paylink webhooks get"})
  static final class Get extends OfScope {
    @Override
    public Integer call() {
      return show(api().get(path()), WebhooksCommand::print);
    }
  }

  @Command(
      name = "set",
      description = "Set up a webhook, or change it. The signing secret is shown once.",
      footer = {"", "Example:", "  paylink webhooks set https://shop.example/webhooks"})
  static final class Put extends OfScope {
    @Parameters(paramLabel = "URL", description = "Where events go.")
    String webhookUrl = "";

    @Option(
        names = "--events",
        split = ",",
        paramLabel = "TYPE",
        description = "The types of events, separated by commas.")
    @Nullable List<String> events;

    @Option(names = "--retry", paramLabel = "WORD", description = "standard or extended.")
    @Nullable String retry;

    @Option(names = "--active", paramLabel = "BOOLEAN", description = "true or false.")
    @Nullable Boolean active;

    @Override
    public Integer call() {
      Json body =
          Json.of("webhookUrl", webhookUrl)
              .add("events", events)
              .add("retry", retry)
              .add("active", active);
      return show(api().put(path(), body), WebhooksCommand::print);
    }
  }

  @Command(
      name = "delete",
      description = "Delete a webhook and its secret.",
      footer = {"", "Example:", "  paylink webhooks delete --scope fiat_settlement"})
  static final class Delete extends OfScope {
    @Override
    public Integer call() {
      api().delete(path());
      if (!json) {
        out().println("Deleted.");
      }
      return 0;
    }
  }

  @Command(
      name = "rotate-secret",
      description = "Make a new signing secret. The old one stays valid for 24 hours.",
      footer = {"", "Example:", "  paylink webhooks rotate-secret"})
  static final class Rotate extends OfScope {
    @Override
    public Integer call() {
      return show(api().post(path() + "/rotate-secret", null, null), WebhooksCommand::print);
    }
  }

  @Command(
      name = "test",
      description = "Send one test event, and tell how it went.",
      footer = {"", "Example:", "  paylink webhooks test"})
  static final class Test extends OfScope {
    @Override
    public Integer call() {
      return show(
          api().post(path() + "/test", null, null),
          (out, result) -> {
            PaymentText.line(out, "Delivered", result.text("delivered"));
            PaymentText.line(out, "Status", result.text("status"));
            PaymentText.line(out, "Error", result.text("error"));
            PaymentText.line(out, "Took", result.text("durationMs", "") + " ms");
          });
    }
  }

  private static void print(PrintWriter out, Json webhook) {
    PaymentText.line(out, "Scope", webhook.text("scope"));
    PaymentText.line(out, "Address", webhook.text("webhookUrl"));
    PaymentText.line(out, "Active", webhook.text("active"));
    PaymentText.line(out, "Retry", webhook.text("retry"));
    PaymentText.line(out, "Secret", webhook.text("signingSecret"));
  }
}

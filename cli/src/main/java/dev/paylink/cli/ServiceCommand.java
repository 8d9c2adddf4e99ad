package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.AccessFinder;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.ListenState;
import dev.paylink.cli.access.Profiles;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.WebhookSecret;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that calls the service. */
abstract class ServiceCommand extends CliCommand {
  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Use this profile of paylink login.")
  @Nullable String profile;

  @Option(
      names = "--sandbox",
      paramLabel = "FILE",
      description = "Use the sandbox of this file (data/sandbox.json) or folder.")
  @Nullable Path sandbox;

  @Option(names = "--url", paramLabel = "URL", description = "Call the service at this address.")
  @Nullable String url;

  final Access access() {
    if (profile != null && sandbox != null) {
      throw misuse("Give --profile or --sandbox, not both");
    }
    Profiles profiles = new Profiles(around().settings());
    if (profiles.isOpenToOthers()) {
      err().println("paylink: others can read your secrets: chmod 600 " + profiles.path());
    }
    return new AccessFinder(around()).find(profile, sandbox, url);
  }

  final Api api() {
    return new Api(access(), around().clock());
  }

  /** Returns the secret of the API key. */
  final String keySecret() {
    String variable = around().variable("PAYLINK_SECRET");
    return variable != null && profile == null && sandbox == null ? variable : access().secret();
  }

  /** Returns the secret of a webhook: that of the environment, or the one of {@code listen}. */
  final WebhookSecret webhookSecret() {
    String variable = around().variable("PAYLINK_WEBHOOK_SECRET");
    if (variable != null) {
      return WebhookSecret.of(variable);
    }
    try {
      return ListenState.of(around(), access()).secret();
    } catch (CliError e) {
      throw new CliError(
          "no signing secret: PAYLINK_WEBHOOK_SECRET is not set, and there is none of paylink listen",
          "Set PAYLINK_WEBHOOK_SECRET to the whsec_… that the receiver verifies with.");
    }
  }

  static String id(String kind, String prefix, String text) {
    return Api.id(kind, prefix, text);
  }

  /** Prints what the service said for a program, as it said it. */
  final void print(Api.Said said) {
    out().println(said.text().strip());
  }
}

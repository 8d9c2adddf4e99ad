package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.AccessFinder;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.ListenState;
import dev.paylink.cli.access.Profiles;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.WebhookSecret;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
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
    String variable = around().variable("PAYLINK_SECRET_KEY");
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

  /**
   * Prints one thing: for a program as the service said it, for a person in lines. A hint goes to
   * the standard error.
   */
  final int show(Api.Said said, BiConsumer<PrintWriter, Json> lines) {
    if (said.hint() != null) {
      err().println("paylink: " + said.hint());
    }
    if (json) {
      out().println(said.text().strip());
    } else {
      lines.accept(out(), said.json());
    }
    return 0;
  }

  /**
   * Prints a page of things, one in each line, and how to read on.
   *
   * @param none what to say of an empty page
   */
  final int list(Api.Said said, Function<Json, String> line, String none) {
    return show(
        said,
        (out, page) -> {
          lines(page.objects("data"), line, none);
          String next = page.text("nextCursor");
          if (next != null) {
            out.println("More: --cursor " + next);
          }
        });
  }

  /** Prints things, one in each line: for a program as JSON. */
  final int lines(List<Json> things, Function<Json, String> line, String none) {
    things.forEach(thing -> out().println(json ? thing.toString() : line.apply(thing)));
    if (things.isEmpty() && !json) {
      out().println(none);
    }
    return 0;
  }
}

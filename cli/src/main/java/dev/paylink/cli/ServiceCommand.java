package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.AccessFinder;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.Profiles;
import dev.paylink.cli.io.CliError;
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

  /** Returns an id for a path, or says what it should look like. */
  static String id(String kind, String prefix, String text) {
    if (!text.matches("[0-9A-Za-z_-]{1,255}")) {
      throw new CliError(
          "\"" + text + "\" is not the id of " + kind,
          "Such an id looks like " + prefix + "01m7….");
    }
    return text;
  }

  /** Prints what the service said for a program, as it said it. */
  final void print(Api.Said said) {
    out().println(said.text().strip());
  }
}

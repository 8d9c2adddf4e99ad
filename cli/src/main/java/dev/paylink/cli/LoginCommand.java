package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.Profiles;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Keeps address, key and secret as a profile, once the service has accepted them. */
@Command(
    name = "login",
    description = "Keep address, key and secret in a profile that only you can read.",
    footer = {
      "",
      "Examples:",
      "  paylink login                                  asks for all three",
      "  paylink login --sandbox data                   the sandbox that keeps its files there",
      "  paylink login --profile live --url https://pay.example.com --key pk_live_…  < secret.txt",
      "",
      "The secret is asked for, or read from the standard input; never given as an argument, which",
      "other users of this machine could see."
    })
final class LoginCommand extends CliCommand {
  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Name of the profile (default: ${DEFAULT-VALUE}).")
  String profile = Profiles.DEFAULT;

  @Option(
      names = "--sandbox",
      paramLabel = "FILE",
      description = "Keep the sandbox of this file (data/sandbox.json) or folder.")
  @Nullable Path sandbox;

  @Option(names = "--url", paramLabel = "URL", description = "Address of the service.")
  @Nullable String url;

  @Option(names = "--key", paramLabel = "pk_…", description = "The API key.")
  @Nullable String key;

  @Override
  public Integer call() throws IOException {
    Access access =
        around().requireProtected(sandbox != null ? Access.ofSandbox(file(sandbox)) : asked());
    boolean scoped = check(access);
    Profiles profiles = new Profiles(around().settings());
    profiles.keep(profile, access);
    if (json) {
      out()
          .println(
              Json.of(
                  "profile", profile,
                  "url", access.url().toString(),
                  "key", access.key(),
                  "file", profiles.path().toString()));
      return 0;
    }
    out().println("Signed in to " + access + " with " + access.key() + ".");
    out()
        .println(
            "Kept as profile " + profile + " in " + profiles.path() + ", readable by you alone.");
    if (scoped) {
      out().println("The key may not read payments; commands that need to will say so.");
    }
    return 0;
  }

  private static Path file(Path given) {
    return Files.isDirectory(given) ? given.resolve("sandbox.json") : given;
  }

  private Access asked() throws IOException {
    Console console = System.console();
    String address = given(console, "Address of the service: ", url, urlVariable(), "--url");
    String keyText = given(console, "API key (pk_…): ", key, "PAYLINK_API_KEY", "--key");
    if (keyText.startsWith("sk_")) {
      throw new CliError("this is the secret, not the API key", "The key begins with pk_.");
    }
    String secret = secret(console);
    if (secret.startsWith("pk_") || secret.startsWith("whsec_")) {
      throw new CliError(
          "this is not the secret of an API key",
          "The secret begins with sk_ and was shown when the key was made.");
    }
    return new Access(Access.url(address), keyText, secret, null, null, "what you entered");
  }

  /** A secret that is typed or piped in goes to no address that the environment names alone. */
  private @Nullable String urlVariable() {
    boolean isWhole =
        around().variable("PAYLINK_API_KEY") != null
            && around().variable("PAYLINK_SECRET_KEY") != null;
    return isWhole ? "PAYLINK_URL" : null;
  }

  private String given(
      @Nullable Console console,
      String prompt,
      @Nullable String option,
      @Nullable String variable,
      String optionName) {
    String value = option == null && variable != null ? around().variable(variable) : option;
    if (value == null && console != null) {
      value = console.readLine("%s", prompt);
    }
    if (value == null || value.isBlank()) {
      throw misuse(optionName + " is missing, and there is no terminal to ask on");
    }
    return value.strip();
  }

  private String secret(@Nullable Console console) throws IOException {
    String value = around().variable("PAYLINK_SECRET_KEY");
    if (value == null && console != null) {
      char[] typed = console.readPassword("%s", "Secret (sk_…, not shown): ");
      value = typed == null ? null : new String(typed);
    } else if (value == null) {
      value =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    }
    if (value == null || value.isBlank()) {
      throw misuse("The secret is missing: type it, pipe it in, or set PAYLINK_SECRET_KEY");
    }
    return value.strip();
  }

  /** Makes sure that the service takes the key; returns whether the key may not read payments. */
  private boolean check(Access access) {
    try {
      new Api(access, around().clock()).get("/sdk/server/payments?limit=1");
      return false;
    } catch (CliError e) {
      if (String.valueOf(e.getMessage()).contains("SCOPE_MISSING")) {
        return true;
      }
      throw e;
    }
  }
}

package dev.paylink.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A real OpenID Connect provider (npm {@code oidc-provider}) on this machine, at the name
 * localhost: another site than 127.0.0.1. It ends with the test's process, whatever happens to
 * that.
 */
public final class IdentityProvider implements AutoCloseable {
  public static final String CLIENT = "paylink";
  public static final String SECRET = "the-secret-of-the-client";

  private static final Path FOLDER = Path.of("../contracts").toAbsolutePath().normalize();

  private final Process process;
  private final String issuer;

  private IdentityProvider(Process process, String issuer) {
    this.process = process;
    this.issuer = issuer;
  }

  /**
   * Starts a provider that says that people are in these groups.
   *
   * @param redirectUris where it sends people back to, which its issuer decides
   */
  public static IdentityProvider start(
      Function<String, List<String>> redirectUris, List<String> groups) {
    if (!Files.isDirectory(FOLDER.resolve("node_modules/oidc-provider"))) {
      throw new IllegalStateException(
          "the provider is not installed: npm ci in contracts/, which ./paylink test does");
    }
    try {
      Process process =
          new ProcessBuilder("node", "scripts/identity-provider.mjs", json(groups))
              .directory(FOLDER.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD) // it warns of what is only for tests
              .start();
      String line =
          new BufferedReader(
                  new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (line == null) {
        throw new IllegalStateException("the provider ended with " + process.onExit().join());
      }
      process
          .outputWriter(StandardCharsets.UTF_8)
          .append(json(redirectUris.apply(line)))
          .append('\n')
          .flush();
      return new IdentityProvider(process, line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String issuer() {
    return issuer;
  }

  private static String json(List<String> texts) {
    return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(",", "[", "]"));
  }

  @Override
  public void close() {
    process.destroy();
  }
}

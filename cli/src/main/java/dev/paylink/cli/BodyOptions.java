package dev.paylink.cli;

import dev.paylink.cli.io.CliError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A body, as an argument or byte by byte from a file. */
final class BodyOptions {
  @Option(
      names = "--body",
      paramLabel = "TEXT",
      description = "The body; @FILE reads it from a file (default: empty).")
  @Nullable String body;

  @Option(
      names = "--body-file",
      paramLabel = "FILE",
      description = "The body, byte by byte; - reads the standard input.")
  @Nullable String bodyFile;

  byte[] bytes() {
    if (body != null && bodyFile != null) {
      throw new CliError("Give --body or --body-file, not both");
    }
    String file = bodyFile == null && body != null && isFile(body) ? body.substring(1) : bodyFile;
    if (file == null) {
      return (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
    }
    try {
      return file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new CliError("cannot read the body from " + file + ": there is no such file");
    } catch (IOException | InvalidPathException e) {
      throw new CliError("cannot read the body from " + file + ": " + e.getMessage());
    }
  }

  /** As in curl: no JSON begins with this sign. */
  private static boolean isFile(String text) {
    return text.startsWith("@");
  }
}

package dev.paylink.cli.access;

import dev.paylink.cli.io.CliError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the service to call and the key to call it with. The first of these decides: an option, the
 * environment, the profile {@code default}, the file of a sandbox: in this folder, of the one that
 * came up last, or in the launcher's folder. A kept secret goes to no address that the environment
 * names alone, and none goes over plain http beyond this machine.
 */
public final class AccessFinder {
  private static final String SANDBOX = "data/sandbox.json";

  /** Where the launcher notes the sandboxes that came up: a process and a folder, newest first. */
  private static final String NOTED = ".build/sandbox";

  private final Surroundings around;
  private final Profiles profiles;

  public AccessFinder(Surroundings around) {
    this.around = around;
    this.profiles = new Profiles(around.settings());
  }

  /**
   * @param url replaces the address alone
   */
  public Access find(@Nullable String profile, @Nullable Path sandbox, @Nullable String url) {
    Access found = found(profile, sandbox);
    String variable = profile == null && sandbox == null ? around.variable("PAYLINK_URL") : null;
    if (url == null && variable != null && !found.url().equals(Access.url(variable))) {
      throw new CliError(
          "PAYLINK_URL is " + variable + ", but the key is of " + found.from(),
          "Set PAYLINK_API_KEY and PAYLINK_SECRET_KEY as well, unset PAYLINK_URL, or name it with --url.");
    }
    return around.requireProtected(url == null ? found : found.at(Access.url(url)));
  }

  private Access found(@Nullable String profile, @Nullable Path sandbox) {
    if (sandbox != null) {
      return Access.ofSandbox(
          Files.isDirectory(sandbox) ? sandbox.resolve("sandbox.json") : sandbox);
    }
    if (profile != null) {
      return profiles.require(profile);
    }
    Access ofVariables = ofVariables();
    if (ofVariables != null) {
      return ofVariables;
    }
    Access kept = profiles.find(Profiles.DEFAULT);
    if (kept != null) {
      return kept;
    }
    for (Path file : sandboxFiles()) {
      if (Files.exists(file)) {
        return Access.ofSandbox(file);
      }
    }
    throw new CliError(
        "no key: there is neither PAYLINK_API_KEY nor a profile, and no "
            + SANDBOX
            + " in this folder",
        "Start ./paylink sandbox here, name its file with --sandbox, or run: paylink login");
  }

  private @Nullable Access ofVariables() {
    String key = around.variable("PAYLINK_API_KEY");
    String secret = around.variable("PAYLINK_SECRET_KEY");
    if (key == null && secret == null) {
      return null;
    }
    String url = around.variable("PAYLINK_URL");
    if (key == null || secret == null || url == null) {
      String missing =
          key == null ? "PAYLINK_API_KEY" : secret == null ? "PAYLINK_SECRET_KEY" : "PAYLINK_URL";
      throw new CliError(
          missing + " is not set, but another variable of the three is",
          "Set PAYLINK_URL, PAYLINK_API_KEY and PAYLINK_SECRET_KEY together, or unset all of them.");
    }
    return new Access(Access.url(url), key, secret, null, null, "the environment");
  }

  /**
   * In the folder of the start; of the launcher's sandbox that came up last; in the launcher's
   * folder, where a file may be left over from an earlier day.
   */
  private List<Path> sandboxFiles() {
    Path here = around.folder().resolve(SANDBOX);
    String launcher = System.getProperty("paylink.home");
    if (launcher == null) {
      return List.of(here);
    }
    Path there = Path.of(launcher).resolve(SANDBOX);
    List<Path> files = new ArrayList<>();
    if (!here.toAbsolutePath().normalize().equals(there.toAbsolutePath().normalize())) {
      files.add(here);
    }
    Path last = cameUpLast(Path.of(launcher).resolve(NOTED));
    if (last != null) {
      files.add(last);
    }
    files.add(there);
    return files;
  }

  /**
   * Returns the file of the noted sandbox that came up last and still runs; if none does, of the
   * last one that has its file; null if there is none.
   */
  private static @Nullable Path cameUpLast(Path noted) {
    try {
      Path last = null;
      for (String line : Files.readAllLines(noted)) {
        String[] sandbox = line.split(" ", 2);
        Path file = Path.of(sandbox[sandbox.length - 1]).resolve("sandbox.json");
        if (Files.exists(file)) {
          if (ProcessHandle.of(Long.parseLong(sandbox[0])).isPresent()) {
            return file;
          }
          last = last == null ? file : last;
        }
      }
      return last;
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }
}

package dev.paylink.cli.access;

import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.PrivateFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The profiles that {@code login} keeps, in a file that only its owner can read. A sandbox's
 * profile names the sandbox's file, so it stays right when the sandbox gets another port or key.
 */
public final class Profiles {
  public static final String DEFAULT = "default";

  private final PrivateFile file;

  public Profiles(Path settings) {
    this.file = new PrivateFile(settings.resolve("profiles.json"));
  }

  public Path path() {
    return file.path();
  }

  public boolean isOpenToOthers() {
    return file.isOpenToOthers();
  }

  /** Returns a profile, or null when there is none of this name. */
  public @Nullable Access find(String name) {
    Json all = file.read();
    Json profile = all == null ? Json.of() : all.object("profiles").object(name);
    String sandbox = profile.text("sandbox");
    if (sandbox != null) {
      return Access.ofSandbox(Path.of(sandbox));
    }
    String url = profile.text("url");
    String key = profile.text("key");
    String secret = profile.text("secret");
    if (url == null || key == null || secret == null) {
      return null;
    }
    return new Access(Access.url(url), key, secret, null, null, "the profile " + name);
  }

  /** Returns a profile that must be there. */
  Access require(String name) {
    Access access = find(name);
    if (access == null) {
      throw new CliError(
          "there is no profile " + name + " in " + path(),
          "Make it: paylink login --profile " + name);
    }
    return access;
  }

  public void keep(String name, Access access) {
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new CliError("a profile's name has letters, digits, . _ and -, up to 64");
    }
    Json all = file.read();
    Json profiles = all == null ? Json.of() : all.object("profiles");
    profiles.put(
        name,
        access.sandbox() != null
            ? Json.of("sandbox", access.sandbox().toString())
            : Json.of(
                "url", access.url().toString(), "key", access.key(), "secret", access.secret()));
    file.write(Json.of("profiles", profiles));
  }
}

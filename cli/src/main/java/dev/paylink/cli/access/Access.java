package dev.paylink.cli.access;

import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.PrivateFile;
import dev.paylink.sdk.RequestSigner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A service, and the key and secret to call it with; {@code toString} shows the address alone.
 *
 * @param login e-mail address and password of a sandbox's merchant; null elsewhere
 * @param from where all of it was found, for messages
 */
public record Access(
    URI url,
    String key,
    String secret,
    @Nullable Login login,
    @Nullable Path sandbox,
    String from) {
  private static final int NAME_BYTES = 8;

  public record Login(String email, String password) {
    @Override
    public String toString() {
      return "Login[" + email + "]";
    }
  }

  /** Returns the address of a service, or says what is wrong with it. */
  public static URI url(String text) {
    return address("the address of a service", text.strip().replaceFirst("(?<=[^:/])/+$", ""));
  }

  /** Returns the address of a receiver, for which http:// may be left out. */
  public static URI receiver(String text) {
    String stripped = text.strip();
    return address(
        "the address of a receiver",
        stripped.matches("[a-zA-Z]+://.*") ? stripped : "http://" + stripped);
  }

  private static URI address(String kind, String text) {
    try {
      URI url = URI.create(text);
      String scheme = url.getScheme();
      if (url.getHost() != null && ("http".equals(scheme) || "https".equals(scheme))) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    String hint = text.contains("://") ? "" : " Did you mean http://" + text + "?";
    throw new CliError(
        "\"" + text + "\" is not " + kind,
        "It is http:// or https:// and a host, such as https://pay.example.com." + hint);
  }

  /** Reads the file that a sandbox writes. */
  public static Access ofSandbox(Path file) {
    Json json = new PrivateFile(file).read();
    if (json == null) {
      throw new CliError(
          "there is no sandbox file " + file.toAbsolutePath(),
          "Start one with ./paylink sandbox, or name its file: --sandbox DIR/sandbox.json");
    }
    String url = json.text("baseUrl");
    String key = json.text("apiKey");
    String secret = json.text("secretKey");
    if (url == null || key == null || secret == null) {
      throw new CliError(file + " is not the file of a sandbox");
    }
    Json login = json.object("login");
    String email = login.text("email");
    String password = login.text("password");
    return new Access(
        url(url),
        key,
        secret,
        email == null || password == null ? null : new Login(email, password),
        file.toAbsolutePath().normalize(),
        "the sandbox of " + file);
  }

  /** Returns the same key at another address. */
  Access at(URI other) {
    return new Access(other, key, secret, login, sandbox, from);
  }

  /** Tells whether nobody on the way reads the secret: https, or this machine itself. */
  boolean isProtected() {
    String host = url.getHost();
    return "https".equals(url.getScheme())
        || host.equalsIgnoreCase("localhost")
        || host.equals("[::1]")
        || host.matches("127(\\.[0-9]{1,3}){3}");
  }

  /** Returns a name for files about this key, which does not show it. */
  public String name() {
    byte[] hash = RequestSigner.sha256((url + " " + key).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
  }

  @Override
  public String toString() {
    return url.toString();
  }
}

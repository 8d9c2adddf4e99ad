package dev.paylink.sandbox;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.file.PrivateFiles;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code sandbox.json}: everything a script needs to use the sandbox, written when the sandbox is
 * ready, whole or not at all. A restart on the same folder keeps the merchant.
 */
public final class SandboxFile {
  private static final String NAME = "sandbox.json";
  private static final Set<String> MEMBERS =
      Set.of(
          "baseUrl",
          "internalUrl",
          "merchantId",
          "apiKey",
          "secretKey",
          "callbackSecret",
          "adminToken",
          "login");
  private static final Set<String> LOGIN_MEMBERS = Set.of("email", "password");
  private static final int MAX_LENGTH = 256;

  private final Path file;

  public SandboxFile(Path dataFolder) {
    this.file = dataFolder.resolve(NAME);
  }

  /** The ready merchant, with its owner's credentials. */
  public record Merchant(
      String merchantId, String apiKey, Secret secretKey, String email, Secret password) {}

  /** The contents of the file for a script that uses the sandbox. */
  public record Access(
      String baseUrl,
      String internalUrl,
      Secret callbackSecret,
      Secret adminToken,
      Merchant merchant) {}

  /** Writes the file, with the merchant it already names or else a new one. */
  Access write(
      BaseUrl baseUrl,
      String internalUrl,
      Secret callbackSecret,
      Secret adminToken,
      SandboxMerchant maker) {
    Merchant merchant = Files.exists(file) ? read().merchant() : maker.make();
    PrivateFiles.write(
        file,
        Json.object()
            .put("baseUrl", baseUrl.toString())
            .put("internalUrl", internalUrl)
            .put("merchantId", merchant.merchantId())
            .put("apiKey", merchant.apiKey())
            .put("secretKey", merchant.secretKey().reveal())
            .put("callbackSecret", callbackSecret.reveal())
            .put("adminToken", adminToken.reveal())
            .putObject(
                "login",
                login ->
                    login
                        .put("email", merchant.email())
                        .put("password", merchant.password().reveal()))
            .bytes());
    return new Access(baseUrl.toString(), internalUrl, callbackSecret, adminToken, merchant);
  }

  public Access read() {
    try {
      Fields fields = Fields.parse(Files.readAllBytes(file), MEMBERS);
      Fields login = fields.object("login", LOGIN_MEMBERS);
      Merchant merchant =
          new Merchant(
              member(fields, "merchantId"),
              member(fields, "apiKey"),
              new Secret(member(fields, "secretKey")),
              member(login, "email"),
              new Secret(member(login, "password")));
      return new Access(
          member(fields, "baseUrl"),
          member(fields, "internalUrl"),
          new Secret(member(fields, "callbackSecret")),
          new Secret(member(fields, "adminToken")),
          merchant);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private String member(@Nullable Fields fields, String name) {
    String value = fields == null ? null : fields.requiredText(name, MAX_LENGTH);
    if (value == null) {
      throw new IllegalStateException(file + " is damaged; delete it to get a new merchant");
    }
    return value;
  }
}

package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Key pairs with certificates that no public authority has signed, made by keytool. */
public final class TestKeys {
  private static final String PASSWORD = "password";

  private TestKeys() {}

  /** What opens the files and the keys in them. */
  public static char[] password() {
    return PASSWORD.toCharArray();
  }

  /** Adds a pair to the file, as these options of keytool say, and opens it. */
  public static KeyStore add(Path file, String... options)
      throws IOException, InterruptedException, GeneralSecurityException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD));
    command.addAll(List.of(options));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return KeyStore.getInstance(file.toFile(), password());
  }

  /** Writes the certificate and the key of an alias as PEM. */
  public static void write(KeyStore keys, String alias, Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    Files.writeString(certificate, pem("CERTIFICATE", keys.getCertificate(alias).getEncoded()));
    Files.writeString(key, pem("PRIVATE KEY", keys.getKey(alias, password()).getEncoded()));
  }

  private static String pem(String type, byte[] der) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der));
  }
}

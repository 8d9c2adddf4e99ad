package dev.paylink.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key is read from a file of its owner alone, and no message shows it. */
final class KeyFileTest {
  private static final String DIGITS =
      "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
  private static final String ACCOUNT = "0x008aeeda4d805471df9b2a5b0f38a0c3bcba786b";

  /** An example of the Web3 Secret Storage Definition. */
  private static final String PBKDF2 =
      """
      {"crypto":{"cipher":"aes-128-ctr","cipherparams":{"iv":"6087dab2f9fdbbfaddc31a909735c1e6"},
       "ciphertext":"5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46","kdf":"pbkdf2",
       "kdfparams":{"c":262144,"dklen":32,"prf":"hmac-sha256",
       "salt":"ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},
       "mac":"517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"},"version":3}
      """;

  /** What ethers writes, with little work. */
  private static final String SCRYPT =
      """
      {"version":3,"Crypto":{"cipher":"aes-128-ctr","cipherparams":{"iv":"442be446304c79dd2222338ef12a5171"},
       "ciphertext":"37fc3bdb8eeff999e777e7011b802da6622ce569e4930e01033e8d1f5fd56c77","kdf":"scrypt",
       "kdfparams":{"salt":"a3be315672059dc46a133518d0e03714d66ed677b1b48c90e15ee17a5067ede5",
       "n":4096,"dklen":32,"p":1,"r":8},
       "mac":"3c417202f5cd286206b90f016653ac79d1b3683211214bba0f5a0a087afa32b9"}}
      """;

  @TempDir private Path folder;

  @Test
  void digits_and_keystores_are_read() throws IOException {
    assertThat(KeyFile.read(file(DIGITS + "\n", "rw-------"), null).account().hex())
        .isEqualTo(ACCOUNT);
    for (String keystore : new String[] {PBKDF2, SCRYPT}) {
      assertThat(KeyFile.read(file(keystore, "r--------"), "testpassword").account().hex())
          .isEqualTo(ACCOUNT);
    }
  }

  @Test
  void what_others_can_read_or_is_no_key_is_refused_without_showing_it() throws IOException {
    for (String mode : new String[] {"rw-r-----", "rw----r--", "rwx------"}) {
      refused(file(DIGITS, mode), null, "must have mode 600");
    }
    refused(file(DIGITS.substring(1), "rw-------"), null, "not 64 hexadecimal digits");
    refused(file("0".repeat(64), "rw-------"), null, "not a key");
    refused(file(PBKDF2, "rw-------"), "wrong", "password");
    refused(file(PBKDF2, "rw-------"), null, "set the password");
    refused(file("{}", "rw-------"), "x", "");
    assertThat(RelayKey.of(DIGITS).toString()).doesNotContain(DIGITS.substring(0, 8));
  }

  private static void refused(Path file, @Nullable String password, String why) {
    assertThatThrownBy(() -> KeyFile.read(file, password))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why)
        .message()
        .doesNotContain(DIGITS.substring(0, 8));
  }

  private Path file(String text, String mode) throws IOException {
    Path file = Files.createTempFile(folder, "key", "");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return file;
  }
}

package dev.paylink.relay;

import dev.paylink.platform.crypto.Keccak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.PBEParametersGenerator;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.PKCS5S2ParametersGenerator;
import org.bouncycastle.crypto.generators.SCrypt;
import org.bouncycastle.crypto.params.KeyParameter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a key from a file that only its owner can read: 64 hexadecimal digits, or a keystore as
 * Ethereum's tools write it (version 3), with its password. No message contains what is in it.
 */
public final class KeyFile {
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final int KEY_LENGTH = 32;
  private static final int HALF = 16;
  private static final int MOST_BYTES = 16 * 1024;
  private static final int MOST_WORK = 1 << 20;
  private static final int MOST_ROUNDS = 10_000_000;

  private KeyFile() {}

  /**
   * Reads the key.
   *
   * @throws IllegalArgumentException with what is wrong with the file
   */
  public static RelayKey read(Path file, @Nullable String password) {
    try {
      if (!OWNER.containsAll(Files.getPosixFilePermissions(file))) {
        throw new IllegalArgumentException(file + " must have mode 600: others can read it");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new IllegalArgumentException(file + " is too long for a key");
      }
      String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
      return text.startsWith("{") ? keystore(file, text, password) : RelayKey.of(text);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file, e);
    }
  }

  private static RelayKey keystore(Path file, String text, @Nullable String password) {
    if (password == null) {
      throw new IllegalArgumentException(file + " is encrypted: set the password, too");
    }
    try {
      JsonNode root = JsonMapper.shared().readTree(text);
      JsonNode crypto = root.has("crypto") ? root.get("crypto") : root.path("Crypto");
      byte[] sealed = bytes(crypto.path("ciphertext"));
      byte[] key = derived(crypto, password.getBytes(StandardCharsets.UTF_8));
      byte[] mac = Keccak.hash256(Rlp.concat(Arrays.copyOfRange(key, HALF, KEY_LENGTH), sealed));
      if (!MessageDigest.isEqual(mac, bytes(crypto.path("mac")))) {
        throw new IllegalArgumentException("the password of " + file + " is wrong");
      }
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE,
          new SecretKeySpec(Arrays.copyOf(key, HALF), "AES"),
          new IvParameterSpec(bytes(crypto.at("/cipherparams/iv"))));
      return RelayKey.of(HexFormat.of().formatHex(cipher.doFinal(sealed)));
    } catch (JacksonException | GeneralSecurityException e) {
      throw new IllegalArgumentException(file + " is no keystore");
    }
  }

  private static byte[] derived(JsonNode crypto, byte[] password) {
    JsonNode how = crypto.path("kdfparams");
    byte[] salt = bytes(how.path("salt"));
    String kind = crypto.path("kdf").asString("");
    if (kind.equals("scrypt")) {
      int work = how.path("n").asInt(0);
      if (work < 2 || work > MOST_WORK) {
        throw new IllegalArgumentException("the keystore asks for too much work");
      }
      return SCrypt.generate(
          password, salt, work, how.path("r").asInt(0), how.path("p").asInt(0), KEY_LENGTH);
    }
    int rounds = how.path("c").asInt(0);
    if (!kind.equals("pbkdf2") || rounds < 1 || rounds > MOST_ROUNDS) {
      throw new IllegalArgumentException("the keystore is of an unknown kind");
    }
    PBEParametersGenerator generator = new PKCS5S2ParametersGenerator(new SHA256Digest());
    generator.init(password, salt, rounds);
    return ((KeyParameter) generator.generateDerivedMacParameters(8 * KEY_LENGTH)).getKey();
  }

  private static byte[] bytes(JsonNode node) {
    return HexFormat.of().parseHex(node.asString(""));
  }
}

package dev.paylink.platform.crypto;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.Semaphore;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2id in the PHC string format. The parameters travel with each hash, so that raising them
 * later leaves old passwords valid.
 */
public final class PasswordHash {
  // OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane.
  private static final int MEMORY_KIB = 19_456;
  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /**
   * Each hash holds 19 MiB and a core: more at once would let a flood of logins starve payments.
   */
  private static final Semaphore AT_ONCE = new Semaphore(2);

  /** Verified against when there is no such user, so that the answer takes as long as for one. */
  private static final String DECOY = of("decoy");

  private PasswordHash() {}

  public static String of(String password) {
    byte[] salt = RandomToken.bytes(SALT_BYTES);
    byte[] hash = argon2id(password, salt, MEMORY_KIB, PASSES, LANES, HASH_BYTES);
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
        .formatted(
            MEMORY_KIB, PASSES, LANES, base64.encodeToString(salt), base64.encodeToString(hash));
  }

  public static boolean matches(String password, String phc) {
    String[] parts = phc.split("\\$", -1);
    String[] parameters = parts[3].split("[=,]", -1);
    byte[] salt = Base64.getDecoder().decode(parts[4]);
    byte[] expected = Base64.getDecoder().decode(parts[5]);
    byte[] actual =
        argon2id(
            password,
            salt,
            Integer.parseInt(parameters[1]),
            Integer.parseInt(parameters[3]),
            Integer.parseInt(parameters[5]),
            expected.length);
    return MessageDigest.isEqual(expected, actual);
  }

  /** False, after the time of a real verification: the answer for a user who does not exist. */
  public static boolean matchesNobody(String password) {
    return matches(password + "\0", DECOY);
  }

  private static byte[] argon2id(
      String password, byte[] salt, int memoryKib, int passes, int lanes, int length) {
    Argon2BytesGenerator generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withSalt(salt)
            .withMemoryAsKB(memoryKib)
            .withIterations(passes)
            .withParallelism(lanes)
            .build());
    byte[] hash = new byte[length];
    AT_ONCE.acquireUninterruptibly();
    try {
      generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
    } finally {
      AT_ONCE.release();
    }
    return hash;
  }
}

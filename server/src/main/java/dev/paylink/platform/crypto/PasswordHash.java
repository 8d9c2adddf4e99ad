package dev.paylink.platform.crypto;

import dev.paylink.platform.Unavailable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2id in the PHC string format. The parameters are stored in each hash, so that raising them
 * later leaves old passwords valid.
 *
 * <p>Each hash takes 19 MiB and a core for a good part of a second. A few dedicated threads compute
 * them, so that a burst of sign-ins takes no processor from payments; when too many wait, the next
 * is {@link Unavailable}.
 */
public final class PasswordHash {
  // OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane.
  private static final int MEMORY_KIB = 19_456;
  private static final int PASSES = 2;
  private static final int LANES = 1;
  // The least that Argon2 knows, for passwords that nobody can guess.
  private static final int LEAST_MEMORY_KIB = 8;
  private static final int LEAST_PASSES = 1;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /** Set by the tests' JVM alone: their sign-ins would spend most of its time here. */
  private static final boolean LEAST_FOR_ALL =
      Boolean.getBoolean("paylink.tests.least.password.cost");

  private static final int MAX_AT_ONCE = 4;
  private static final int MAX_WAITING = 32;
  private static final ThreadPoolExecutor THREADS = threads();

  /**
   * A hash that no password has, to verify against for an unknown user, so that the answer takes as
   * long as for a known one.
   */
  static final String DECOY =
      phc(
          LEAST_FOR_ALL ? LEAST_MEMORY_KIB : MEMORY_KIB,
          LEAST_FOR_ALL ? LEAST_PASSES : PASSES,
          new byte[SALT_BYTES],
          new byte[HASH_BYTES]);

  private PasswordHash() {}

  public static String of(String password) {
    return onItsThread(
        () -> LEAST_FOR_ALL ? ofGenerated(password) : hashed(password, MEMORY_KIB, PASSES));
  }

  /** Hashes a password of so many random characters that even fast guesses never find it. */
  public static String ofGenerated(String password) {
    return hashed(password, LEAST_MEMORY_KIB, LEAST_PASSES);
  }

  private static String hashed(String password, int memoryKib, int passes) {
    byte[] salt = RandomToken.bytes(SALT_BYTES);
    return phc(
        memoryKib, passes, salt, argon2id(password, salt, memoryKib, passes, LANES, HASH_BYTES));
  }

  private static String phc(int memoryKib, int passes, byte[] salt, byte[] hash) {
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
        .formatted(
            memoryKib, passes, LANES, base64.encodeToString(salt), base64.encodeToString(hash));
  }

  public static boolean matches(String password, String phc) {
    return onItsThread(() -> isHashOf(password, phc));
  }

  private static boolean isHashOf(String password, String phc) {
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

  /** Returns false after the time of a real verification: the answer for an unknown user. */
  public static boolean matchesNobody(String password) {
    return matches(password, DECOY);
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
    generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
    return hash;
  }

  private static <T> T onItsThread(Callable<T> work) {
    Future<T> result;
    try {
      result = THREADS.submit(work);
    } catch (RejectedExecutionException e) {
      throw new Unavailable("too many passwords wait to be hashed", e);
    }
    try {
      return result.get();
    } catch (InterruptedException e) {
      result.cancel(false);
      Thread.currentThread().interrupt();
      throw new Unavailable("interrupted while a password was hashed", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a password cannot be hashed", e.getCause());
    }
  }

  /**
   * Creates a pool of half the processors, so that the other half is free for everything else. Its
   * threads have the least priority; where the JVM was started by our launcher, that makes the
   * system give them what payments leave.
   */
  @SuppressWarnings("ThreadPriorityCheck") // nothing is wrong when the system ignores it
  private static ThreadPoolExecutor threads() {
    int count = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MAX_AT_ONCE);
    return new ThreadPoolExecutor(
        count,
        count,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_WAITING),
        Thread.ofPlatform()
            .daemon()
            .priority(Thread.MIN_PRIORITY)
            .name("password-hash-", 0)
            .factory());
  }
}

package dev.paylink.merchant.signin;

import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.Base32;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Lets a user in who has lost the authenticator. 80 random bits: too many to guess, so that a fast
 * hash of it may be kept.
 */
final class RecoveryCode {
  static final int COUNT = 10;

  private static final int BYTES = 10;

  private RecoveryCode() {}

  /** A fresh set, each as {@code abcd-efgh-ijkl-mnop}. */
  static List<Secret> set() {
    return IntStream.range(0, COUNT).mapToObj(i -> random()).toList();
  }

  /** What is kept of it; dashes, blanks and capitals do not matter. */
  static byte[] hash(UserId userId, Secret typed) {
    String plain = typed.reveal().toLowerCase(Locale.ROOT).replaceAll("[-\\s]", "");
    return RequestSigner.sha256((userId + "\0" + plain).getBytes(StandardCharsets.UTF_8));
  }

  private static Secret random() {
    String text = Base32.encode(RandomToken.bytes(BYTES)).toLowerCase(Locale.ROOT);
    return new Secret(text.replaceAll("(.{4})(?=.)", "$1-"));
  }
}

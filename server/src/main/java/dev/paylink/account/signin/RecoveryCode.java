package dev.paylink.account.signin;

import dev.paylink.ids.Id;
import dev.paylink.platform.crypto.Base32;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Makes the codes for a user who has lost the authenticator. A code has 80 random bits: too many to
 * guess, so a fast hash is enough.
 */
public final class RecoveryCode {
  static final int COUNT = 10;

  private static final int BYTES = 10;

  private RecoveryCode() {}

  /** Makes a new set of codes such as {@code abcd-efgh-ijkl-mnop}. */
  public static List<Secret> set() {
    return IntStream.range(0, COUNT).mapToObj(i -> random()).toList();
  }

  /** Returns the hash to store; dashes, blanks and capitals do not matter. */
  public static byte[] hash(Id owner, Secret typed) {
    String plain = typed.reveal().toLowerCase(Locale.ROOT).replaceAll("[-\\s]", "");
    return RequestSigner.sha256((owner + "\0" + plain).getBytes(StandardCharsets.UTF_8));
  }

  private static Secret random() {
    String text = Base32.encode(RandomToken.bytes(BYTES)).toLowerCase(Locale.ROOT);
    return new Secret(text.replaceAll("(.{4})(?=.)", "$1-"));
  }
}

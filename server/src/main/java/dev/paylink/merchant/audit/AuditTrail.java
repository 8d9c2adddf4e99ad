package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import dev.paylink.sdk.RequestSigner;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that are hashed and signed, as docs/dashboard/accounts.md describes them: one netstring
 * for each field. The database writes the trail by the function {@code audit_hash}; this is the
 * same form written a second time, to check it.
 */
final class AuditTrail {
  /** What the first entry of a trail follows. */
  static final byte[] START = new byte[32];

  private static final String HEAD = "paylink audit head 1";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private AuditTrail() {}

  /** Returns the hash of an entry that follows the one with the hash {@code previous}. */
  static byte[] hash(byte[] previous, MerchantId merchantId, long number, AuditEntry entry) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(previous);
    add(bytes, merchantId.toString());
    add(bytes, Long.toString(number));
    add(bytes, entry.id().toString());
    add(bytes, time(entry.at()));
    add(bytes, entry.actor().name());
    add(bytes, entry.actor().source());
    add(bytes, entry.action());
    add(bytes, entry.before());
    add(bytes, entry.after());
    return RequestSigner.sha256(bytes.toByteArray());
  }

  /** Returns what is signed of a head. */
  static byte[] signed(MerchantId merchantId, long number, byte[] hash, Instant signedAt) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    add(bytes, HEAD);
    add(bytes, merchantId.toString());
    add(bytes, Long.toString(number));
    add(bytes, HexFormat.of().formatHex(hash));
    add(bytes, time(signedAt));
    return bytes.toByteArray();
  }

  /** Returns a time with six decimals, as the database keeps it. */
  static String time(Instant at) {
    return TIME.format(at);
  }

  private static void add(ByteArrayOutputStream bytes, @Nullable String value) {
    if (value == null) {
      bytes.write('-');
    } else {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      bytes.writeBytes((utf8.length + ":").getBytes(StandardCharsets.US_ASCII));
      bytes.writeBytes(utf8);
    }
    bytes.write(',');
  }
}

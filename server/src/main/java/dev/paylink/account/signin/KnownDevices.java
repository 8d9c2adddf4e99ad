package dev.paylink.account.signin;

import dev.paylink.account.RealmKind;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.sdk.RequestSigner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows the browsers in which somebody has signed in, by a cookie that outlives the session. Wrong
 * passwords in such a browser are counted by themselves, so that no guesses from elsewhere keep the
 * right person out. The cookie opens nothing: the password is still asked for.
 *
 * <ul>
 *   <li>It is encrypted and cannot be made up, and it is for the logins that it names only.
 *   <li>A thief of the cookie may guess only as often as an unknown browser.
 * </ul>
 */
public final class KnownDevices {
  public static final Duration LIFETIME = Duration.ofDays(30);

  /** People who share a browser; the one who signed in first is forgotten beyond this. */
  private static final int MOST = 5;

  private static final int MAX_COOKIE = 1000;
  private static final int BYTES = 16; // of the hash of a login, and of the id of a device

  private final Vault vault;
  private final RealmKind kind;
  private final InstantSource clock;

  public KnownDevices(Vault vault, RealmKind kind, InstantSource clock) {
    this.vault = vault;
    this.kind = kind;
    this.clock = clock;
  }

  /** A device as one login has it. */
  private record Device(byte[] id, Instant until) {}

  /** Returns the id of the device for this login; null when the browser is not known for it. */
  @Nullable String id(@Nullable Secret cookie, String email) {
    Device device = open(cookie).get(login(email));
    return device == null ? null : HexFormat.of().formatHex(device.id);
  }

  /** Returns the cookie of a browser in which this person has signed in just now. */
  public Secret remember(@Nullable Secret cookie, String email) {
    Map<String, Device> devices = open(cookie);
    Device before = devices.remove(login(email));
    byte[] id = before == null ? RandomToken.bytes(BYTES) : before.id;
    devices.put(login(email), new Device(id, clock.instant().plus(LIFETIME)));
    ByteBuffer plain = ByteBuffer.allocate(devices.size() * (2 * BYTES + Long.BYTES));
    devices.entrySet().stream()
        .skip(Math.max(0, devices.size() - MOST))
        .forEach(
            each ->
                plain
                    .put(HexFormat.of().parseHex(each.getKey()))
                    .put(each.getValue().id)
                    .putLong(each.getValue().until.toEpochMilli()));
    byte[] sealed = vault.seal(Arrays.copyOf(plain.array(), plain.position()), context());
    return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
  }

  /** Decrypts a cookie; whatever is not ours, or too old, knows nobody. */
  private Map<String, Device> open(@Nullable Secret cookie) {
    Map<String, Device> devices = new LinkedHashMap<>();
    if (cookie == null || cookie.reveal().length() > MAX_COOKIE) {
      return devices;
    }
    ByteBuffer plain;
    try {
      byte[] sealed = Base64.getUrlDecoder().decode(cookie.reveal());
      plain = ByteBuffer.wrap(vault.open(sealed, context()));
    } catch (IllegalArgumentException | IllegalStateException e) { // not base64, or not ours
      return devices;
    }
    while (plain.remaining() >= 2 * BYTES + Long.BYTES) {
      byte[] login = new byte[BYTES];
      byte[] id = new byte[BYTES];
      plain.get(login).get(id);
      Instant until = Instant.ofEpochMilli(plain.getLong());
      if (clock.instant().isBefore(until)) {
        devices.put(HexFormat.of().formatHex(login), new Device(id, until));
      }
    }
    return devices;
  }

  private String login(String email) {
    byte[] name = kind.limitedName(email).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(Arrays.copyOf(RequestSigner.sha256(name), BYTES));
  }

  private String context() {
    return "known device of " + kind;
  }
}

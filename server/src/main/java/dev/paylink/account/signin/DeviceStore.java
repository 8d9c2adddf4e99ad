package dev.paylink.account.signin;

import dev.paylink.account.Person;
import dev.paylink.account.Visitor;
import dev.paylink.platform.http.IpAddress;
import dev.paylink.sdk.RequestSigner;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jdbi.v3.core.Handle;

/**
 * Remembers where each user has signed in from: a browser in a network. An update of the browser or
 * another address in the network is not a new device.
 */
public final class DeviceStore {
  private static final int MAX_PER_USER = 200;

  /** The part of an address that one customer or site of a provider has. */
  private static final int NETWORK_BYTES_V4 = 3;

  private static final int NETWORK_BYTES_V6 = 6;

  private static final String HAS_ANY =
      """
      select exists (select 1 from account_device
                      where realm_id = :realm and user_id = :userId)
      """;
  private static final String REMEMBER =
      """
      insert into account_device (realm_id, user_id, device_hash)
      values (:realm, :userId, :device)
      on conflict (realm_id, user_id, device_hash) do update set last_seen_at = now()
      returning first_seen_at = now()
      """;
  private static final String FORGET_OLDEST =
      """
      delete from account_device
       where realm_id = :realm and user_id = :userId and device_hash in (
             select device_hash from account_device
              where realm_id = :realm and user_id = :userId
              order by last_seen_at desc offset :kept)
      """;

  /** Remembers the device; true when the user has signed in before, but never from here. */
  boolean isNew(Handle handle, Person person, Visitor visitor) {
    boolean hasAny = person.bindTo(handle.createQuery(HAS_ANY)).mapTo(Boolean.class).one();
    boolean added =
        person
            .bindTo(handle.createQuery(REMEMBER))
            .bind("device", hash(visitor))
            .mapTo(Boolean.class)
            .one();
    if (added) {
      person.bindTo(handle.createUpdate(FORGET_OLDEST)).bind("kept", MAX_PER_USER).execute();
    }
    return hasAny && added;
  }

  public static byte[] hash(Visitor visitor) {
    String browser =
        Objects.requireNonNullElse(visitor.userAgent(), "").replaceAll("[0-9]+([._][0-9]+)+", "");
    return RequestSigner.sha256(
        (network(visitor.source()) + ' ' + browser).getBytes(StandardCharsets.UTF_8));
  }

  private static String network(String source) {
    String literal = IpAddress.canonical(source);
    if (literal == null) { // a proxy sent something else
      return source;
    }
    try {
      byte[] address = InetAddress.getByName(literal).getAddress();
      int length = address.length == 4 ? NETWORK_BYTES_V4 : NETWORK_BYTES_V6;
      return HexFormat.of().formatHex(Arrays.copyOf(address, length));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("a literal needs no lookup: " + literal, e);
    }
  }
}

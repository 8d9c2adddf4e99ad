package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Message;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpecialAddressesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # the last before   | first              | last                | the first after
          -                   | 0.0.0.0            | 0.255.255.255       | 1.0.0.0
          9.255.255.255       | 10.0.0.0           | 10.255.255.255      | 11.0.0.0
          100.63.255.255      | 100.64.0.0         | 100.127.255.255     | 100.128.0.0
          126.255.255.255     | 127.0.0.0          | 127.255.255.255     | 128.0.0.0
          169.253.255.255     | 169.254.0.0        | 169.254.255.255     | 169.255.0.0
          172.15.255.255      | 172.16.0.0         | 172.31.255.255      | 172.32.0.0
          191.255.255.255     | 192.0.0.0          | 192.0.0.255         | 192.0.1.0
          192.0.1.255         | 192.0.2.0          | 192.0.2.255         | 192.0.3.0
          192.88.98.255       | 192.88.99.0        | 192.88.99.255       | 192.88.100.0
          192.167.255.255     | 192.168.0.0        | 192.168.255.255     | 192.169.0.0
          198.17.255.255      | 198.18.0.0         | 198.19.255.255      | 198.20.0.0
          198.51.99.255       | 198.51.100.0       | 198.51.100.255      | 198.51.101.0
          203.0.112.255       | 203.0.113.0        | 203.0.113.255       | 203.0.114.0
          223.255.255.255     | 224.0.0.0          | 255.255.255.255     | -
          -                   | ::                 | 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 2000::
          2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 2001:: | 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff | 2001:200::
          2001:db7:ffff:ffff:ffff:ffff:ffff:ffff | 2001:db8:: | 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff | 2001:db9::
          2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 2002:: | 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 2003::
          3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 3fff:: | 3fff:0fff:ffff:ffff:ffff:ffff:ffff:ffff | 3fff:1000::
          3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 4000:: | ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | -
          """)
  void a_range_ends_exactly_where_its_public_neighbours_begin(
      String before, String first, String last, String after) throws UnknownHostException {
    assertThat(kind(first)).isNotNull();
    assertThat(kind(last)).isNotNull();
    for (String neighbour : new String[] {before, after}) {
      if (!neighbour.equals("-")) {
        assertThat(kind(neighbour)).as(neighbour).isNull();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.1.2.3               | a private address
          169.254.169.254        | a link-local address
          127.0.0.1              | a loopback address
          255.255.255.255        | the broadcast address
          255.255.255.254        | reserved
          239.255.255.250        | a multicast address
          ::                     | the unspecified address
          ::1                    | a loopback address
          ::2                    | not a public address
          ::7f00:1               | not a public address
          64:ff9b::a00:1         | a NAT64 address
          64:ff9b:1::a00:1       | a NAT64 address
          64:ff9b:2::1           | not a public address
          100::1                 | not a public address
          2001::1                | a Teredo address
          2001:20::1             | reserved for protocols
          2002:7f00:1::          | a 6to4 address
          5f00::1                | not a public address
          fc00::1                | a private address
          fd12:3456::1           | a private address
          fe80::1                | a link-local address
          febf::1                | a link-local address
          fec0::1                | a private address
          ff02::1                | a multicast address
          """)
  void the_owner_reads_what_the_address_is(String address, String kind)
      throws UnknownHostException {
    assertThat(kind(address)).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "93.184.216.34",
        "192.31.196.1", // in the registry, and globally reachable there
        "192.52.193.1",
        "192.175.48.1",
        "2606:4700:4700::1111",
        "2620:4f:8000::1",
        "2a00:1450:4001:80f::200e"
      })
  void what_the_registry_calls_globally_reachable_is_public(String address)
      throws UnknownHostException {
    assertThat(kind(address)).isNull();
  }

  @Test
  void an_ipv4_address_in_ipv6_clothes_is_not_public_whatever_is_inside()
      throws UnknownHostException {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 8, 8, 8, 8};
    assertThat(SpecialAddresses.kind(Inet6Address.getByAddress(null, mapped, -1))).isNotNull();
    assertThat(kind("8.8.8.8")).isNull();
  }

  private static @Nullable String kind(String literal) throws UnknownHostException {
    Message kind = SpecialAddresses.kind(InetAddress.getByName(literal));
    return kind == null ? null : kind.english();
  }
}

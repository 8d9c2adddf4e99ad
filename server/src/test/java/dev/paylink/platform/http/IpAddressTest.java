package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IpAddressTest {
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0,             0.0.0.0",
    "10.0.0.1,            10.0.0.1",
    "255.255.255.255,     255.255.255.255",
    "::1,                 0:0:0:0:0:0:0:1",
    "0:0:0:0:0:0:0:1,     0:0:0:0:0:0:0:1",
    "2001:DB8::A,         2001:db8:0:0:0:0:0:a",
    "2001:db8:0:0::a,     2001:db8:0:0:0:0:0:a",
    "::,                  0:0:0:0:0:0:0:0",
    "::ffff:192.0.2.1,    192.0.2.1",
  })
  void an_address_has_one_spelling(String text, String canonical) {
    assertThat(IpAddress.canonical(text)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "1.2",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "999.1.1.1",
        "01.2.3.4",
        "1.2.3.4 ",
        "1.2.3.4:80",
        "[::1]",
        "::1%lo",
        ":",
        ":::",
        "1::2::3",
        "12345::",
        "g::1",
        "localhost",
        "example.com",
        "dead",
        "0x7f.1",
        "2130706433",
        "１.2.3.4",
        "unknown",
        "_hidden",
      })
  void anything_else_is_no_address(String text) {
    assertThat(IpAddress.canonical(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "203.0.113.9,                  203.0.113.9",
    "2001:db8:0:1:0:0:0:a,         2001:db8:0:1::/64",
    "2001:db8:0:1:ffff:0:0:1,      2001:db8:0:1::/64",
    "2001:db8:0:2:0:0:0:a,         2001:db8:0:2::/64",
    "fe80:0:0:0:0:0:0:1%eth0,      fe80:0:0:0::/64",
    "unknown,                      unknown",
    "1.2.3.4:80,                   1.2.3.4:80",
    "1.2.3.4 a:b:c:d:e:f:g:h,      1.2.3.4 a:b:c:d:e:f:g:h",
  })
  void a_source_is_an_ipv4_address_or_a_network_of_ipv6(String address, String network) {
    assertThat(IpAddress.network(address)).isEqualTo(network);
  }
}

package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A range ends at its last bit. */
final class IpRangeTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8,        10.255.255.255,  true",
    "10.0.0.0/8,        11.0.0.0,        false",
    "10.0.0.0/8,        9.255.255.255,   false",
    "192.0.2.128/25,    192.0.2.128,     true",
    "192.0.2.128/25,    192.0.2.127,     false",
    "192.0.2.8/30,      192.0.2.11,      true",
    "192.0.2.8/30,      192.0.2.12,      false",
    "192.0.2.9/30,      192.0.2.8,       true",
    "192.0.2.1,         192.0.2.1,       true",
    "192.0.2.1,         192.0.2.0,       false",
    "192.0.2.1/32,      192.0.2.1,       true",
    "192.0.2.1/32,      192.0.2.2,       false",
    "0.0.0.0/0,         255.1.2.3,       true",
    "0.0.0.0/0,         ::1,             false",
    "::/0,              10.0.0.1,        false",
    "::/0,              2001:db8::1,     true",
    "::ffff:10.0.0.0/8, 10.1.2.3,        true",
    "2001:db8::/33,     2001:db8:7fff::, true",
    "2001:db8::/33,     2001:db8:8000::, false",
    "2001:db8::1/128,   2001:db8::1,     true",
    "2001:db8::1/128,   2001:db8::,      false",
    "10.0.0.0/8,        unknown,         false",
    "0.0.0.0/0,         10.0.0.1:80,     false",
  })
  void address_is_in_a_range_or_not(String range, String address, boolean contained) {
    assertThat(Objects.requireNonNull(IpRange.parse(range)).contains(address)).isEqualTo(contained);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/08",
        "10.0.0.0/+8",
        "10.0.0.0/-1",
        "10.0.0.0/8/8",
        "10.0.0.0/ 8",
        "::/129",
        "::/1000",
        "10.0.0/8",
        "example.com",
      })
  void anything_else_is_no_range(String text) {
    assertThat(IpRange.parse(text)).isNull();
  }
}

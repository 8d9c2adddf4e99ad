package dev.paylink.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SourceCountsTest {
  private static final String PROXY = "10.0.0.1";

  private final SourceCounts counts = new SourceCounts(2, PROXY::equals);

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.1, true",
    "192.0.2.1, 192.0.2.2, false",
    "192.0.2.1, ::ffff:192.0.2.1, true",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff:ffff:ffff:ffff, true",
    "2001:db8:0:1::1, 2001:db8:0:2::1, false",
    "2001:db8::1, 2001:db9::1, false",
    "0.0.0.1, ::1, false",
    "255.255.255.255, ::1, false",
  })
  void a_source_is_an_ipv4_address_or_the_64_of_an_ipv6_address(
      String one, String other, boolean same) throws UnknownHostException {
    assertThat(source(one) == source(other)).isEqualTo(same);
  }

  @Test
  void a_source_enters_up_to_its_limit_and_again_when_it_has_left() throws UnknownHostException {
    long source = source("192.0.2.1");
    assertThat(counts.enter(source)).isTrue();
    assertThat(counts.enter(source)).isTrue();
    assertThat(counts.enter(source)).isFalse();
    assertThat(counts.enter(source)).isFalse();
    assertThat(counts.enter(source("192.0.2.2"))).isTrue();
    counts.leave(source);
    assertThat(counts.enter(source)).isTrue();
    assertThat(counts.enter(source)).isFalse();
  }

  @Test
  void a_trusted_proxy_is_not_counted() throws UnknownHostException {
    for (int i = 0; i < 5; i++) {
      assertThat(counts.enter(source(PROXY))).isTrue();
    }
  }

  private long source(String address) throws UnknownHostException {
    return counts.sourceOf(InetAddress.getByName(address));
  }
}

package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BackLinkTest {
  @ParameterizedTest
  @CsvSource({
    "https://shop.example, https://shop.example?paymentId=ID&status=success",
    "https://shop.example/a?x=1&y=%26%20z, https://shop.example/a?x=1&y=%26%20z&paymentId=ID&status=success",
    "https://shop.example/a?, https://shop.example/a?paymentId=ID&status=success",
    "https://shop.example/a?x&, https://shop.example/a?x&paymentId=ID&status=success",
    "https://shop.example/#/done?x=1, https://shop.example/?paymentId=ID&status=success#/done?x=1",
    "https://shop.example/?status=mine, https://shop.example/?status=mine&paymentId=ID&status=success",
  })
  void what_the_shop_has_in_its_url_stays_and_two_parameters_are_added(
      String url, String expected) {
    SamplePayment payment = new SamplePayment();
    assertThat(BackLink.of(url, payment.success()))
        .isEqualTo(expected.replace("ID", payment.success().id().toString()));
  }

  @Test
  void without_a_url_there_is_no_way_back() {
    assertThat(BackLink.of(null, new SamplePayment().success())).isNull();
  }
}

package dev.paylink.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.money.DepositAddress.Parsed;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** EIP-55 with the vectors of its own specification, each beside its nearest refused neighbour. */
final class DepositAddressTest {
  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"
      })
  void a_checksummed_address_is_accepted_as_it_is(String address) {
    assertThat(accepted(address)).isEqualTo(address);
  }

  @Test
  void one_case_only_is_no_checksum_and_gets_it() {
    String digits = ADDRESS.substring(2);
    assertThat(accepted("0x" + digits.toLowerCase(Locale.ROOT))).isEqualTo(ADDRESS);
    assertThat(accepted("0x" + digits.toUpperCase(Locale.ROOT))).isEqualTo(ADDRESS);
  }

  @Test
  void a_wrong_letter_case_anywhere_is_refused() {
    for (int i = 2; i < ADDRESS.length(); i++) {
      char c = ADDRESS.charAt(i);
      char other = Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c);
      if (other != c) {
        refused(ADDRESS.substring(0, i) + other + ADDRESS.substring(i + 1), "checksum");
      }
    }
  }

  @Test
  void a_mistyped_digit_is_refused_and_the_right_checksum_not_told() {
    String message = refused(ADDRESS.replace("5aA", "6aA"), "checksum");
    assertThat(message).doesNotContain("0x");
  }

  @ParameterizedTest
  @CsvSource({
    "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
    "'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed '",
    "''"
  })
  void anything_but_0x_and_forty_digits_is_refused(String text) {
    refused(text, "40 hexadecimal digits");
  }

  @Test
  void the_zero_address_is_refused_and_its_neighbour_accepted() {
    refused("0x" + "0".repeat(40), "zero address");
    assertThat(accepted("0x" + "0".repeat(39) + "1")).endsWith("01");
  }

  @Test
  void an_address_without_its_checksum_cannot_exist() {
    assertThat(new DepositAddress(ADDRESS)).hasToString(ADDRESS);
    assertThatThrownBy(() -> new DepositAddress(ADDRESS.toLowerCase(Locale.ROOT)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String accepted(String text) {
    Parsed parsed = DepositAddress.parse(text);
    assertThat(parsed).isInstanceOf(Parsed.Accepted.class);
    return ((Parsed.Accepted) parsed).address().value();
  }

  private static String refused(String text, String why) {
    Parsed parsed = DepositAddress.parse(text);
    assertThat(parsed).as(text).isInstanceOf(Parsed.Faulty.class);
    assertThat(((Parsed.Faulty) parsed).message().english()).contains(why);
    return ((Parsed.Faulty) parsed).message().english();
  }
}

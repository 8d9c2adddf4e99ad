package dev.paylink.platform.id;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Seeded;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TypeIdTest {
  private static final String GOOD = "pay_01h455vb4pex5vsknk084sn02q";

  @ParameterizedTest
  @CsvSource({
    // The first is the specification's own example; the others are the ends of the range.
    "pay_01h455vb4pex5vsknk084sn02q, 01890a5d-ac96-774b-bcce-b302099a8057",
    "pay_00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
    "pay_00000000000000000000000001, 00000000-0000-0000-0000-000000000001",
    "pay_0000000000000000000000000z, 00000000-0000-0000-0000-00000000001f",
    "pay_7zzzzzzzzzzzzzzzzzzzzzzzzz, ffffffff-ffff-ffff-ffff-ffffffffffff",
  })
  void known_ids_are_written_and_read(String text, UUID id) {
    assertThat(TypeId.format("pay", id)).isEqualTo(text);
    assertThat(TypeId.parse("pay", text)).isEqualTo(id);
  }

  @Test
  void any_uuid_survives_the_round_trip() {
    Random random = Seeded.random(TypeIdTest.class);
    for (int i = 0; i < 10_000; i++) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      String text = TypeId.format("mer", id);
      assertThat(text).matches("mer_[0-7][0-9a-hjkmnp-tv-z]{25}");
      assertThat(TypeId.parse("mer", text)).isEqualTo(id);
    }
  }

  @Test
  void ids_sort_as_their_uuids_do() {
    Random random = Seeded.random(TypeIdTest.class);
    for (int i = 0; i < 1_000; i++) {
      UUID one = new UUID(random.nextLong(), random.nextLong());
      UUID other = new UUID(random.nextLong(), random.nextLong());
      int byBits = one.toString().compareTo(other.toString());
      assertThat(Integer.signum(TypeId.format("x", one).compareTo(TypeId.format("x", other))))
          .isEqualTo(Integer.signum(byBits));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "pay",
        "pay_",
        "pay_01h455vb4pex5vsknk084sn02", // one short
        "pay_01h455vb4pex5vsknk084sn02q0", // one long
        "inv_01h455vb4pex5vsknk084sn02q", // another kind of id
        "pa_01h455vb4pex5vsknk084sn02qq",
        "payy01h455vb4pex5vsknk084sn02q", // no underscore
        "PAY_01h455vb4pex5vsknk084sn02q",
        "pay-01h455vb4pex5vsknk084sn02q",
        "pay_01H455VB4PEX5VSKNK084SN02Q", // upper case
        "pay_01h455vb4pex5vsknk084sn02Q",
        "pay_81h455vb4pex5vsknk084sn02q", // more than 128 bits
        "pay_z1h455vb4pex5vsknk084sn02q",
        "pay_/1h455vb4pex5vsknk084sn02q", // before '0'
        " pay_01h455vb4pex5vsknk084sn02",
        "pay_01h455vb4pex5vsknk084sn02 ",
        "pay_01h455vb4pex5vsknk084sn02\n",
        "01890a5d-ac96-774b-bcce-b302099a8057",
      })
  void anything_but_the_one_spelling_is_refused(String text) {
    assertThat(TypeId.parse("pay", GOOD)).isNotNull();
    assertThat(TypeId.parse("pay", text)).isNull();
  }

  @Test
  void a_character_outside_the_alphabet_is_refused_at_every_place() {
    String alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    for (int place = 4; place < GOOD.length(); place++) {
      for (char c = 0; c < 0x180; c++) {
        String text = GOOD.substring(0, place) + c + GOOD.substring(place + 1);
        boolean allowed = place == 4 ? c >= '0' && c <= '7' : alphabet.indexOf(c) >= 0;
        assertThat(TypeId.parse("pay", text) != null)
            .as("character %d at %d", (int) c, place)
            .isEqualTo(allowed);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'i', 'l', 'o', 'u', 'é', '٣', '０'})
  void letters_that_could_be_misread_are_refused(char c) {
    assertThat(TypeId.parse("pay", GOOD.replace('q', c))).isNull();
  }
}

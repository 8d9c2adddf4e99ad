package dev.paylink.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.language.Words;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AuditWordsTest {
  private static final AuditWords GERMAN =
      new AuditWords(
          Objects.requireNonNull(Words.all(Texts.all(AuditPage.class)).get(Language.DE)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "link.created    | lnk_1 /l/x: Concert; 5.00 USD; any number of uses; no end"
            + " | lnk_1 /l/x: Concert; 5.00 USD; beliebig oft; ohne Ende",
        "link.changed    | lnk_1 /l/x, off: A; any amount in USD from 1 to 5; 3 uses; until 2026; then https://x"
            + " | lnk_1 /l/x, abgeschaltet: A; beliebiger Betrag in USD, ≥ 1, ≤ 5; 3-mal; bis 2026; danach https://x",
        "link.changed    | lnk_1 /l/x: Sale, off: 3 uses; any number of uses; 5.00 USD; 3 uses; no end"
            + " | lnk_1 /l/x: Sale, off: 3 uses; any number of uses; 5.00 USD; 3-mal; ohne Ende",
        "link.picture_changed | lnk_1: none | lnk_1: keines",
        "api_key.created | key_1 inactive, limit 600 | key_1 inaktiv, Limit 600",
        "api_key.rolled  | key_2 active, limit 60, scopes payments:read events:read,"
            + " expires 2027-01-01T00:00:00Z, from 192.0.2.7, 192.0.2.64/26; key_1 works until 2026-12-01T00:00:00Z"
            + " | key_2 aktiv, Limit 60, Berechtigungen payments:read events:read,"
            + " läuft ab 2027-01-01T00:00:00Z, von 192.0.2.7, 192.0.2.64/26; key_1 funktioniert bis 2026-12-01T00:00:00Z",
      })
  void value_is_in_the_language_of_its_reader(String action, String stored, String shown) {
    assertThat(GERMAN.value(entry(action, stored), stored)).isEqualTo(shown);
  }

  private static AuditEntry entry(String action, String after) {
    return new AuditEntry(
        AuditId.LAST, Instant.EPOCH, new Actor("a@b.example", "127.0.0.1"), action, null, after);
  }
}

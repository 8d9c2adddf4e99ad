package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.LetterId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.id.UuidV7;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Claims, leases and the fence, on a real database without a sender. */
final class MailStoreTest {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final MerchantId BUSY = new MerchantId(new UUID(1, 1));
  private static final MerchantId QUIET = new MerchantId(new UUID(2, 2));
  private static final MerchantId LATE = new MerchantId(new UUID(-1, -1));
  private static final MerchantId NOBODY = new MerchantId(new UUID(0, 0));

  @AutoClose private final Letterbox letters = new Letterbox();
  private final Jdbi jdbi = letters.database().jdbi();
  private final MailStore store = new MailStore();

  @Test
  void claimed_letter_is_not_given_to_another_until_its_lease_ends() throws SQLException {
    insert();
    LetterClaim first = claim().getFirst();
    assertThat(claim()).isEmpty();
    letters.passTime();
    LetterClaim second = claim().getFirst();
    assertThat(second.letter()).isEqualTo(first.letter());
    assertThat(second.attempt()).isEqualTo(1).isEqualTo(first.attempt());
    assertThat(second.claimId()).isNotEqualTo(first.claimId());
  }

  @Test
  void node_that_was_taken_over_records_nothing() throws SQLException {
    insert();
    LetterClaim first = claim().getFirst();
    letters.passTime();
    LetterClaim second = claim().getFirst();
    assertThat(record(first, LetterState.failed)).isFalse();
    assertThat(letters.count(LetterState.pending)).isOne();
    assertThat(record(second, LetterState.sent)).isTrue();
    assertThat(record(second, LetterState.failed)).isFalse();
    assertThat(letters.count(LetterState.sent)).isOne();
  }

  @Test
  void letter_that_is_given_back_can_be_claimed_at_once() throws SQLException {
    insert();
    List<LetterClaim> claims = claim();
    jdbi.useHandle(handle -> store.release(handle, claims));
    assertThat(claim()).hasSize(1);
  }

  @Test
  void claim_that_was_lost_cannot_be_given_back() throws SQLException {
    insert();
    List<LetterClaim> lost = claim();
    letters.passTime();
    LetterClaim held = claim().getFirst();
    jdbi.useHandle(handle -> store.release(handle, lost));
    assertThat(claim()).as("two nodes would send one letter").isEmpty();
    assertThat(record(held, LetterState.sent)).isTrue();
  }

  @Test
  void ended_letters_are_removed_in_time_and_pending_ones_never() throws SQLException {
    for (String age : List.of("13 days", "15 days")) {
      insert();
      record(claim().getFirst(), LetterState.sent);
      letters.sql(
          "update mail set ended_at = now() - interval '"
              + age
              + "' where ended_at > now() - interval '1 day'");
    }
    insert();
    letters.sql("update mail set created_at = now() - interval '1 year' where state = 'pending'");
    Retention.Range range =
        new Retention.Range(UuidV7.FIRST, Instant.now().minus(Duration.ofDays(14)));
    assertThat(jdbi.withHandle(handle -> store.remove(handle, range, 10)).removed()).isOne();
    assertThat(letters.stored().rows("mail")).hasSize(2);
    assertThat(letters.count(LetterState.pending)).isOne();
  }

  @Test
  void ten_thousand_letters_of_one_merchant_delay_nobody_else() throws SQLException {
    insert(BUSY, 10_000);
    insert(QUIET, 1);
    insert(null, 1); // such as the link for a lost password
    Sender.Turns turns = new Sender.Turns(store);
    assertThat(merchants(next(turns))).hasSize(Sender.MAX_PER_CLAIM).contains(QUIET, NOBODY);
    insert(LATE, 30);
    assertThat(next(turns))
        .filteredOn(claim -> LATE.equals(claim.letter().merchantId()))
        .hasSize(Sender.MAX_PER_CLAIM / 2);
    assertThat(merchants(next(turns))).contains(BUSY, LATE);
  }

  @Test
  void of_many_merchants_everybody_gets_a_turn_before_anybody_gets_a_second() throws SQLException {
    List<MerchantId> merchants = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      // Ids on both sides of the sign, by which Java and PostgreSQL would sort differently.
      merchants.add(new MerchantId(new UUID(i * 0x0800_0000_0000_0000L, i)));
      insert(merchants.getLast(), 2 * Sender.SHARE);
    }
    Sender.Turns turns = new Sender.Turns(store);
    Map<MerchantId, Integer> served = new HashMap<>();
    int batches = 30 * Sender.SHARE / Sender.MAX_PER_CLAIM;
    for (int i = 0; i < batches; i++) {
      merchants(next(turns)).forEach(merchant -> served.merge(merchant, 1, Integer::sum));
    }
    assertThat(served.keySet()).containsAll(merchants.subList(0, batches * 4));
    assertThat(served.values()).allMatch(count -> count <= Sender.SHARE);
    for (List<LetterClaim> batch = next(turns); !batch.isEmpty(); batch = next(turns)) {
      merchants(batch).forEach(merchant -> served.merge(merchant, 1, Integer::sum));
    }
    assertThat(served).hasSize(30).allSatisfy((who, count) -> assertThat(count).isEqualTo(10));
  }

  private List<LetterClaim> next(Sender.Turns turns) {
    return jdbi.withHandle(turns::next);
  }

  private static List<MerchantId> merchants(List<LetterClaim> claims) {
    return claims.stream()
        .map(claim -> Objects.requireNonNullElse(claim.letter().merchantId(), NOBODY))
        .toList();
  }

  private void insert() throws SQLException {
    insert(null, 1);
  }

  private void insert(@Nullable MerchantId merchantId, int count) throws SQLException {
    List<FrozenLetter> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      LetterId id = new LetterId(UuidV7.at(Instant.now()));
      all.add(
          new FrozenLetter(
              id,
              merchantId,
              "ada@there.example",
              "<" + id + "@pay.example>",
              "s",
              "t",
              "h",
              null));
    }
    jdbi.useHandle(handle -> store.insert(handle.getConnection(), all));
  }

  private List<LetterClaim> claim() {
    return jdbi.withHandle(
        handle ->
            store.claim(
                handle, new MailStore.Wanted(new UUID(0, 0), 10, 10, UUID.randomUUID(), LEASE)));
  }

  private boolean record(LetterClaim claim, LetterState state) {
    return jdbi.withHandle(handle -> store.record(handle, claim, state, Duration.ZERO, null));
  }
}

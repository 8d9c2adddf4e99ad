package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.LetterId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.id.UuidV7;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims, leases and the fence, on a real database without a sender. */
final class MailStoreTest {
  private static final Duration LEASE = Duration.ofMinutes(1);

  private final Letterbox letters = new Letterbox();
  private final MailStore store = new MailStore();

  @AfterEach
  void close() {
    letters.close();
  }

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
    use(
        connection -> {
          store.release(connection, claims);
          return 0;
        });
    assertThat(claim()).hasSize(1);
  }

  @Test
  void claim_that_was_lost_cannot_be_given_back() throws SQLException {
    insert();
    List<LetterClaim> lost = claim();
    letters.passTime();
    LetterClaim held = claim().getFirst();
    use(
        connection -> {
          store.release(connection, lost);
          return 0;
        });
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
    assertThat(use(connection -> store.remove(connection, range, 10)).removed()).isOne();
    assertThat(letters.stored().rows("mail")).hasSize(2);
    assertThat(letters.count(LetterState.pending)).isOne();
  }

  private void insert() throws SQLException {
    LetterId id = new LetterId(UuidV7.at(Instant.now()));
    FrozenLetter letter =
        new FrozenLetter(id, null, "ada@there.example", "<" + id + "@pay.example>", "s", "t", "h");
    use(
        connection -> {
          store.insert(connection, List.of(letter));
          return 0;
        });
  }

  private List<LetterClaim> claim() throws SQLException {
    return use(connection -> store.claim(connection, 10, LEASE));
  }

  private boolean record(LetterClaim claim, LetterState state) throws SQLException {
    return use(connection -> store.record(connection, claim, state, Duration.ZERO, null));
  }

  private <T> T use(Work<T> work) throws SQLException {
    return letters.database().jdbi().withHandle(handle -> work.with(handle.getConnection()));
  }

  private interface Work<T> {
    T with(Connection connection) throws SQLException;
  }
}

package dev.paylink.mail;

import dev.paylink.ids.LetterId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.binary.BinaryCopy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * The queue of letters in the database. All its times come from the database's clock.
 *
 * <p>Claiming walks from merchant to merchant along the index of pending letters, one probe each,
 * and takes from each no more than its share. Letters about no merchant take their turn as if they
 * had one.
 */
final class MailStore {
  private static final String COPY =
      """
      copy mail (id, merchant_id, recipient, message_id, subject, text, html, kind) from stdin binary
      """;
  private static final int COPY_COLUMNS = 8;
  private static final String HAD =
      """
      select count(*) as today,
             count(*) filter (where created_at > now() - make_interval(secs => :apart)) as within_hour
        from (select created_at from mail
               where recipient = :recipient and kind = :kind
                 and created_at > now() - interval '24 hours'
               order by created_at desc limit :most) as latest
      """;
  private static final String ANSWERED =
      "update mail set kind = null where recipient = :recipient and kind = :kind";
  // Cheap to plan, for a node that has nothing to do.
  static final String LOOK =
      """
      select (select 1 from mail where state = 'pending' and due_at <= now() order by due_at limit 1)
             is not null
      """;
  static final String CLAIM =
      """
      with recursive waiting (lane) as (
          (select coalesce(merchant_id, '00000000-0000-0000-0000-000000000001') from mail
            where state = 'pending'
              and coalesce(merchant_id, '00000000-0000-0000-0000-000000000001') > ?
            order by coalesce(merchant_id, '00000000-0000-0000-0000-000000000001') limit 1)
        union all
          select (select coalesce(merchant_id, '00000000-0000-0000-0000-000000000001') from mail
                   where state = 'pending'
                     and coalesce(merchant_id, '00000000-0000-0000-0000-000000000001') > w.lane
                   order by coalesce(merchant_id, '00000000-0000-0000-0000-000000000001') limit 1)
            from waiting w where w.lane is not null),
      due as materialized (
        select d.id
          from waiting w
         cross join lateral (
               select id from mail
                where coalesce(merchant_id, '00000000-0000-0000-0000-000000000001') = w.lane
                  and state = 'pending' and due_at <= now()
                order by due_at limit ? for update skip locked) d
         where w.lane is not null
         limit ?),
      claimed as (
        update mail m set claim_id = ?, due_at = now() + ? * interval '1 millisecond'
          from due where m.id = due.id
        returning m.id, m.merchant_id, m.recipient, m.message_id, m.subject, m.text, m.html,
                  m.created_at, m.attempts)
      select id, merchant_id, recipient, message_id, subject, text, html, created_at, attempts
        from claimed
       order by coalesce(merchant_id, '00000000-0000-0000-0000-000000000001'), id
      """;
  // Only a pending letter has a claim.
  static final String RECORD =
      """
      update mail
         set attempts = attempts + 1, state = ?, error = ?, claim_id = null,
             due_at = clock_timestamp() + ? * interval '1 millisecond',
             ended_at = case when ? then clock_timestamp() end
       where id = ? and claim_id = ?
      """;
  static final String RELEASE =
      "update mail set claim_id = null, due_at = now() where id = any(?) and claim_id = ?";
  static final String COUNT_PENDING = "select count(*) from mail where state = 'pending'";
  private static final String DEPTH =
      """
      select (select count(*) from (select 1 from mail where state = 'pending' limit :most) p) as waiting,
             (select extract(epoch from now() - due_at) from mail
               where state = 'pending' order by due_at limit 1) as oldest
      """;
  static final String REMOVE =
      """
      delete from mail where id in (
        select id from mail where ended_at < ? order by ended_at limit ?)
      """;
  // With a limit in the same statement the planner may walk through all letters instead.
  private static final String ERASE =
      """
      with theirs as materialized (
        select id from mail where recipient = :recipient and merchant_id = :merchant)
      delete from mail where id in (select id from theirs limit :most)
      """;
  private static final int MAX_ERROR = 500;

  void insert(Connection connection, List<FrozenLetter> letters) throws SQLException {
    BinaryCopy copy = new BinaryCopy(COPY_COLUMNS);
    for (FrozenLetter letter : letters) {
      copy.row()
          .uuid(letter.id().value())
          .uuid(letter.merchantId() == null ? null : letter.merchantId().value())
          .text(letter.to())
          .text(letter.messageId())
          .text(letter.subject())
          .text(letter.text())
          .text(letter.html())
          .text(letter.kind() == null ? null : letter.kind().name());
    }
    copy.send(connection, COPY);
  }

  /** Returns how many letters of a kind an address has had. */
  LetterKind.Had had(Handle handle, LetterKind kind, String recipient) {
    return handle
        .createQuery(HAD)
        .bind("recipient", recipient)
        .bind("kind", kind.name())
        .bind("apart", LetterKind.APART.toSeconds())
        .bind("most", kind.most())
        .map(
            row ->
                new LetterKind.Had(
                    row.getColumn("today", Integer.class),
                    row.getColumn("within_hour", Integer.class)))
        .one();
  }

  /** Lets the letters of a kind that an address has had no longer count. */
  void answered(Handle handle, LetterKind kind, String recipient) {
    handle.createUpdate(ANSWERED).bind("recipient", recipient).bind("kind", kind.name()).execute();
  }

  /** Tells whether a letter is due. */
  boolean look(Handle handle) {
    return handle.createQuery(LOOK).mapTo(Boolean.class).one();
  }

  /**
   * What to claim.
   *
   * @param after the merchant to continue after
   * @param perMerchant how many letters of one merchant
   */
  record Wanted(UUID after, int perMerchant, int limit, UUID claimId, Duration lease) {}

  /** Claims letters merchant by merchant, of each those that have been due for longest. */
  List<LetterClaim> claim(Handle handle, Wanted wanted) {
    long endsAtNanos = System.nanoTime() + wanted.lease.toNanos();
    return handle
        .createQuery(CLAIM)
        .bind(0, wanted.after)
        .bind(1, wanted.perMerchant)
        .bind(2, wanted.limit)
        .bind(3, wanted.claimId)
        .bind(4, wanted.lease.toMillis())
        .map(
            row ->
                new LetterClaim(
                    wanted.claimId,
                    letter(row),
                    row.getColumn("created_at", Instant.class),
                    row.getColumn("attempts", Integer.class) + 1,
                    endsAtNanos))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Records a result; returns false, and records nothing, if the claim no longer holds. */
  boolean record(
      Handle handle, LetterClaim claim, LetterState state, Duration wait, @Nullable String error) {
    return handle
            .createUpdate(RECORD)
            .bind(0, state.name())
            .bind(1, error == null ? null : shortened(error))
            .bind(2, wait.toMillis())
            .bind(3, state != LetterState.pending)
            .bind(4, claim.letter().id())
            .bind(5, claim.claimId())
            .execute()
        == 1;
  }

  /** Gives back claims of one claim id, so that another node can claim the letters at once. */
  void release(Handle handle, List<LetterClaim> claims) {
    handle
        .createUpdate(RELEASE)
        .bindArray(0, LetterId.class, claims.stream().map(claim -> claim.letter().id()).toList())
        .bind(1, claims.getFirst().claimId())
        .execute();
  }

  long countPending(Handle handle) {
    return handle.createQuery(COUNT_PENDING).mapTo(Long.class).one();
  }

  Mail.Depth depth(Handle handle, int most) {
    return handle
        .createQuery(DEPTH)
        .bind("most", most)
        .map(
            (row, context) -> {
              int waiting = row.getInt("waiting");
              double seconds = row.getDouble("oldest");
              return new Mail.Depth(
                  waiting,
                  row.wasNull() || seconds < 0
                      ? null
                      : Duration.ofMillis((long) (seconds * 1_000)));
            })
        .one();
  }

  /** Deletes the letters that ended first. */
  Retention.Step remove(Handle handle, Retention.Range range, int most) {
    int removed = handle.execute(REMOVE, range.before(), most);
    return new Retention.Step(removed, removed, range.from());
  }

  /** Deletes letters about this merchant to this address, sent or not; returns how many. */
  int erase(Handle handle, MerchantId merchant, String recipient, int most) {
    return handle
        .createUpdate(ERASE)
        .bind("merchant", merchant)
        .bind("recipient", recipient)
        .bind("most", most)
        .execute();
  }

  private static FrozenLetter letter(RowView row) {
    return new FrozenLetter(
        row.getColumn("id", LetterId.class),
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("recipient", String.class),
        row.getColumn("message_id", String.class),
        row.getColumn("subject", String.class),
        row.getColumn("text", String.class),
        row.getColumn("html", String.class),
        null);
  }

  /**
   * Shortens an error: PostgreSQL's text cannot contain NUL, and a verbose server should not fill
   * the table.
   */
  private static String shortened(String error) {
    String text = error.replace("\0", "");
    return text.length() <= MAX_ERROR ? text : text.substring(0, MAX_ERROR);
  }
}

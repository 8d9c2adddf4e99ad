package dev.paylink.mail;

import dev.paylink.ids.LetterId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.UuidV7;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Freezes letters and stores them in the caller's transaction. The sender is woken after the commit
 * and only then. If the process dies in between, the sender finds the letters by polling.
 */
public final class StoredOutbox implements Outbox {
  private final MailStore store = new MailStore();
  private final LetterLayout stationery;
  private final String domain;
  private final Runnable wake;
  private final LetterBudget budget;

  /**
   * @param domain the domain of the Message-IDs
   * @param wake called when letters are committed; must not block
   */
  StoredOutbox(LetterLayout stationery, String domain, Runnable wake, LetterBudget budget) {
    this.stationery = stationery;
    this.domain = domain;
    this.wake = wake;
    this.budget = budget;
  }

  /** A letter, and the merchant it is about, if known. */
  public record Posting(@Nullable MerchantId merchantId, Letter letter) {}

  @Override
  public void post(Handle handle, Letter letter) {
    postAll(handle, List.of(new Posting(null, letter)));
  }

  @Override
  public void post(Handle handle, MerchantId merchantId, Letter letter) {
    postAll(handle, List.of(new Posting(merchantId, letter)));
  }

  @Override
  public boolean post(Handle handle, LetterKind kind, String to, Supplier<Letter> letter) {
    if (!kind.allows(store.had(handle, kind, to))) {
      return false;
    }
    keep(handle, List.of(frozen(new Posting(null, letter.get()), false, kind)));
    return true;
  }

  @Override
  public void answered(Handle handle, LetterKind kind, String address) {
    store.answered(handle, kind, address);
  }

  @Override
  public boolean reachesPeople() {
    return true;
  }

  /**
   * Stores letters of merchants to customers in one statement; drops those over the {@link
   * LetterBudget}.
   */
  public void postToCustomers(Handle handle, List<Posting> postings) {
    keep(
        handle,
        postings.stream()
            .filter(budget::allows)
            .map(letter -> frozen(letter, true, null))
            .toList());
  }

  /** Stores many letters in one statement. */
  void postAll(Handle handle, List<Posting> postings) {
    keep(handle, postings.stream().map(letter -> frozen(letter, false, null)).toList());
  }

  private void keep(Handle handle, List<FrozenLetter> letters) {
    if (letters.isEmpty()) {
      return;
    }
    try {
      store.insert(handle.getConnection(), letters);
    } catch (SQLException e) {
      throw new IllegalStateException("could not keep " + letters.size() + " letters", e);
    }
    handle.afterCommit(wake);
  }

  private FrozenLetter frozen(Posting posting, boolean ofMerchant, @Nullable LetterKind kind) {
    LetterId id = new LetterId(UuidV7.at(Instant.now()));
    Letter letter = posting.letter;
    return new FrozenLetter(
        id,
        posting.merchantId,
        letter.to(),
        '<' + id.toString() + '@' + domain + '>',
        stationery.subject(letter),
        stationery.text(letter),
        stationery.html(letter, ofMerchant),
        kind);
  }
}

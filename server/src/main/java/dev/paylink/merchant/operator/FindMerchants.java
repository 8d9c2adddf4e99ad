package dev.paylink.merchant.operator;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Verification;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Finds merchants for the operator, however many there are: page by page, by the beginning of a
 * name or an e-mail address, by id, or in the order in which they wait for a decision.
 */
public final class FindMerchants {
  /** The most results that a search shows. */
  public static final int MAX_FOUND = 50;

  /** The number of matches of each kind that are read, before the status filters them. */
  private static final int MAX_MATCHES = 1_000;

  private static final int MAX_COUNTED = 1_000;

  /** The character that sorts after every other. */
  private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

  private final ReviewQueries queries = new ReviewQueries();
  private final MerchantStore merchants = new MerchantStore();
  private final Jdbi jdbi;

  public FindMerchants(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Some merchants, and the cursor of those that follow; null when none do. */
  public record Page(List<Merchant> merchants, @Nullable MerchantId next) {}

  /** Returns a page, newest first; only merchants older than {@code before} when it is given. */
  public Page page(@Nullable Verification status, @Nullable MerchantId before, int limit) {
    List<Merchant> found =
        jdbi.withHandle(handle -> merchants.newestFirst(handle, status, before, limit + 1));
    boolean more = found.size() > limit;
    List<Merchant> page = more ? found.subList(0, limit) : found;
    return new Page(page, more ? page.getLast().id() : null);
  }

  /** Finds merchants by id, or by how a name or e-mail address begins; newest first. */
  public List<Merchant> search(String text, @Nullable Verification status) {
    MerchantId id = MerchantId.parse(text);
    if (id != null) {
      return Stream.ofNullable(find(id))
          .filter(merchant -> status == null || merchant.verification() == status)
          .toList();
    }
    String first = text.toLowerCase(Locale.ROOT);
    return jdbi.withHandle(
        handle ->
            queries.search(handle, first, first + LAST_CHARACTER, MAX_MATCHES, status, MAX_FOUND));
  }

  private @Nullable Merchant find(MerchantId id) {
    return jdbi.withHandle(handle -> merchants.find(handle, id));
  }

  /** Returns the merchant; refuses with 404 when there is none. */
  public Merchant require(@Nullable MerchantId id) {
    Merchant merchant = id == null ? null : find(id);
    if (merchant == null) {
      throw ChangeVerification.notFound();
    }
    return merchant;
  }

  /** Returns the merchants that wait for a decision, the longest waiting first. */
  public List<Merchant> toReview(int limit) {
    return jdbi.withHandle(handle -> queries.toReview(handle, limit));
  }

  /** Returns the merchants whose new name waits for a decision, the longest waiting first. */
  public List<Merchant> toRename(int limit) {
    return jdbi.withHandle(handle -> queries.toRename(handle, limit));
  }

  /** Counts the companies and new names that wait for a decision, up to {@code MAX_COUNTED}. */
  public int countToReview() {
    return jdbi.withHandle(
        handle ->
            Math.min(
                MAX_COUNTED,
                queries.countToReview(handle, MAX_COUNTED)
                    + queries.countToRename(handle, MAX_COUNTED)));
  }
}

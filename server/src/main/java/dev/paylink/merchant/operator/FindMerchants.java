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

  /** Sorts behind whatever may follow a beginning. */
  private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

  static final String SEARCH =
      MerchantStore.SELECT
          + """
             where m.id = any(array(
                   (select id from merchant
                     where lower(business_name) ~>=~ :first and lower(business_name) ~<~ :last
                     limit :matches)
                    union all
                   (select merchant_id from merchant_user
                     where email ~>=~ :first and email ~<~ :last
                     limit :matches)))
               and (cast(:status as text) is null or m.verification = :status)
             order by m.id desc limit :limit
            """;
  static final String TO_REVIEW =
      MerchantStore.SELECT
          + """
             where m.verification = 'KybSubmitted'
             order by m.verification_since, m.id limit :limit
            """;
  static final String COUNT_TO_REVIEW =
      """
      select count(*) from (
        select 1 from merchant where verification = 'KybSubmitted' limit :most) waiting
      """;

  private final Jdbi jdbi;

  public FindMerchants(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Some merchants, and the cursor of those that follow; null when none do. */
  public record Page(List<Merchant> merchants, @Nullable MerchantId next) {}

  /** Newest first, registered before the given one when there is one. */
  public Page page(@Nullable Verification status, @Nullable MerchantId before, int limit) {
    List<Merchant> found =
        jdbi.withHandle(handle -> MerchantStore.newestFirst(handle, status, before, limit + 1));
    boolean more = found.size() > limit;
    List<Merchant> page = more ? found.subList(0, limit) : found;
    return new Page(page, more ? page.getLast().id() : null);
  }

  /** Those whose id this is, or whose name or e-mail address begins so; newest first. */
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
            handle
                .createQuery(SEARCH)
                .bind("first", first)
                .bind("last", first + LAST_CHARACTER)
                .bind("matches", MAX_MATCHES)
                .bind("status", status == null ? null : status.name())
                .bind("limit", MAX_FOUND)
                .map(MerchantStore::merchant)
                .list());
  }

  private @Nullable Merchant find(MerchantId id) {
    return jdbi.withHandle(handle -> MerchantStore.find(handle, id));
  }

  /** The merchant; 404 when there is none. */
  public Merchant require(@Nullable MerchantId id) {
    Merchant merchant = id == null ? null : find(id);
    if (merchant == null) {
      throw ChangeVerification.notFound();
    }
    return merchant;
  }

  /** Those whose company details wait for a decision, the longest waiting first. */
  public List<Merchant> toReview(int limit) {
    return jdbi.withHandle(
        handle ->
            handle.createQuery(TO_REVIEW).bind("limit", limit).map(MerchantStore::merchant).list());
  }

  /** How many wait for a decision; counted only as far as somebody would read it. */
  public int countToReview() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(COUNT_TO_REVIEW)
                .bind("most", MAX_COUNTED)
                .mapTo(Integer.class)
                .one());
  }
}

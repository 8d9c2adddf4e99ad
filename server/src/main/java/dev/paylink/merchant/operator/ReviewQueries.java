package dev.paylink.merchant.operator;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Verification;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Finds merchants of all kinds for the operator. */
final class ReviewQueries {
  static final String SEARCH =
      MerchantStore.SELECT
          + """
           where m.id = any(array(
                 (select id from merchant
                   where lower(business_name) ~>=~ :first and lower(business_name) ~<~ :last
                   limit :matches)
                  union all
                 (select realm_id from account_user
                   where email ~>=~ :first and email ~<~ :last
                     and realm_id <> '00000000-0000-0000-0000-000000000001'
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
  static final String TO_RENAME =
      MerchantStore.SELECT
          + """
           where m.pending_business_name_since is not null
           order by m.pending_business_name_since, m.id limit :limit
          """;
  static final String COUNT_TO_RENAME =
      """
      select count(*) from (
        select 1 from merchant where pending_business_name_since is not null limit :most) waiting
      """;

  static final String SUBMISSIONS =
      """
      select legal_name, country, registration_number, submitted_at from kyb_submission
       where merchant_id = :merchant order by id desc limit :limit
      """;

  /**
   * Finds merchants with a name or e-mail address from {@code first} up to, but not including,
   * {@code last}. Returns the newest first.
   */
  List<Merchant> search(
      Handle handle,
      String first,
      String last,
      int matches,
      @Nullable Verification status,
      int limit) {
    return handle
        .createQuery(SEARCH)
        .bind("first", first)
        .bind("last", last)
        .bind("matches", matches)
        .bind("status", status == null ? null : status.name())
        .bind("limit", limit)
        .map(MerchantStore::merchant)
        .list();
  }

  /** Returns the merchants that wait for a decision, the longest waiting first. */
  List<Merchant> toReview(Handle handle, int limit) {
    return handle.createQuery(TO_REVIEW).bind("limit", limit).map(MerchantStore::merchant).list();
  }

  /** Counts the merchants that wait for a decision, up to {@code most}. */
  int countToReview(Handle handle, int most) {
    return handle.createQuery(COUNT_TO_REVIEW).bind("most", most).mapTo(Integer.class).one();
  }

  /** Returns the merchants whose new name waits for a decision, the longest waiting first. */
  List<Merchant> toRename(Handle handle, int limit) {
    return handle.createQuery(TO_RENAME).bind("limit", limit).map(MerchantStore::merchant).list();
  }

  /** Counts the names that wait for a decision, up to {@code most}. */
  int countToRename(Handle handle, int most) {
    return handle.createQuery(COUNT_TO_RENAME).bind("most", most).mapTo(Integer.class).one();
  }

  /** Returns the merchant's submissions, newest first. */
  List<Merchant.Kyb> submissions(Handle handle, MerchantId merchant, int limit) {
    return handle
        .createQuery(SUBMISSIONS)
        .bind("merchant", merchant)
        .bind("limit", limit)
        .mapTo(Merchant.Kyb.class)
        .list();
  }
}

package dev.paylink.merchant.sso;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.RandomToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Keeps the domains of teams, and when the record that proves each one was last there. */
final class SsoDomainStore {
  static final int MAX_DOMAINS = 20;

  /** More teams than this cannot choose by name: the sign-in page shows no more. */
  static final int MAX_TEAMS = 20;

  private static final int TOKEN_BYTES = 24;

  private static final String OF_MERCHANT =
      """
      select merchant_id, domain, token, proven_at, seen_at, missing_since from sso_domain
       where merchant_id = :merchantId order by domain limit :limit
      """;
  private static final String LOCK =
      """
      select merchant_id, domain, token, proven_at, seen_at, missing_since from sso_domain
       where merchant_id = :merchantId and domain = :domain and token = :token
         for no key update
      """;
  private static final String INSERT =
      """
      insert into sso_domain (merchant_id, domain, token) values (:merchantId, :domain, :token)
      """;
  private static final String DELETE =
      "delete from sso_domain where merchant_id = :merchantId and domain = :domain";
  private static final String TEAMS =
      """
      select d.merchant_id, m.business_name as name, s.issuer from sso_domain d
        join merchant_sso s on s.merchant_id = d.merchant_id
        join merchant m on m.id = d.merchant_id
       where d.domain = :domain and d.proven_at is not null
       order by d.merchant_id limit :limit
      """;
  private static final String SEEN =
      """
      update sso_domain
         set proven_at = coalesce(proven_at, now()), seen_at = now(), missing_since = null,
             next_check_at = now() + make_interval(secs => :seconds)
       where merchant_id = :merchantId and domain = :domain
      """;
  private static final String MISSING =
      """
      update sso_domain
         set missing_since = coalesce(missing_since, now()),
             next_check_at = now() + make_interval(secs => :seconds)
       where merchant_id = :merchantId and domain = :domain and proven_at is not null
      """;
  private static final String LAPSE =
      """
      update sso_domain set proven_at = null
       where merchant_id = :merchantId and domain = :domain and proven_at is not null
         and coalesce(missing_since, now()) <= now() - make_interval(secs => :seconds)
      """;
  private static final String IS_PROVEN_BY_OTHERS =
      """
      select exists (select 1 from sso_domain
                      where domain = :domain and proven_at is not null
                        and merchant_id <> :merchantId
                        and proven_at > cast(:seenAt as timestamptz))
      """;
  private static final String CHECK_OTHERS =
      """
      update sso_domain set next_check_at = now()
       where domain = :domain and proven_at is not null and merchant_id <> :merchantId
      """;
  // Of all merchants. Who claims one checks it, and stores the result before the others look again.
  private static final String CLAIM =
      """
      update sso_domain set next_check_at = now() + make_interval(secs => :seconds)
       where (merchant_id, domain) in (
             select merchant_id, domain from sso_domain
              where proven_at is not null and next_check_at <= now()
              order by next_check_at limit :most
                for update skip locked)
      returning merchant_id, domain, token, proven_at, seen_at, missing_since
      """;

  /** Returns the domains of a team by name. */
  List<SsoDomain> ofMerchant(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(OF_MERCHANT)
        .bind("merchantId", merchantId)
        .bind("limit", MAX_DOMAINS)
        .mapTo(SsoDomain.class)
        .list();
  }

  /** Gives the team these domains; those that it had keep their tokens and proofs. */
  void put(Handle handle, MerchantId merchantId, List<String> domains) {
    List<String> added = new ArrayList<>(domains);
    for (SsoDomain before : ofMerchant(handle, merchantId)) {
      if (!added.remove(before.domain())) {
        bind(handle.createUpdate(DELETE), merchantId, before.domain()).execute();
      }
    }
    for (String domain : added) {
      bind(handle.createUpdate(INSERT), merchantId, domain)
          .bind("token", RandomToken.base64Url(TOKEN_BYTES))
          .execute();
    }
  }

  /** Returns the teams that have proven this domain, oldest merchant first. */
  List<SsoTeam> teams(Handle handle, String domain) {
    return handle
        .createQuery(TEAMS)
        .bind("domain", domain)
        .bind("limit", MAX_TEAMS)
        .mapTo(SsoTeam.class)
        .list();
  }

  /** Returns the domain as it is now, locked; null if the team no longer has it. */
  @Nullable SsoDomain lock(Handle handle, SsoDomain domain) {
    return bind(handle.createQuery(LOCK), domain)
        .bind("token", domain.token())
        .mapTo(SsoDomain.class)
        .findOne()
        .orElse(null);
  }

  /** Notes that the record was there, which proves the domain. */
  void seen(Handle handle, SsoDomain domain, Duration nextCheck) {
    bind(handle.createUpdate(SEEN), domain).bind("seconds", nextCheck.toSeconds()).execute();
  }

  /** Notes that the record of a proven domain was not there. */
  void missing(Handle handle, SsoDomain domain, Duration nextCheck) {
    bind(handle.createUpdate(MISSING), domain).bind("seconds", nextCheck.toSeconds()).execute();
  }

  /** Tells whether another team has proven this domain since the record was last there. */
  boolean isProvenByOthers(Handle handle, SsoDomain domain) {
    return bind(handle.createQuery(IS_PROVEN_BY_OTHERS), domain)
        .bind("seenAt", domain.seenAt())
        .mapTo(Boolean.class)
        .one();
  }

  /** Has the proofs of other teams for this domain checked soon. */
  void checkOthers(Handle handle, SsoDomain domain) {
    bind(handle.createUpdate(CHECK_OTHERS), domain).execute();
  }

  /** Ends the proof if the record is missing for at least this long; false if it is not. */
  boolean lapse(Handle handle, SsoDomain domain, Duration grace) {
    return bind(handle.createUpdate(LAPSE), domain).bind("seconds", grace.toSeconds()).execute()
        == 1;
  }

  /** Claims proven domains of any merchant whose check is due, for that long. */
  List<SsoDomain> claim(Handle handle, int most, Duration lease) {
    return handle
        .createQuery(CLAIM)
        .bind("most", most)
        .bind("seconds", lease.toSeconds())
        .mapTo(SsoDomain.class)
        .list();
  }

  private static <T extends SqlStatement<T>> T bind(T statement, SsoDomain domain) {
    return bind(statement, domain.merchantId(), domain.domain());
  }

  private static <T extends SqlStatement<T>> T bind(
      T statement, MerchantId merchantId, String domain) {
    return statement.bind("merchantId", merchantId).bind("domain", domain);
  }
}

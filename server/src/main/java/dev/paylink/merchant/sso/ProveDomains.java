package dev.paylink.merchant.sso;

import dev.paylink.account.Actor;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.dns.TxtLookup;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Verifies that domains belong to the teams that claim them, by a TXT record that only the domain's
 * owner can create.
 *
 * <ul>
 *   <li>A proven domain is checked again every day. The owners get a letter when its record is
 *       gone.
 *   <li>Seven days after the first check that did not find the record, the domain is no longer
 *       proven; at once if another team has proven it since the record was last there. Until then a
 *       record that somebody deletes by mistake stops nobody, nor two teams that share a domain.
 *   <li>A name server that fails has not said that there is no record.
 *   <li>Name servers are asked outside of transactions.
 * </ul>
 */
public final class ProveDomains {
  /** How often the service looks for checks that are due. */
  public static final Duration ROUND = Duration.ofMinutes(10);

  static final Duration GRACE = Duration.ofDays(7);

  private static final Logger LOG = System.getLogger(ProveDomains.class.getName());
  private static final Duration NEXT_CHECK = Duration.ofDays(1);
  private static final Duration NEXT_CHECK_OF_MISSING = Duration.ofHours(1);

  /** A name server that fails for longer than this is taken for a record that is gone. */
  private static final Duration OUTAGE = Duration.ofDays(2);

  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final int AT_ONCE = 20;
  private static final String PROVEN = "sso.domain_proven";
  private static final Actor SERVICE = new Actor("service", "local");

  private final SsoDomainStore store = new SsoDomainStore();
  private final MerchantStore merchants = new MerchantStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final TxtLookup lookup;
  private final AuditLog audit;
  private final RequestLimiter limiter;

  public ProveDomains(Jdbi jdbi, TxtLookup lookup, AuditLog audit, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.lookup = lookup;
    this.audit = audit;
    this.limiter = limiter;
  }

  /** Returns the domains of a team by name. */
  public List<SsoDomain> read(MerchantId merchantId) {
    return jdbi.withHandle(handle -> store.ofMerchant(handle, merchantId));
  }

  /**
   * Looks for the records of the user's team now. Refuses with 403 on a frozen account, with 404
   * where single sign-on is not set up, with 429 too many checks.
   */
  public void handle(SignedIn signedIn) {
    limiter.require(Limit.SSO_CHECKS, signedIn.merchantId());
    jdbi.useHandle(handle -> freezes.requireThawed(handle, signedIn.realm()));
    List<SsoDomain> domains = read(signedIn.merchantId());
    if (domains.isEmpty()) {
      throw ConfigureSso.notFound();
    }
    check(domains, signedIn.actor());
  }

  /** Checks again what is due, of all teams. */
  public void handleDue() {
    List<SsoDomain> due;
    do {
      due = jdbi.inTransaction(handle -> store.claim(handle, AT_ONCE, LEASE));
      check(due, SERVICE);
    } while (due.size() == AT_ONCE);
  }

  private void check(List<SsoDomain> domains, Actor actor) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<TxtLookup.Result>> results =
          domains.stream()
              .map(
                  domain ->
                      CompletableFuture.supplyAsync(
                          () -> lookup.find(domain.recordName()), threads))
              .toList();
      for (int i = 0; i < domains.size(); i++) {
        SsoDomain domain = domains.get(i);
        TxtLookup.Result result = results.get(i).join();
        if (result instanceof TxtLookup.Result.Unanswered unanswered) {
          LOG.log(
              Level.WARNING,
              "no name server answered about {0}: {1}",
              domain.recordName(),
              unanswered.why());
        }
        if (jdbi.inTransaction(handle -> record(handle, domain, result, actor))) {
          // Not in that transaction: it has a lock of this merchant, and these are others' rows.
          jdbi.useHandle(handle -> store.checkOthers(handle, domain));
        }
      }
    }
  }

  /** Stores the result; tells whether it has proven the domain just now. */
  private boolean record(Handle handle, SsoDomain asked, TxtLookup.Result result, Actor actor) {
    merchants.lock(handle, asked.merchantId()); // a freeze waits for us, or we for it
    SsoDomain domain = store.lock(handle, asked);
    if (domain == null) {
      return false; // removed meanwhile
    }
    if (result instanceof TxtLookup.Result.Found found
        && found.texts().contains(domain.recordValue())) {
      seen(handle, domain, actor);
      return !domain.isProven();
    }
    if (domain.isProven()) {
      notSeen(handle, domain, result instanceof TxtLookup.Result.Found, actor);
    }
    return false;
  }

  private void seen(Handle handle, SsoDomain domain, Actor actor) {
    if (!domain.isProven()) {
      freezes.requireThawed(handle, RealmId.of(domain.merchantId()));
      tell(handle, domain, PROVEN, actor);
    }
    store.seen(handle, domain, NEXT_CHECK);
  }

  private void notSeen(Handle handle, SsoDomain domain, boolean isGone, Actor actor) {
    boolean unseenForLong =
        domain.seenAt() == null || domain.seenAt().isBefore(Instant.now().minus(OUTAGE));
    // The new owner of the domain need not wait until the proof of the last one has lapsed.
    boolean isOthers = isGone && store.isProvenByOthers(handle, domain);
    if (store.lapse(handle, domain, isOthers ? Duration.ZERO : GRACE)) {
      tell(handle, domain, "sso.domain_lapsed", actor);
    } else if (isGone || unseenForLong) {
      if (domain.missingSince() == null) {
        tell(handle, domain, "sso.domain_missing", actor);
      }
      store.missing(handle, domain, NEXT_CHECK_OF_MISSING);
    } // otherwise the name server may have failed: the next round asks it again
  }

  private void tell(Handle handle, SsoDomain domain, String action, Actor actor) {
    String record = domain.domain() + ", TXT record " + domain.recordName();
    boolean isProof = action.equals(PROVEN);
    audit.record(
        handle,
        domain.merchantId(),
        actor,
        action,
        isProof ? null : record,
        isProof ? record : null);
  }
}

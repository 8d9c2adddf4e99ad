package dev.paylink.payment.api;

import dev.paylink.credential.KeyScope;
import dev.paylink.credential.ServerCalls;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.payment.reuse.LinkRoutes;
import dev.paylink.payment.reuse.LinkSettingsParser;
import dev.paylink.payment.reuse.MerchantLinks;
import dev.paylink.payment.reuse.UseLink;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.List;

/** The wiring of reusable links. */
public final class Links {
  private final MerchantLinks own;
  private final UseLink use;
  private final List<Route> routes;

  public Links(
      Database database,
      MerchantCalls calls,
      ServerCalls servers,
      AuditLog audit,
      Payments payments,
      RequestLimiter limiter,
      BaseUrl baseUrl,
      Vault vault) {
    LinkSettingsParser parser = new LinkSettingsParser(payments.parser(), payments.currencies());
    this.own =
        new MerchantLinks(database.jdbi(), audit, parser, limiter, baseUrl, database.clock());
    this.use =
        new UseLink(
            database.jdbi(),
            payments.create(),
            payments.currencies(),
            limiter,
            database.clock(),
            vault);
    this.routes =
        new LinkRoutes(calls, servers.shared(KeyScope.LINKS_READ, KeyScope.LINKS_WRITE), own, use)
            .routes();
  }

  public List<Route> routes() {
    return routes;
  }

  /** Returns what merchants do with their links. */
  public MerchantLinks own() {
    return own;
  }

  /** Returns what payers do with a link. */
  public UseLink use() {
    return use;
  }
}

package dev.paylink.session;

import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Cors;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.redis.Redis;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The session part, assembled: everything the rest of the service may use of it. */
public final class Sessions implements AutoCloseable {
  private final SessionKeys keys;
  private final SessionCodes codes;
  private final SessionCalls guard;
  private final ExchangeCode open;

  public Sessions(
      Jdbi jdbi,
      Vault vault,
      BaseUrl baseUrl,
      @Nullable Redis redis,
      RequestLimiter limiter,
      InstantSource clock) {
    UsedProofs used = redis == null ? new UsedProofs.Local() : new RedisProofs(redis);
    SessionKeyStore keyStore = new SessionKeyStore(vault);
    Reseal.all(jdbi, vault, keyStore);
    this.keys = new SessionKeys(jdbi, keyStore);
    SessionTokens tokens = new SessionTokens(keys, baseUrl.toString(), clock);
    RequestProofs proofs = new RequestProofs(new ProofVerifier(clock), used, baseUrl);
    this.codes = new SessionCodes(jdbi);
    this.guard = new SessionCalls(tokens, proofs, limiter);
    this.open = new ExchangeCode(codes, tokens, proofs, limiter);
  }

  /** Returns the issuer of codes for pages and merchants' backends. */
  public SessionCodes codes() {
    return codes;
  }

  /** Returns the guard of calls with a session. */
  public SessionCalls guard() {
    return guard;
  }

  public List<Route> routes() {
    return Cors.anyOrigin(Route.post("/sdk/session", open::handle));
  }

  @Override
  public void close() {
    keys.close();
  }
}

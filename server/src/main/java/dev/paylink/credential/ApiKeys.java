package dev.paylink.credential;

import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.queue.Loop;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.MerchantBudget;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.requestlog.RequestLog;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;

/** The wiring of the credential part: API keys, and the guard of calls that are made with them. */
public final class ApiKeys implements AutoCloseable {
  private static final Duration BUSY_PERIOD = Duration.ofMinutes(1);

  private final Credentials credentials;
  private final KeyUsage usage;
  private final Loop busyMerchants;
  private final ServerCalls calls;
  private final MerchantApiKeys own;

  /**
   * @param defaultLimit how many calls a minute a new key may make
   * @param merchants how many calls a minute all keys of a merchant may make together
   */
  public ApiKeys(
      Database database,
      AuditLog audit,
      FailureLimiter failures,
      SignatureCheck signatures,
      RequestLimiter limiter,
      int defaultLimit,
      MerchantBudget merchants,
      boolean testMode,
      RequestLog log,
      MeterRegistry registry) {
    this.credentials = new Credentials(database, testMode);
    this.usage = new KeyUsage(database.workers());
    BusyMerchants busy = new BusyMerchants(registry);
    this.busyMerchants = new Loop("busy-merchants", BUSY_PERIOD, busy::show).start();
    this.calls =
        new ServerCalls(
            database.jdbi(),
            new RequestAuthenticator(credentials, usage, failures, signatures, log),
            limiter,
            merchants,
            busy);
    this.own =
        new MerchantApiKeys(database.jdbi(), audit, defaultLimit, testMode, credentials::forgetAll);
    credentials.meter(registry);
  }

  /** Returns the guard of calls from merchants' servers. */
  public ServerCalls calls() {
    return calls;
  }

  public Credentials credentials() {
    return credentials;
  }

  /** Returns what is done with a merchant's keys. */
  public MerchantApiKeys own() {
    return own;
  }

  public List<Route> routes(MerchantCalls merchants) {
    return new ApiKeyRoutes(merchants, own).routes();
  }

  public List<Route> operatorRoutes(OperatorCalls operator) {
    return ApiKeyRoutes.ofOperator(operator, own);
  }

  @Override
  public void close() {
    busyMerchants.close();
    usage.close();
    credentials.close();
  }
}

package dev.paylink.webhook.endpoint;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;

/** Clients as the tests need them: for loopback, in a hurry, with a resolver that plays a part. */
public final class Clients {
  static final Duration SHORT = Duration.ofMillis(500);

  static final Resolver KNOWS_NO_NAME =
      name -> {
        throw new UnknownHostException(name);
      };

  private Clients() {}

  static WebhookClient forLoopback() {
    return new WebhookClient(Targets.of(TargetPolicy.PUBLIC_AND_LOOPBACK));
  }

  /** For what is not about time, however busy this machine is. */
  public static WebhookClient patient() {
    return with(TargetPolicy.PUBLIC_AND_LOOPBACK, Resolver.SYSTEM, Duration.ofMinutes(5));
  }

  static WebhookClient inAHurry() {
    return with(TargetPolicy.PUBLIC_AND_LOOPBACK, Resolver.SYSTEM, SHORT);
  }

  static WebhookClient with(TargetPolicy policy, Resolver resolver) {
    return with(policy, resolver, WebhookClient.BUDGET);
  }

  static WebhookClient with(TargetPolicy policy, Resolver resolver, Duration budget) {
    return with(Targets.of(policy), resolver, budget);
  }

  static WebhookClient with(Targets targets, Resolver resolver, Duration budget) {
    return new WebhookClient(targets, new Lookups(resolver), budget);
  }

  static AttemptResult post(WebhookClient client, String url) {
    return client.post(url, Map.of(), "{}".getBytes(StandardCharsets.UTF_8));
  }

  /** Posts on a thread of its own. */
  static FutureTask<AttemptResult> start(WebhookClient client, String url) {
    FutureTask<AttemptResult> outcome = new FutureTask<>(() -> post(client, url));
    Thread.ofVirtual().start(outcome);
    return outcome;
  }

  static List<InetAddress> addresses(String... literals) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String literal : literals) {
      addresses.add(InetAddress.getByName(literal));
    }
    return addresses;
  }
}

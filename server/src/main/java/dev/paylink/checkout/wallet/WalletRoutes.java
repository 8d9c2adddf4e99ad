package dev.paylink.checkout.wallet;

import dev.paylink.checkout.link.LinkCalls;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the page's script before it talks to a wallet. They answer only for an open payment
 * whose amount is known, whose time has not run out and whose merchant may accept payments: nobody
 * is led to pay what cannot settle.
 */
public final class WalletRoutes {
  private static final byte[] NOTED = Json.object().put("noted", true).bytes();

  private final LinkCalls calls;
  private final WalletPayments wallet;
  private final RelayedPayments relay;
  private final InstantSource clock;

  public WalletRoutes(
      LinkCalls calls, WalletPayments wallet, RelayedPayments relay, InstantSource clock) {
    this.calls = calls;
    this.wallet = wallet;
    this.relay = relay;
    this.clock = clock;
  }

  public List<Route> routes() {
    String path = "/pay/:paymentId/:linkToken/wallet";
    return List.of(
        Route.get(path, this::options),
        Route.post(path, this::prepare),
        Route.post(path + "/signed", this::signed),
        Route.post(path + "/relay", this::relay),
        Route.post(path + "/sent", this::sent));
  }

  private Answer options(Request request) {
    HostedPayment hosted = payable(request);
    BigDecimal amount = hosted.payment().amount();
    if (amount == null) {
      throw new Refused(Problem.conflict("AMOUNT_NOT_CHOSEN", Message.of("wallet.noamount")));
    }
    return fresh(Answer.ok(WalletJson.options(hosted.payment(), amount, wallet.options(hosted))));
  }

  private Answer prepare(Request request) {
    HostedPayment hosted = payable(request);
    WalletParser.Prepare input = WalletParser.prepare(request.jsonBody());
    WalletSteps steps = known(wallet.prepare(hosted, input.option(), input.payer(), input.nonce()));
    boolean sponsored =
        steps.canBeRelayed() && relay.sponsors(hosted, input.option(), input.payer());
    return fresh(Answer.ok(WalletJson.steps(steps, sponsored)));
  }

  private Answer signed(Request request) {
    HostedPayment hosted = payable(request);
    WalletParser.Signed input = WalletParser.signed(request.jsonBody());
    WalletCall pay =
        wallet.withSignature(
            hosted,
            input.option(),
            input.payer(),
            input.kind(),
            input.signature(),
            input.deadline());
    return fresh(Answer.ok(WalletJson.pay(known(pay))));
  }

  /** Has a relay send what the payer has signed. */
  private Answer relay(Request request) {
    HostedPayment hosted = payable(request);
    WalletParser.Signed input = WalletParser.signed(request.jsonBody());
    RelayedPayments.Result result =
        known(
            relay.relay(
                hosted,
                input.option(),
                input.payer(),
                input.kind(),
                input.signature(),
                input.deadline()));
    return switch (result) {
      case RelayedPayments.Result.Sent sent -> fresh(Answer.ok(WalletJson.relayed(sent.hash())));
      case RelayedPayments.Result.Refused refused ->
          throw new Refused(Problem.conflict("RELAY_REFUSED", Message.of("wallet.relayrefused")));
    };
  }

  /**
   * Notes that the wallet sent something, and its hash once it is known. Accepts a closed payment
   * too: the money may have been faster than this call.
   */
  private Answer sent(Request request) {
    HostedPayment hosted = open(request);
    WalletParser.Sent input = WalletParser.sent(request.jsonBody());
    if (!wallet.sent(hosted, input.option(), input.hash(), input.deadline())) {
      throw unknownOption();
    }
    return fresh(Answer.accepted(NOTED));
  }

  private HostedPayment payable(Request request) {
    HostedPayment hosted = open(request);
    if (hosted.suspended()) {
      throw new Refused(Problem.conflict("MERCHANT_SUSPENDED", Message.of("wallet.suspended")));
    }
    Payment payment = hosted.payment();
    if (!payment.status().isOpen() || !clock.instant().isBefore(payment.expiresAt())) {
      throw new Refused(Problem.conflict("PAYMENT_NOT_OPEN", Message.of("payment.notopen")));
    }
    return hosted;
  }

  private HostedPayment open(Request request) {
    HostedPayment hosted = calls.open(request);
    calls.take(Limit.WALLET_CALLS, hosted.payment());
    return hosted;
  }

  private static <T> T known(@Nullable T found) {
    if (found == null) {
      throw unknownOption();
    }
    return found;
  }

  private static Refused unknownOption() {
    return new Refused(Problem.invalidField("option", Message.of("field.option")));
  }

  private static Answer fresh(Answer answer) {
    return answer.with(Headers.CACHE_CONTROL, "no-store");
  }
}

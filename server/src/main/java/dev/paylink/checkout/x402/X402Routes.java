package dev.paylink.checkout.x402;

import dev.paylink.checkout.link.LinkCalls;
import dev.paylink.checkout.wallet.RelayedPayments.Result;
import dev.paylink.checkout.wallet.SignedTransfers;
import dev.paylink.checkout.wallet.SignedTransfers.Offer;
import dev.paylink.checkout.wallet.SignedTransfers.UnderWay;
import dev.paylink.checkout.x402.X402Parser.Payload;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentLinks;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.read.PaymentWaits;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where software pays (x402, version 2). Without a payment it answers 402 and what is to be signed;
 * with one it has a relay send it and answers 200 once the service has settled it, or 202 while it
 * is under way. The same header again is the same payment.
 */
public final class X402Routes {
  /** Nobody is asked to sign for longer. */
  private static final long MOST_SECONDS = 600;

  private static final long LEAST_SECONDS = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final String RETRY_SECONDS = "5";

  private final LinkCalls calls;
  private final SignedTransfers transfers;
  private final PaymentWaits waits;
  private final PaymentLinks links;
  private final InstantSource clock;

  public X402Routes(
      LinkCalls calls,
      SignedTransfers transfers,
      PaymentWaits waits,
      BaseUrl baseUrl,
      InstantSource clock) {
    this.calls = calls;
    this.transfers = transfers;
    this.waits = waits;
    this.links = new PaymentLinks(baseUrl);
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(Route.get("/pay/:paymentId/:linkToken/x402", this::pay));
  }

  private Answer pay(Request request) {
    HostedPayment hosted = calls.open(request);
    Payment payment = hosted.payment();
    calls.take(Limit.WALLET_CALLS, payment);
    if (payment.status() == PaymentStatus.success) {
      return paid(payment, transfers.underWay(hosted));
    }
    Instant now = clock.instant();
    if (!payment.status().isOpen() || !now.isBefore(payment.expiresAt())) {
      throw new Refused(Problem.gone("PAYMENT_NOT_OPEN", Message.of("payment.notopen")));
    }
    if (hosted.suspended()) {
      throw new Refused(Problem.conflict("MERCHANT_SUSPENDED", Message.of("wallet.suspended")));
    }
    String header = request.header(Headers.PAYMENT_SIGNATURE);
    Payload payload = header == null ? null : X402Parser.payload(header);
    UnderWay underWay = transfers.underWay(hosted);
    if (payload == null && underWay != null) {
      return pending(payment, underWay);
    }
    List<Offer> offers = transfers.offers(hosted);
    if (offers.isEmpty() && underWay == null) {
      throw new Refused(Problem.conflict("OTHER_TOKEN_UNDER_WAY", Message.of("wallet.othertoken")));
    }
    return payload == null
        ? required(hosted, ready(hosted, offers), "PAYMENT-SIGNATURE header is required", null)
        : pay(hosted, offers, payload, now);
  }

  private List<Offer> ready(HostedPayment hosted, List<Offer> offers) {
    List<Offer> ready = offers.stream().filter(it -> transfers.isReady(hosted, it)).toList();
    if (ready.isEmpty()) {
      throw away();
    }
    return ready;
  }

  private Answer pay(HostedPayment hosted, List<Offer> offers, Payload payload, Instant now) {
    Offer offer = offers.stream().filter(payload::isFor).findFirst().orElse(null);
    String fault =
        offer == null
            ? "invalid_payment_requirements"
            : fault(offer, payload, now.getEpochSecond());
    if (offer == null || fault != null) {
      return required(hosted, offers, String.valueOf(fault), payload);
    }
    return switch (transfers.pay(hosted, offer, payload.authorization())) {
      case Result.Sent sent -> settled(hosted, new UnderWay(offer.chainId(), sent.hash()));
      case Result.Refused refused -> refused(hosted, offers, payload, refused.reason());
    };
  }

  /** Returns what is wrong with a payment, in the words of the protocol; null if nothing is. */
  private static @Nullable String fault(Offer offer, Payload payload, long now) {
    if (!payload.accepted().amount().equals(offer.units())
        || !payload.value().equals(offer.units())) {
      return "invalid_exact_evm_payload_authorization_value_mismatch";
    }
    if (!payload.accepted().payTo().equals(offer.payTo()) || !payload.to().equals(offer.payTo())) {
      return "invalid_exact_evm_payload_recipient_mismatch";
    }
    if (payload.authorization().validBefore() < now + LEAST_SECONDS) {
      return "invalid_exact_evm_payload_authorization_valid_before";
    }
    return payload.authorization().validAfter() >= now
        ? "invalid_exact_evm_payload_authorization_valid_after"
        : null;
  }

  private Answer settled(HostedPayment hosted, UnderWay sent) {
    Payment payment = hosted.payment();
    Instant end = clock.instant().plus(PATIENCE);
    while (payment.status().isOpen() && clock.instant().isBefore(end)) {
      Payment before = payment;
      payment = waits.awaitChange(before, Duration.between(clock.instant(), end));
      if (payment.equals(before)) {
        break;
      }
    }
    return payment.status() == PaymentStatus.success ? paid(payment, sent) : pending(payment, sent);
  }

  private Answer refused(HostedPayment hosted, List<Offer> offers, Payload payload, String reason) {
    return switch (reason) {
      case "reverts", "reverted", "lapsed", "late", "payer" ->
          required(hosted, offers, "invalid_transaction_state", payload);
      case "other", "closed" ->
          throw new Refused(
              Problem.conflict("OTHER_TOKEN_UNDER_WAY", Message.of("wallet.othertoken")));
      default -> throw away();
    };
  }

  private static Refused away() {
    return new Refused(Problem.unavailable(Message.of("wallet.relayrefused")));
  }

  private Answer required(
      HostedPayment hosted, List<Offer> offers, String error, @Nullable Payload payload) {
    Payment payment = hosted.payment();
    long left = Duration.between(clock.instant(), payment.expiresAt()).toSeconds();
    byte[] json =
        X402Json.required(
            links.x402(payment.id(), payment.linkToken()),
            payment.description(),
            offers,
            Math.min(left, MOST_SECONDS),
            error);
    Answer answer =
        Answer.paymentRequired(json).with(Headers.PAYMENT_REQUIRED, X402Json.header(json));
    return payload == null
        ? answer
        : answer.with(
            Headers.PAYMENT_RESPONSE,
            X402Json.header(X402Json.response(false, error, payload.accepted().network(), null)));
  }

  private Answer paid(Payment payment, @Nullable UnderWay sent) {
    Answer answer = Answer.ok(state(payment, sent));
    return sent == null
        ? answer
        : answer.with(
            Headers.PAYMENT_RESPONSE,
            X402Json.header(
                X402Json.response(true, null, X402Json.network(sent.chainId()), sent.hash())));
  }

  private Answer pending(Payment payment, UnderWay sent) {
    return Answer.accepted(state(payment, sent)).with(Headers.RETRY_AFTER, RETRY_SECONDS);
  }

  private byte[] state(Payment payment, @Nullable UnderWay sent) {
    return X402Json.state(
        payment,
        sent == null ? null : sent.hash(),
        links.receipt(payment.id(), payment.linkToken()));
  }
}

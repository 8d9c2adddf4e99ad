package dev.paylink.payment.create;

import dev.paylink.credential.Caller;
import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.NewPayment;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.trace.Span;
import dev.paylink.sdk.RequestSigner;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Handles create-payment from the authenticated request to the answer: verified merchant,
 * idempotency key, body, then the writer, and one switch over every result.
 */
public final class CreatePayment {
  private static final int MAX_KEY = 255;

  private final CreatePaymentParser parser;
  private final PaymentWriter writer;
  private final PaymentJson json;

  public CreatePayment(CreatePaymentParser parser, PaymentWriter writer, PaymentJson json) {
    this.parser = parser;
    this.writer = writer;
    this.json = json;
  }

  public Answer handle(Request request, Caller caller) {
    requireVerified(caller.verification());
    String key = idempotencyKey(request, Message.of("idempotency.payment"));
    byte[] body = request.jsonBody();
    Fields fields = Fields.parse(body);
    CreatePaymentResult.Created created =
        create(caller.merchantId(), caller.payee(), key, body, fields);
    Answer answer = Answer.ok(json.created(created.payment()));
    BigDecimal amount = created.payment().amount();
    Message hint =
        parser.hint(
            fields, amount == null ? null : amount.toPlainString(), created.payment().currency());
    if (hint != null) {
      answer.with(Headers.PAYLINK_HINT, hint.english());
    }
    return created.replayed() ? answer.replayed() : answer;
  }

  /** Refuses with 403 what only a verified merchant may do. */
  public static void requireVerified(Verification verification) {
    if (verification != Verification.KybVerified) {
      throw new Rejection(
          PaymentError.MERCHANT_NOT_VERIFIED, Message.of("unverified", verification));
    }
  }

  /** Creates a payment for a verified merchant; returns what was stored, or throws a refusal. */
  public CreatePaymentResult.Created create(
      MerchantId merchant,
      @Nullable String payee,
      String idempotencyKey,
      byte[] body,
      Fields fields) {
    return switch (use(null, merchant, payee, idempotencyKey, body, fields)) {
      case CreatePaymentResult.Created created -> created;
      case CreatePaymentResult.KeyReused reused ->
          throw new Rejection(
                  PaymentError.IDEMPOTENCY_KEY_REUSED, Message.of("keyreused", reused.paymentId()))
              .with("paymentId", reused.paymentId().toString());
      case CreatePaymentResult.NoDepositAddress none ->
          throw new Rejection(PaymentError.DEPOSIT_ADDRESS_MISSING, Message.of("nodeposit"));
      case CreatePaymentResult.CurrencyNotPayable not -> throw parser.notPayable(not.currency());
      case CreatePaymentResult.Invalid invalid ->
          throw Rejection.invalid(invalid.field(), invalid.message());
      case CreatePaymentResult.LinkEnded ended ->
          throw new IllegalStateException("no link was named");
    };
  }

  /**
   * Creates a payment; throws a refusal if its fields are faulty.
   *
   * @param link the reusable link whose use it is; null if none
   */
  public CreatePaymentResult use(
      @Nullable LinkId link,
      MerchantId merchant,
      @Nullable String payee,
      String idempotencyKey,
      byte[] body,
      Fields fields) {
    CreatePaymentResult result =
        writer.store(
            new NewPayment(
                merchant,
                payee,
                idempotencyKey,
                RequestSigner.sha256(body),
                parser.parse(fields),
                LinkToken.random(),
                link));
    trace(result);
    return result;
  }

  /** Lets the trace of the outcome find this one, while the node remembers it. */
  private static void trace(CreatePaymentResult result) {
    Span span = Span.current();
    if (span != null
        && span.isRecorded()
        && result instanceof CreatePaymentResult.Created created) {
      PaymentId id = created.payment().paymentId();
      span.put("paylink.payment_id", id.toString());
      span.causes(id);
    }
  }

  /**
   * Returns the idempotency key of a call; refuses with 400 if it has none.
   *
   * @param missing what to do then
   */
  public static String idempotencyKey(Request request, Message missing) {
    @Nullable String key = request.header(Headers.X_IDEMPOTENCY_KEY);
    if (key == null || key.isEmpty()) {
      throw new Rejection(PaymentError.IDEMPOTENCY_KEY_REQUIRED, missing);
    }
    if (key.length() > MAX_KEY
        || request.isRepeated(Headers.X_IDEMPOTENCY_KEY)
        || !key.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new Rejection(PaymentError.IDEMPOTENCY_KEY_INVALID, Message.of("idempotency.invalid"));
    }
    return key;
  }
}

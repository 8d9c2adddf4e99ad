package dev.paylink.checkout;

import dev.paylink.payment.read.HostedPayment;
import dev.paylink.payment.read.Payment;
import dev.paylink.platform.json.Timestamps;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The payment page as its templates show it. {@code amount} is as people read it; null while it is
 * the payer's to choose. {@code walletWords} is empty where no wallet can pay.
 */
record PaymentView(
    Frame frame,
    HostedPayment hosted,
    Stage stage,
    @Nullable String amount,
    List<WalletWord> walletWords,
    boolean simulated,
    AmountForm form) {
  static final int REFRESH_SECONDS = 15;

  private static final int SLOW_REFRESH_SECONDS = 60;
  private static final int MAX_LARGE = 12;
  private static final int MAX_MEDIUM = 16;

  /** What was typed into the form for the amount, and what was wrong with it. */
  record AmountForm(String typed, @Nullable String error) {
    static final AmountForm EMPTY = new AmountForm("", null);
  }

  private Payment payment() {
    return hosted.payment();
  }

  String title() {
    return amount == null ? merchant() + " · " + invoiceNumber() : amount + " · " + merchant();
  }

  String merchant() {
    return hosted.merchantName();
  }

  /** The first letter of the merchant's name, whatever script it is in. */
  String monogram() {
    String name = merchant().strip();
    return name.isEmpty()
        ? "·"
        : new String(Character.toChars(Character.toUpperCase(name.codePointAt(0))));
  }

  /** How large the amount may be written to stay on one line: a class of the stylesheet. */
  String amountSize() {
    int length = amount == null ? 0 : amount.length();
    return length <= MAX_LARGE ? "large" : length <= MAX_MEDIUM ? "medium" : "small";
  }

  /** Whether a wallet can pay it, here and now. */
  boolean payable() {
    return !walletWords.isEmpty();
  }

  /** As calls write it; null while it is the payer's to choose. */
  @Nullable String exactAmount() {
    BigDecimal amount = payment().amount();
    return amount == null ? null : amount.toPlainString();
  }

  String currency() {
    return payment().currency();
  }

  @Nullable String description() {
    return payment().description();
  }

  String invoiceNumber() {
    return payment().invoiceNumber();
  }

  String paymentId() {
    return payment().id().toString();
  }

  String linkToken() {
    return payment().linkToken().text();
  }

  String status() {
    return payment().status().name();
  }

  /** The page's own path, which begins every path below it. */
  String path() {
    return CheckoutPages.path(payment());
  }

  String expiresAt() {
    return Timestamps.format(payment().expiresAt());
  }

  String expiresAtText() {
    return frame.format().time(payment().expiresAt());
  }

  /** How often the page loads itself anew without a script; 0: never, so that no typing is lost. */
  int refreshSeconds() {
    return switch (stage) {
      case AMOUNT, SUCCESS -> 0;
      case WAITING, SUBMITTED -> REFRESH_SECONDS;
      case FAILED, EXPIRED, CLOSED -> SLOW_REFRESH_SECONDS;
    };
  }

  String heading() {
    return frame.text(stage.key() + ".title", merchant());
  }

  /** The sentence below the heading. */
  String explanation() {
    boolean unnamed = amount == null && (stage == Stage.SUBMITTED || stage == Stage.SUCCESS);
    String key = stage.key() + (unnamed ? ".open" : ".text");
    return frame.text(key, merchant(), amount == null ? "" : amount);
  }

  /** Says what a test button does, or why it does nothing now. */
  String simulationText(Simulation.Outcome outcome) {
    String obstacle = obstacle(outcome);
    return frame.text(obstacle == null ? "test." + outcome.name() + ".text" : obstacle);
  }

  /** Returns the key of the reason why it cannot be simulated now; null when it can. */
  @Nullable String obstacle(Simulation.Outcome outcome) {
    return outcome.obstacle(payment(), Instant.now());
  }

  /** Returns why it failed, in words; null when the reason is unknown. */
  @Nullable String reason() {
    String reason = payment().failureReason();
    if (stage != Stage.FAILED || reason == null || reason.isBlank()) {
      return null;
    }
    String key = "reason." + reason;
    return frame.texts().has(key) ? frame.text(key) : reason;
  }

  /** Back to the shop: after success where the merchant thanks, else where it goes on. */
  @Nullable String backUrl() {
    boolean paid = stage == Stage.SUCCESS || stage == Stage.SUBMITTED;
    return BackLink.of(paid ? hosted.successUrl() : hosted.cancelUrl(), payment());
  }
}

package dev.paylink.checkout;

import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.json.Timestamps;
import gg.jte.Content;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The payment page as its templates show it. {@code amount} is formatted for people; null while the
 * payer has yet to choose it. {@code walletWords} is null if no wallet can pay. {@code apps} are
 * for payers on phones. {@code suspended} are the tokens that cannot be used now, {@code held} is
 * the one of money that waits for a decision, null if none does. {@code simulated} shows the test
 * buttons; with {@code walletSimulated} the page brings the wallet along.
 */
record PaymentView(
    Frame frame,
    HostedPayment hosted,
    Stage stage,
    @Nullable String amount,
    @Nullable Content walletWords,
    List<AppLink> apps,
    TransferView transfer,
    List<String> suspended,
    @Nullable String held,
    boolean simulated,
    boolean walletSimulated,
    AmountForm form) {
  static final int REFRESH_SECONDS = 15;

  private static final int SLOW_REFRESH_SECONDS = 60;
  private static final int MAX_LARGE = 12;
  private static final int MAX_MEDIUM = 16;

  /** The text that was typed into the amount form, and its error. */
  record AmountForm(String typed, @Nullable String error) {
    static final AmountForm EMPTY = new AmountForm("", null);
  }

  /** A link that opens this page in a wallet's own browser. */
  record AppLink(String name, String href) {
    String initial() {
      return monogram(name);
    }
  }

  private Payment payment() {
    return hosted.payment();
  }

  /** Returns what came beyond the amount, and whom to ask for it; null if nothing did. */
  @Nullable String surplus() {
    return stage == Stage.SUCCESS ? transfer.more(payment().currency()) : null;
  }

  String title() {
    return amount == null ? merchant() + " · " + invoiceNumber() : amount + " · " + merchant();
  }

  String merchant() {
    return hosted.merchantName();
  }

  /** Returns the first letter of the merchant's name, in any script. */
  String monogram() {
    return monogram(merchant());
  }

  static String monogram(String merchant) {
    String name = merchant.strip();
    return name.isEmpty()
        ? "·"
        : new String(Character.toChars(Character.toUpperCase(name.codePointAt(0))));
  }

  /** Returns the stylesheet class for the largest size at which the amount stays on one line. */
  String amountSize() {
    return size(amount);
  }

  static String size(@Nullable String amount) {
    long length = amount == null ? 0 : amount.chars().filter(PaymentView::isVisible).count();
    return length <= MAX_LARGE ? "large" : length <= MAX_MEDIUM ? "medium" : "small";
  }

  private static boolean isVisible(int character) {
    return Character.getType(character) != Character.FORMAT;
  }

  /** Tells whether a wallet can pay this payment now. */
  boolean payable() {
    return walletWords != null;
  }

  /** Tells whether the page brings along the wallet that pays, on a simulated chain. */
  boolean bringsWallet() {
    return payable() && walletSimulated;
  }

  /** Returns the amount as the reader writes numbers, or null while it is not chosen. */
  @Nullable String number() {
    BigDecimal chosen = payment().amount();
    return chosen == null ? null : frame.format().number(chosen);
  }

  /** Returns the amount as API calls write it, or null while the payer has yet to choose it. */
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

  /** Returns the page's own path, the prefix of every path below it. */
  String path() {
    return CheckoutPages.path(payment());
  }

  String expiresAt() {
    return Timestamps.format(payment().expiresAt());
  }

  String expiresAtText() {
    return frame.format().time(payment().expiresAt());
  }

  /**
   * Returns how often the page reloads without a script, or 0 for never, so that typed text is not
   * lost.
   */
  int refreshSeconds() {
    return switch (stage) {
      case AMOUNT, SUCCESS -> 0;
      case WAITING, SUBMITTED, CHECKING, HELD -> REFRESH_SECONDS;
      case FAILED, EXPIRED, CLOSED -> SLOW_REFRESH_SECONDS;
    };
  }

  /** Tells whether the page may change while the status stays, so that its script asks again. */
  boolean changesSilently() {
    return switch (stage) {
      case AMOUNT, SUCCESS, FAILED, EXPIRED, CLOSED -> false;
      case SUBMITTED, CHECKING, HELD -> true;
      case WAITING -> transfer.isOffered() || !transfer.received().isEmpty();
    };
  }

  /**
   * Tells whether the wallet is folded below the rest of the page: some of the amount has come, and
   * a wallet pays all of it again.
   */
  boolean isWalletFolded() {
    return stage == Stage.WAITING
        && transfer.hasSome()
        && (payable() || transfer.isWhole() || transfer.isOffered());
  }

  String heading() {
    if (isWalletFolded() && transfer.isWhole()) {
      return frame.text("submitted.title");
    }
    return isWalletFolded() && transfer.isOffered()
        ? frame.text("transfer.rest")
        : frame.text(stage.key() + ".title", merchant());
  }

  /** Returns the sentence below the heading. */
  String explanation() {
    if (stage == Stage.HELD && held != null) {
      return frame.text("held.text", merchant(), held);
    }
    boolean unnamed = amount == null && (stage == Stage.SUBMITTED || stage == Stage.SUCCESS);
    String key = stage.key() + (unnamed ? ".open" : ".text");
    String text = frame.text(key, merchant(), amount == null ? "" : amount);
    return stage == Stage.SUBMITTED ? text + transfer.usually() : text;
  }

  /** Returns which tokens cannot be used now, in a sentence; null if all can. */
  @Nullable String suspension() {
    return suspended.isEmpty()
        ? null
        : frame.text("pay.suspended", String.join(", ", suspended), merchant());
  }

  /** Returns what a test button does, or why it does nothing now. */
  String simulationText(Simulation.Outcome outcome) {
    String obstacle = obstacle(outcome);
    return frame.text(obstacle == null ? "test." + outcome.name() + ".text" : obstacle);
  }

  /** Returns the key of the reason why the outcome cannot be simulated now, or null if it can. */
  @Nullable String obstacle(Simulation.Outcome outcome) {
    return outcome.obstacle(payment(), Instant.now());
  }

  /** Returns how much was given back, and of how much if not of all; null if nothing was. */
  @Nullable String refunded() {
    BigDecimal refunded = payment().refunded();
    if (refunded == null || refunded.signum() == 0) {
      return null;
    }
    BigDecimal received = payment().received();
    BigDecimal whole = received == null ? payment().paidAmount() : received;
    String back = frame.format().amount(refunded, currency());
    return payment().isRefunded() || whole == null
        ? frame.text("refunded.whole", back)
        : frame.text("refunded.part", back, frame.format().amount(whole, currency()));
  }

  /** Returns why the payment failed, in words, or as it was reported; null if nobody said why. */
  @Nullable String reason() {
    String reason = payment().failureReason();
    if (stage != Stage.FAILED || reason == null || reason.isBlank()) {
      return null;
    }
    String key = "reason." + reason.strip().toLowerCase(Locale.ROOT);
    return frame.texts().has(key) ? frame.text(key) : reason;
  }

  /**
   * Returns the link back to the shop: the merchant's success URL after a payment, otherwise its
   * cancel URL.
   */
  @Nullable String backUrl() {
    return BackLink.of(stage.isPaid() ? hosted.successUrl() : hosted.cancelUrl(), payment());
  }
}

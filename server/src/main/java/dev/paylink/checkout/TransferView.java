package dev.paylink.checkout;

import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.checkout.wallet.TransferPayments.Address;
import dev.paylink.payment.HostedPayment;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Paying by a plain transfer, as the page shows it. {@code current} is the address that was asked
 * for last, null before. {@code inDispute} tells that nodes disagree about a transfer. {@code
 * surplus} is what came beyond the amount, by whichever way; null if nothing did.
 */
record TransferView(
    Frame frame,
    String merchant,
    int decimals,
    List<TransferPayments.Option> options,
    @Nullable Address current,
    List<Address> withMoney,
    List<Address> seen,
    @Nullable Duration usualTime,
    boolean inDispute,
    @Nullable BigDecimal surplus) {

  private static final int SECONDS_STEP = 5;
  private static final int MINUTES_FROM = 100;

  static TransferView of(
      Frame frame, Stage stage, HostedPayment hosted, TransferPayments transfers) {
    List<Address> shown = stage == Stage.AMOUNT ? List.of() : transfers.shown(hosted);
    BigDecimal amount = hosted.payment().amount();
    // A payer who has sent everything is not asked for it again.
    boolean isAskedFor = stage == Stage.WAITING && !isWhole(shown);
    return new TransferView(
        frame,
        hosted.merchantName(),
        amount == null ? 0 : amount.scale(),
        isAskedFor ? transfers.options(hosted) : List.of(),
        isAskedFor ? shown.stream().filter(Address::shown).findFirst().orElse(null) : null,
        hosted.payment().isGivenBack()
            ? List.of()
            : shown.stream().filter(Address::hasMoney).toList(),
        shown.stream().filter(Address::hasNews).toList(),
        usualTime(stage, hosted, shown, transfers),
        shown.stream().anyMatch(Address::disputed),
        hosted.payment().surplus());
  }

  /** Returns how long the network usually takes, once something of the payment was seen on it. */
  private static @Nullable Duration usualTime(
      Stage stage, HostedPayment hosted, List<Address> shown, TransferPayments transfers) {
    Long chain =
        stage == Stage.SUBMITTED
            ? OnChainProof.chainId(hosted.payment().transaction())
            : shown.stream()
                .filter(Address::hasNews)
                .map(Address::chainId)
                .findFirst()
                .orElse(null);
    return chain == null ? null : transfers.usualTime(hosted, chain);
  }

  /** Returns how long the network usually takes to confirm, in a sentence; empty if not known. */
  String usually() {
    if (usualTime == null) {
      return "";
    }
    long seconds = (usualTime.toSeconds() / SECONDS_STEP + 1) * SECONDS_STEP;
    return ' '
        + (seconds < MINUTES_FROM
            ? frame.text("usually.seconds", String.valueOf(seconds))
            : frame.text("usually.minutes", String.valueOf(Math.ceilDiv(seconds, 60))));
  }

  /** Returns what was seen and is not final yet. */
  String news(Address address) {
    return frame.text("transfer.seen", token(address.seen(), address), address.chainName())
        + usually();
  }

  /** Tells whether some of the amount has come, or was seen. */
  boolean hasSome() {
    return !withMoney.isEmpty() || !seen.isEmpty();
  }

  /** Tells whether the whole amount was seen, and some of it is not final yet. */
  boolean isWhole() {
    return isWhole(seen);
  }

  private static boolean isWhole(List<Address> addresses) {
    return addresses.stream().anyMatch(it -> it.hasNews() && it.missing().signum() == 0);
  }

  boolean isOffered() {
    return !options.isEmpty() || current != null;
  }

  /** Tells whether the payer may choose another token or network than the one that is shown. */
  boolean isChoice() {
    return options.size() > 1 || current == null;
  }

  boolean isShown(TransferPayments.Option option) {
    return current != null && option.id().equals(current.chainId() + ":" + current.token());
  }

  /** Returns what came, so that the page's script sees a change. */
  String received() {
    return String.join(
        " ",
        Stream.concat(
                withMoney.stream().map(it -> it.received().add(it.late()).toPlainString()),
                seen.stream().map(it -> "+" + it.seen().toPlainString()))
            .toList());
  }

  /** Returns the amount to send, as it can be pasted: to the last unit, and no thousands. */
  String plainAmount(Address address) {
    return exact(address.missing()).toPlainString();
  }

  /** Returns the amount to send, for people. */
  String amount(Address address) {
    return token(address.missing(), address);
  }

  /** Returns the QR code of a text as the source of an image. */
  static String qr(String text) {
    return "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(QrCode.svg(text));
  }

  /** Returns what came so far by transfer, and what is missing. */
  String progress(Address address) {
    return frame.text(
        "transfer.received",
        token(address.received(), address),
        amount(address),
        address.chainName());
  }

  /** Returns what came to a payment that ended without it. */
  String remark(Address address) {
    return frame.text(
        "transfer.came", token(address.received().add(address.late()), address), merchant);
  }

  /** Tells whether there is money at the address that did not pay the payment. */
  static boolean hasRemark(Stage stage) {
    return stage == Stage.FAILED || stage == Stage.EXPIRED;
  }

  /**
   * Returns what came beyond the amount: in the token, where all of it lies in one; null if nothing
   * did.
   *
   * @param currency the payment's
   */
  @Nullable String more(String currency) {
    if (surplus == null) {
      return null;
    }
    String what =
        withMoney.stream()
            .filter(it -> it.surplus().compareTo(surplus) == 0)
            .map(it -> token(it.surplus(), it))
            .findFirst()
            .orElseGet(() -> frame.format().amount(surplus, currency));
    return frame.text("transfer.surplus", what, merchant);
  }

  private String token(BigDecimal amount, Address address) {
    return frame.format().withCode(exact(amount), address.token());
  }

  private BigDecimal exact(BigDecimal amount) {
    BigDecimal exact = amount.stripTrailingZeros();
    return exact.setScale(Math.max(decimals, exact.scale()));
  }
}

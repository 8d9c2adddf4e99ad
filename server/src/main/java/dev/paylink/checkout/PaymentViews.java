package dev.paylink.checkout;

import dev.paylink.checkout.wallet.Suspensions;
import dev.paylink.checkout.wallet.TransferPayments;
import dev.paylink.checkout.wallet.WalletApp;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Templates;
import gg.jte.Content;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the view of the payment page from a payment and the abilities of this instance. */
final class PaymentViews {
  private final Map<Language, Content> walletWords = new EnumMap<>(Language.class);
  private final @Nullable WalletPayments wallet;
  private final List<WalletApp> apps;
  private final BaseUrl baseUrl;
  private final TransferPayments transfers;
  private final Suspensions suspensions;
  private final boolean simulated;
  private final InstantSource clock;

  PaymentViews(
      Templates templates,
      Map<Language, Texts> texts,
      @Nullable WalletPayments wallet,
      List<WalletApp> apps,
      BaseUrl baseUrl,
      TransferPayments transfers,
      Suspensions suspensions,
      boolean simulated,
      InstantSource clock) {
    texts.forEach(
        (language, all) ->
            walletWords.put(language, templates.fixed("checkout/words.jte", WalletWord.all(all))));
    this.wallet = wallet;
    this.apps = apps;
    this.baseUrl = baseUrl;
    this.transfers = transfers;
    this.suspensions = suspensions;
    this.simulated = simulated;
    this.clock = clock;
  }

  PaymentView of(Frame frame, HostedPayment hosted, PaymentView.AmountForm form) {
    Payment payment = hosted.payment();
    BigDecimal amount = payment.paidAmount();
    Stage stage = Stage.of(hosted, clock.instant());
    TransferView transfer = TransferView.of(frame, stage, hosted, transfers);
    String held = suspensions.held(hosted);
    return new PaymentView(
        frame,
        hosted,
        held != null ? stage.held() : transfer.inDispute() ? stage.inDispute(hosted) : stage,
        amount == null ? null : frame.format().amount(amount, payment.currency()),
        isPayable(stage, hosted) ? walletWords.get(frame.language()) : null,
        frame.phone() ? links(payment) : List.of(),
        transfer,
        stage == Stage.WAITING ? suspensions.suspended(hosted) : List.of(),
        held,
        simulated,
        wallet != null && wallet.isSimulated(),
        form);
  }

  /** Tells whether the payment can be paid now. */
  boolean isOpen(HostedPayment hosted) {
    return Stage.of(hosted, clock.instant()) == Stage.WAITING;
  }

  private boolean isPayable(Stage stage, HostedPayment hosted) {
    return stage == Stage.WAITING && wallet != null && !wallet.options(hosted).isEmpty();
  }

  private List<PaymentView.AppLink> links(Payment payment) {
    String url = baseUrl.resolve(CheckoutPages.path(payment));
    return apps.stream().map(app -> new PaymentView.AppLink(app.name(), app.link(url))).toList();
  }
}

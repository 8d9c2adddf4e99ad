package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Templates;
import gg.jte.Content;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages made of values that no call lets in, or that no instance has yet. */
final class CheckoutPagesTest {
  private static final String HOSTILE =
      "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;{0}${7*7}`";
  private static final CheckoutPages PAGES = new CheckoutPages(new Templates());
  private static final Frame LIVE =
      Frame.of(
          new CheckoutPages.Setting(
              Texts.all(Checkout.class),
              new Assets("/assets", Checkout.class, Checkout.FILES),
              false),
          "en",
          null);
  private static final Content WORDS =
      new Templates().fixed("checkout/words.jte", WalletWord.all(LIVE.texts()));

  @ParameterizedTest
  @EnumSource(PaymentStatus.class)
  void hostile_text_stays_text_wherever_it_stands(PaymentStatus status) {
    HostedPayment hosted = hosted(status, HOSTILE);
    assertHarmless(page(hosted, WORDS));
    OnChainProof proof =
        new OnChainProof(
            List.of(new OnChainProof.Transfer(HOSTILE, HOSTILE, HOSTILE, HOSTILE, BigDecimal.ONE)),
            null,
            HOSTILE,
            HOSTILE);
    assertHarmless(text(PAGES.receipt(new ReceiptView(LIVE, hosted, proof))));
  }

  @Test
  void where_a_wallet_can_pay_the_page_has_a_place_for_it_and_names_no_address_to_send_to() {
    HostedPayment hosted = hosted(PaymentStatus.created, "A-77");
    assertThat(page(hosted, WORDS))
        .contains("id=\"wallet\"", "data-word=\"rejected\">You declined in {wallet}.")
        .contains("<noscript><p class=\"warning\">Paying with a wallet needs JavaScript.")
        .doesNotContain("Test mode")
        .doesNotContain("data-link-token");
    assertThat(page(hosted, null))
        .contains("cannot be paid by wallet here yet")
        .doesNotContain("id=\"wallet\"");
  }

  static void assertHarmless(String html) {
    assertThat(html).doesNotContain("<script>").doesNotContain("<img src=x").doesNotContain("49`");
    assertThat(html.replaceAll("<img (src=\"/pay/|alt=\"\" width)[^>]*>", ""))
        .doesNotContain("<img");
    assertThat(html).doesNotContainPattern("<[^>]* on[a-z]+=");
  }

  private static HostedPayment hosted(PaymentStatus status, String text) {
    String url = "https://shop.example/?a=" + text;
    return new HostedPayment(
        new SamplePayment().as(status, text), text, false, text, null, url, url);
  }

  private static String page(HostedPayment hosted, @Nullable Content words) {
    Stage stage = Stage.of(hosted, Instant.EPOCH);
    return text(
        PAGES.payment(
            new PaymentView(
                LIVE,
                hosted,
                stage,
                "$125.50",
                words,
                List.of(new PaymentView.AppLink(HOSTILE, "https://a.example/" + HOSTILE)),
                new TransferView(
                    LIVE,
                    hosted.merchantName(),
                    2,
                    List.of(),
                    null,
                    List.of(),
                    List.of(),
                    null,
                    false,
                    null),
                List.of(),
                null,
                false,
                false,
                PaymentView.AmountForm.EMPTY)));
  }

  private static String text(byte[] page) {
    return new String(page, StandardCharsets.UTF_8);
  }
}

package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnknownLinkTest extends PageTest {
  private static final String UNKNOWN = "/pay/pay_01jgfj2v00e8z9y3m5k7n9q1s3/";
  private static final int MISSES_PER_MINUTE = 60;

  @Test
  void an_unknown_link_is_told_in_the_visitors_language() {
    Reply reply = service.browser().with("Accept-Language", "fr").get(UNKNOWN + "abc");
    assertThat(reply.expect(404).body())
        .contains("<html lang=\"fr\"")
        .contains("Ce paiement est introuvable");
    assertThat(reply.header("Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "/no-such, There is no such page",
    "/no-such/, There is no such page",
    "/pay/x, We cannot find this payment",
    "/pay/x/y/, We cannot find this payment",
    "/l/x/y/z, We cannot find this link",
    "/refund/, This refund link does not work",
  })
  void a_browser_gets_a_page_where_there_is_nothing_and_a_program_the_problem(
      String path, String title) {
    Browser caller = Browser.ofPages(service.baseUrl());
    Reply reply = caller.with("Accept", "text/html,*/*;q=0.8").get(path).expect(404);
    assertThat(reply.body()).contains("<h1>" + title, "Payment Link Service");
    assertThat(reply.header("Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    caller.with("Accept", "*/*").get(path).expectProblem(404, "NOT_FOUND");
  }

  @Test
  void a_wrong_token_looks_like_an_unknown_payment() {
    Link link = new NewLink(service).with("locale", "de").create();
    int token = link.path().lastIndexOf('/') + 1;
    char other = link.path().charAt(token) == 'A' ? 'B' : 'A';
    String wrong = link.path().substring(0, token) + other + link.path().substring(token + 1);
    assertThat(pageWithoutItsPath(wrong)).isEqualTo(pageWithoutItsPath(UNKNOWN + "abc"));
    for (String below : new String[] {"/receipt", "/receipt.pdf", "/qr.svg"}) {
      assertThat(service.browser().get(wrong + below).status()).isEqualTo(404);
    }
    service.browser().post(wrong + "/amount", "amount=1").expect(404);
    service.browser().post(wrong + "/simulate", "outcome=confirmed").expect(404);
    service.browser().post(wrong + "/session").expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  /** The form for languages leads back to the path that was asked for. */
  private String pageWithoutItsPath(String path) {
    String body = service.browser().get(path).expect(404).body();
    assertThat(body).containsOnlyOnce("value=\"" + path + "\"");
    return body.replace(path, "");
  }

  @Test
  void only_misses_are_counted() {
    try (TestService own = TestService.start()) {
      Link link = new NewLink(own).create();
      Reply refused =
          UsedUp.by(
              MISSES_PER_MINUTE,
              404,
              () -> {
                own.browser().get(link.path()).expect(200);
                return own.browser().get(UNKNOWN + "x");
              });
      assertThat(refused.body()).contains("Too many attempts");
      assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
      UsedUp.by(0, 404, () -> own.browser().post(UNKNOWN + "x/session"))
          .expectProblem(429, "RATE_LIMITED");
      own.browser().get(link.path()).expect(200);
    }
  }

  @Test
  void the_unguessable_part_is_never_logged() {
    Link link = new NewLink(service).create();
    service.browser().get(link.path()).expect(200);
    service.browser().get(link.path() + "/receipt").expect(404);
    service.browser().post(link.path() + "/session").expect(200);
    Await.until("it is logged", () -> service.logged().contains(link.id()));
    assertThat(service.logged()).contains(link.id()).doesNotContain(link.token());
  }
}

package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import org.junit.jupiter.api.Test;

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

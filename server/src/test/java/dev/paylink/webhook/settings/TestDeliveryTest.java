package dev.paylink.webhook.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A test is a real delivery to a real receiver, one attempt, and tells how it went. */
final class TestDeliveryTest {
  private static final String PATH = "/merchant/webhooks/fiat_settlement";
  private static final int MORE_THAN_CONNECTIONS = 16;
  @AutoClose private static final TestService SERVICE = TestService.start();

  @AutoClose private final Receiver receiver = new Receiver(delivery -> 204);
  private final Browser merchant = SERVICE.register();
  private final String secret =
      merchant
          .put(PATH, "{\"webhookUrl\":\"" + receiver.url("/hook?shop=1") + "\"}")
          .expect(200)
          .text("signingSecret");

  @Test
  void it_is_signed_like_any_other_delivery() throws Exception {
    Reply reply = merchant.post(PATH + "/test").expect(200);
    assertThat(reply.body())
        .matches("\\{\"delivered\":true,\"status\":204,\"durationMs\":[0-9]+,\"error\":null\\}");
    assertThat(receiver.deliveries()).hasSize(1);
    Receiver.Delivery got = receiver.deliveries().getFirst();
    assertThat(got.method()).isEqualTo("POST");
    assertThat(got.body())
        .matches(
            """
            \\{"eventId":"evt_[0-9a-z]{26}","type":"webhook.test",\
            "createdAt":"[-0-9]{10}T[:0-9]{8}\\.[0-9]{3}Z","scope":"fiat_settlement",\
            "testMode":true\\}\
            """);
    assertThat(got.body()).contains("\"eventId\":\"" + got.header("webhook-id") + "\"");
    assertThat(got.header("content-type")).isEqualTo("application/json");
    assertThat(got.header("user-agent")).startsWith("PaymentLinkService/");
    assertThat(got.header("x-service-attempt")).isEqualTo("1");
    assertThat(got.header("x-service-signature")).isEqualTo(hmac(got.body()));
    assertThat(got.header("x-service-signature-v2")).isEqualTo("sha256=" + hmac(got.body()));
    new com.standardwebhooks.Webhook(secret).verify(got.body(), got.headers());
  }

  @Test
  void it_works_while_the_webhook_is_inactive() {
    merchant
        .put(PATH, "{\"webhookUrl\":\"" + receiver.url("/hook?shop=1") + "\",\"active\":false}")
        .expect(200);
    assertThat(merchant.post(PATH + "/test").expect(200).json().required("delivered").asBoolean())
        .isTrue();
    assertThat(receiver.deliveries()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 500})
  void an_answer_that_is_no_success_is_told_and_not_tried_again(int status) {
    receiver.answerWith(delivery -> status);
    Reply reply = merchant.post(PATH + "/test").expect(200);
    assertThat(reply.json().required("delivered").asBoolean()).isFalse();
    assertThat(reply.json().required("status").asInt()).isEqualTo(status);
    assertThat(reply.text("error")).isNotBlank();
    assertThat(receiver.deliveries()).hasSize(1);
  }

  @Test
  void a_receiver_that_is_not_there_is_told_without_a_status() {
    try (HeldPort nobody = new HeldPort()) {
      merchant.put(PATH, "{\"webhookUrl\":\"" + nobody.url() + "/hook\"}").expect(200);
      Reply reply = merchant.post(PATH + "/test").expect(200);
      assertThat(reply.json().required("delivered").asBoolean()).isFalse();
      assertThat(reply.json().required("status").isNull()).isTrue();
      assertThat(reply.text("error")).isNotBlank();
    }
  }

  @Test
  void slow_receivers_hold_no_connection_to_the_database() {
    CountDownLatch open = new CountDownLatch(1);
    receiver.answerWith(
        delivery -> {
          open.await();
          return 204;
        });
    try (ExecutorService threads = Executors.newFixedThreadPool(MORE_THAN_CONNECTIONS)) {
      List<Future<Reply>> tests = new ArrayList<>();
      for (int i = 0; i < MORE_THAN_CONNECTIONS; i++) {
        tests.add(threads.submit(() -> merchant.post(PATH + "/test")));
      }
      try {
        Await.until("all are out", () -> receiver.deliveries().size() == MORE_THAN_CONNECTIONS);
        merchant.get(PATH).expect(200);
      } finally {
        open.countDown();
      }
      assertThat(tests)
          .allSatisfy(test -> assertThat(test.get().text("delivered")).isEqualTo("true"));
    }
  }

  @Test
  void each_test_is_an_event_of_its_own() {
    merchant.post(PATH + "/test").expect(200);
    merchant.post(PATH + "/test").expect(200);
    assertThat(receiver.deliveries())
        .extracting(received -> received.header("webhook-id"))
        .hasSize(2)
        .doesNotHaveDuplicates();
  }

  @Test
  void thirty_a_minute_are_enough_and_nobody_else_is_limited_by_them() {
    AtomicInteger sent = new AtomicInteger();
    Reply reply =
        UsedUp.by(
            Limit.TEST_DELIVERIES.most(),
            200,
            () -> {
              sent.incrementAndGet();
              return merchant.post(PATH + "/test");
            });
    reply.expectProblem(429, "RATE_LIMITED");
    assertThat(reply.header("Retry-After")).matches("[1-9]");
    assertThat(receiver.deliveries()).hasSize(sent.get() - 1);
    SERVICE.register().post(PATH + "/test").expectProblem(404, "WEBHOOK_NOT_FOUND");
  }

  private String hmac(String body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
  }
}

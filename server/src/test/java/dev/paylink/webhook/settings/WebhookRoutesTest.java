package dev.paylink.webhook.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant has one webhook per scope, sees its secret once, and nobody else's ever. */
final class WebhookRoutesTest {
  private static final String PATH = "/merchant/webhooks/invoice_settlement";
  private static final String FIAT = "/merchant/webhooks/fiat_settlement";
  private static final String URL = "https://127.0.0.1/hook";
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser merchant = SERVICE.register();

  @Test
  void a_new_webhook_shows_its_secret_once() {
    Reply made = put("{\"webhookUrl\":\"" + URL + "\"}").expect(200);
    assertThat(made.body())
        .matches(
            """
            \\{"scope":"invoice_settlement","webhookUrl":"https://127.0.0.1/hook","active":true,\
            "events":\\["payment\\.confirmed","payment\\.failed"],"retry":"standard",\
            "createdAt":"[-0-9]{10}T[:0-9]{8}\\.[0-9]{3}Z",\
            "health":\\{"state":"unknown","lastSuccessAt":null,"lastErrorAt":null,"lastError":null,\
            "lastErrorUrl":null,"today":\\{"attempts":0,"delivered":0},\
            "yesterday":\\{"attempts":0,"delivered":0}},\
            "signingSecret":"whsec_[A-Za-z0-9+/]{43}="\\}""");
    assertThat(made.header("Cache-Control")).isEqualTo("no-store");
    Reply read = merchant.get(PATH).expect(200);
    assertThat(read.json().propertyNames())
        .containsExactly("scope", "webhookUrl", "active", "events", "retry", "createdAt", "health");
    assertThat(read.text("createdAt")).isEqualTo(made.text("createdAt"));
    Reply again = put("{\"webhookUrl\":\"" + URL + "\"}").expect(200);
    assertThat(again.body()).isEqualTo(read.body());
  }

  @Test
  void what_is_left_out_stays_as_it_is() {
    put("{\"webhookUrl\":\"" + URL + "\",\"active\":false}").expect(200);
    Reply moved = put("{\"webhookUrl\":\"" + URL + "/2\",\"active\":null}").expect(200);
    assertThat(moved.text("webhookUrl")).isEqualTo(URL + "/2");
    assertThat(moved.json().required("active").asBoolean()).isFalse();
    Reply on = put("{\"webhookUrl\":\"" + URL + "/2\",\"active\":true}").expect(200);
    assertThat(on.json().required("active").asBoolean()).isTrue();
    assertThat(merchant.get(PATH).body()).isEqualTo(on.body());
  }

  @Test
  void events_and_retry_are_kept_until_they_are_changed() {
    Reply made =
        put(
            """
            {"webhookUrl":"%s","retry":"extended",
             "events":["payment.overpaid","payment.failed","payment.failed"]}"""
                .formatted(URL));
    assertThat(made.expect(200).json().required("events").toString())
        .isEqualTo("[\"payment.failed\",\"payment.overpaid\"]");
    assertThat(made.text("retry")).isEqualTo("extended");
    Reply moved = put("{\"webhookUrl\":\"" + URL + "/2\",\"retry\":null}").expect(200);
    assertThat(moved.json().required("events")).isEqualTo(made.json().required("events"));
    assertThat(moved.text("retry")).isEqualTo("extended");
    Reply back = put("{\"webhookUrl\":\"" + URL + "\",\"retry\":\"standard\"}").expect(200);
    assertThat(back.text("retry")).isEqualTo("standard");
    assertThat(merchant.get(PATH).body()).isEqualTo(back.body());
  }

  @Test
  void unknown_event_is_named_with_the_known_ones() {
    Reply reply = put("{\"webhookUrl\":\"" + URL + "\",\"events\":[\"payment.shipped\"]}");
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").body())
        .contains(
            "payment.shipped",
            "payment.confirmed, payment.failed, payment.submitted, payment.partially_paid, payment.overpaid");
  }

  @Test
  void each_scope_has_its_own() {
    String secret = put("{\"webhookUrl\":\"" + URL + "\"}").text("signingSecret");
    merchant.get(FIAT).expectProblem(404, "WEBHOOK_NOT_FOUND");
    Reply fiat = merchant.put(FIAT, "{\"webhookUrl\":\"" + URL + "/fiat\"}").expect(200);
    assertThat(fiat.text("scope")).isEqualTo("fiat_settlement");
    assertThat(fiat.text("signingSecret")).isNotEqualTo(secret);
    assertThat(merchant.get(PATH).text("webhookUrl")).isEqualTo(URL);
  }

  @Test
  void a_deleted_webhook_is_gone_and_the_next_one_has_another_secret() {
    String secret = put("{\"webhookUrl\":\"" + URL + "\"}").text("signingSecret");
    merchant.delete(PATH).expect(204);
    merchant.get(PATH).expectProblem(404, "WEBHOOK_NOT_FOUND");
    merchant.post(PATH + "/rotate-secret").expectProblem(404, "WEBHOOK_NOT_FOUND");
    merchant.post(PATH + "/test").expectProblem(404, "WEBHOOK_NOT_FOUND");
    merchant.delete(PATH).expect(204);
    assertThat(put("{\"webhookUrl\":\"" + URL + "\"}").text("signingSecret")).isNotEqualTo(secret);
  }

  @Test
  void two_merchants_never_see_each_others() {
    put("{\"webhookUrl\":\"" + URL + "\"}").expect(200);
    Browser other = SERVICE.register();
    other.get(PATH).expectProblem(404, "WEBHOOK_NOT_FOUND");
    other.post(PATH + "/rotate-secret").expectProblem(404, "WEBHOOK_NOT_FOUND");
    other.post(PATH + "/test").expectProblem(404, "WEBHOOK_NOT_FOUND");
    other.delete(PATH).expect(204);
    assertThat(merchant.get(PATH).expect(200).text("webhookUrl")).isEqualTo(URL);
    assertThat(other.put(PATH, "{\"webhookUrl\":\"" + URL + "/other\"}").expect(200).json())
        .anyMatch(value -> value.isString() && value.asString().startsWith("whsec_"));
    assertThat(merchant.get(PATH).text("webhookUrl")).isEqualTo(URL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                              | ''",
        "{                                               | ''",
        "[]                                              | ''",
        "{}                                              | webhookUrl",
        "{\"webhookUrl\":null}                           | webhookUrl",
        "{\"webhookUrl\":\" \"}                          | webhookUrl",
        "{\"webhookUrl\":1}                              | webhookUrl",
        "{\"webhookUrl\":\"https://h\",\"active\":1}     | active",
        "{\"webhookUrl\":\"https://h\",\"activ\":true}   | activ",
        "{\"webhookUrl\":\"https://h\",\"secret\":\"s\"} | secret",
        "{\"webhookUrl\":\"https://h\",\"retry\":\"for ever\"} | retry",
        "{\"webhookUrl\":\"https://h\",\"retry\":\"\"} | retry",
        "{\"webhookUrl\":\"https://h\",\"retry\":3} | retry",
        "{\"webhookUrl\":\"https://h\",\"events\":[]} | events",
        "{\"webhookUrl\":\"https://h\",\"events\":\"payment.failed\"} | events",
        "{\"webhookUrl\":\"https://h\",\"events\":[\"payment.failed\",\"webhook.test\"]} | events",
        "{\"webhookUrl\":\"https://h\",\"events\":[\"payment.failed\",null]} | events",
      })
  void a_body_that_cannot_be_read_changes_nothing(String body, String field) {
    Reply reply = put(body);
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields()).startsWith(field);
    merchant.get(PATH).expectProblem(404, "WEBHOOK_NOT_FOUND");
  }

  @Test
  void an_address_has_up_to_2048_characters() {
    String longest = URL + "/" + "x".repeat(2048 - URL.length() - 1);
    assertThat(put("{\"webhookUrl\":\"" + longest + "\"}").expect(200).text("webhookUrl"))
        .isEqualTo(longest);
    Reply reply = put("{\"webhookUrl\":\"" + longest + "x\"}");
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("webhookUrl");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://10.0.0.1/hook", "ftp://127.0.0.1/hook", "127.0.0.1", "https://10.0.0.1/"})
  void an_address_we_do_not_send_to_is_refused_and_leaves_the_old_one(String url) {
    put("{\"webhookUrl\":\"" + URL + "\"}").expect(200);
    Reply reply = put("{\"webhookUrl\":\"" + url + "\",\"active\":false}");
    reply.expectProblem(400, "WEBHOOK_URL_REFUSED");
    assertThat(reply.faultyFields()).containsExactly("webhookUrl");
    assertThat(reply.text("detail"))
        .isNotBlank()
        .isEqualTo(reply.json().required("errors").get(0).required("message").asString());
    Reply read = merchant.get(PATH);
    assertThat(read.text("webhookUrl")).isEqualTo(URL);
    assertThat(read.json().required("active").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Invoice_settlement", "invoice-settlement", "x"})
  void an_unknown_scope_is_not_found_whatever_the_body(String scope) {
    String path = "/merchant/webhooks/" + scope;
    merchant.get(path).expectProblem(404, "NOT_FOUND");
    merchant.put(path, "{").expectProblem(404, "NOT_FOUND");
    merchant.delete(path).expectProblem(404, "NOT_FOUND");
    merchant.post(path + "/rotate-secret").expectProblem(404, "NOT_FOUND");
    merchant.post(path + "/test").expectProblem(404, "NOT_FOUND");
  }

  private Reply put(String body) {
    return merchant.put(PATH, body);
  }
}

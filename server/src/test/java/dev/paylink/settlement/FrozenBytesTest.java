package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a merchant is told of an outcome never changes afterwards, to the byte. */
final class FrozenBytesTest extends SettlementTest {
  private static final String METADATA =
      "{\"ville\":\"Zürich ✓\",\"tower\":\"東京 🗼\",\"q\":\"\\\"\\\\ </script>\",\"\u00e9\":\"\"}";

  @Test
  void event_holds_every_member_in_its_order_exactly() {
    Reply created =
        calls
            .create(
                "{\"amount\":\"125.50\",\"reference\":\"order-1\",\"metadata\":" + METADATA + "}")
            .expect(200);
    String payment = created.text("paymentId");
    callback
        .reportWith(FAILED, payment, "\"reason\":\"reverted\",\"transaction\":{\"chainId\":1}")
        .expect(200);
    String body = bodiesOf(payment).getFirst();
    String eventId = body.substring(12, 12 + 30);
    String createdAt = calls.status(payment).text("updatedAt");
    assertThat(body)
        .isEqualTo(
            """
            {"eventId":"%s","type":"payment.failed","createdAt":"%s","paymentId":"%s",\
            "status":"failed","invoiceId":"%s","invoiceNumber":"%s","invoiceStatus":"open",\
            "amount":"125.50","currency":"USD","reference":"order-1","metadata":%s,\
            "failureReason":"reverted","transaction":{"chainId":1,"hash":null,"blockNumber":null,\
            "logIndex":null,"token":null,"amount":null,"payer":null,"payee":null},\
            "receivedAmount":null,"missingAmount":null,"flags":[],"testMode":true}"""
                .formatted(
                    eventId,
                    createdAt,
                    payment,
                    created.text("invoiceId"),
                    created.text("invoiceNumber"),
                    metadataOf(payment)));
    assertThat(eventId).matches("evt_[0-9a-z]{26}");
    assertThat(calls.status(payment).json().required("metadata").toString())
        .contains("Zürich ✓", "東京 🗼");
  }

  @Test
  void feed_carries_the_stored_bytes_and_later_outcomes_do_not_touch_them() {
    String payment = payment("{\"metadata\":" + METADATA + "}");
    callback.report(FAILED, payment).expect(200);
    String failed = bodiesOf(payment).getFirst();
    callback.reportWith(CONFIRMED, payment, "\"transaction\":{\"amount\":\"7.00\"}").expect(200);
    List<String> bodies = bodiesOf(payment);
    assertThat(bodies).hasSize(2).startsWith(failed);
    assertThat(bodies.getLast()).contains("\"amount\":\"7.00\"");
    assertThat(failed).contains("\"amount\":null", "Zürich ✓", "東京 🗼");
    assertThat(feed()).contains(failed + "," + bodies.getLast());
  }

  private static String feed() {
    return calls.get("/sdk/server/events?limit=100").expect(200).body();
  }

  private static List<String> bodiesOf(String payment) {
    return stored.texts(
        "select convert_from(body, 'UTF8') from event where payment_id = ? order by position",
        Stored.payment(payment));
  }

  private static String metadataOf(String payment) {
    return stored.text("select metadata::text from payment where id = ?", Stored.payment(payment));
  }
}

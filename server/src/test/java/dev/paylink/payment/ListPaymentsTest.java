package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class ListPaymentsTest extends PaymentTest {
  @Test
  void pages_show_every_payment_once_the_newest_first() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.addFirst(calls.create("{\"reference\":\"pages\"}").expect(200).text("paymentId"));
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      Reply page = calls.get("/sdk/server/payments?reference=pages&limit=3" + cursor).expect(200);
      seen.addAll(ids(page));
      JsonNode next = page.json().required("nextCursor");
      cursor = next.isNull() ? "" : "&cursor=" + next.asString();
    } while (!cursor.isEmpty());
    assertThat(seen).isEqualTo(made);
  }

  @Test
  void last_full_page_has_no_cursor() {
    calls.create("{\"reference\":\"exact\"}").expect(200);
    calls.create("{\"reference\":\"exact\"}").expect(200);
    Reply page = calls.get("/sdk/server/payments?reference=exact&limit=2").expect(200);
    assertThat(ids(page)).hasSize(2);
    assertThat(page.json().required("nextCursor").isNull()).isTrue();
  }

  @Test
  void filters_narrow_the_list() {
    Reply first = calls.create("{\"reference\":\"a/b c\"}").expect(200);
    Reply second = calls.create("{\"reference\":\"a/b c\"}").expect(200);
    assertThat(ids(calls.get("/sdk/server/payments?reference=a%2Fb%20c&status=created")))
        .containsExactly(second.text("paymentId"), first.text("paymentId"));
    assertThat(ids(calls.get("/sdk/server/payments?reference=a%2Fb%20c&status=success"))).isEmpty();
    Instant firstCreated = Instant.parse(first.text("createdAt"));
    assertThat(
            ids(calls.get("/sdk/server/payments?reference=a%2Fb%20c&createdAfter=" + firstCreated)))
        .doesNotContain(first.text("paymentId"));
    for (String before : List.of(firstCreated.minusMillis(1).toString(), "1901-01-01T00:00:00Z")) {
      assertThat(ids(calls.get("/sdk/server/payments?reference=a%2Fb%20c&createdAfter=" + before)))
          .contains(first.text("paymentId"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "status=nope,status",
    "limit=0,limit",
    "limit=101,limit",
    "limit=x,limit",
    "cursor=nope,cursor",
    "reference=a%00b,reference",
    "createdAfter=yesterday,createdAfter",
    "statsu=created,statsu"
  })
  void parameter_that_makes_no_sense_is_named(String query, String field) {
    Reply reply = calls.get("/sdk/server/payments?" + query).expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields()).containsExactly(field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pay_01jgfj2v00e8z9y3m5k7n9q1s3",
        "nope",
        "pay_",
        "%00",
        "inv_01jgfj2v00e8z9y3m5k7n9q1s3"
      })
  void status_of_a_payment_that_is_not_there_is_404(String id) {
    calls.get("/sdk/server/status/" + id).expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  private static List<String> ids(Reply page) {
    return page.expect(200).each("paymentId");
  }
}

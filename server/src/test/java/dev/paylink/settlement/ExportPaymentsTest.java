package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Payments as CSV, from the first to the last, in memory that does not grow with them. */
final class ExportPaymentsTest {
  /** Several chunks, and more than the sockets between writer and reader can hold. */
  private static final int MANY = 60_000;

  private static final String FILL =
      """
      with n as (select g, uuidv7() as id from generate_series(1, :count) g),
           i as (insert into invoice (merchant_id, id, number, status, currency, description,
                                      created_at, updated_at)
                 select :merchant, n.id, 'N' || n.g, 'open', 'USD', repeat('x', 200), now(), now() from n)
      insert into payment (merchant_id, id, invoice_id, status, currency, amount, interface, payee,
                           link_token, idempotency_key, request_hash,
                           created_at, updated_at, expires_at)
      select :merchant, n.id, n.id, 'created', 'USD', n.g * 0.01, 'x', 'x', 'x', 'key-' || n.g, 'x',
             now(), now(), now() from n
      """;

  @Test
  void export_has_a_header_and_every_payment_that_the_filter_finds() {
    try (TestService service = TestService.start()) {
      Browser merchant = service.signedIn();
      String id =
          service
              .calls()
              .create(
                  """
                  {"amount":"1234.50","reference":"=HYPERLINK(\\"x\\")","description":"a,\\"b\\"",
                   "customer":{"name":"Zoë","email":"zoe@example.com"}}\
                  """)
              .expect(200)
              .text("paymentId");
      service.calls().create("{\"reference\":\"other\"}").expect(200);
      String csv =
          merchant.get("/merchant/payments.csv?search=zoe%40example.com").expect(200).body();
      List<String> lines = csv.lines().toList();
      assertThat(lines).hasSize(2);
      assertThat(lines.getFirst())
          .startsWith("paymentId,status,createdAt,updatedAt,expiresAt,amount,currency,reference,");
      assertThat(lines.get(1))
          .startsWith(id + ",created,")
          .contains(",1234.50,USD,\"'=HYPERLINK(\"\"x\"\")\",inv_")
          .contains(",\"a,\"\"b\"\"\",Zoë,zoe@example.com,,,service-server");
      assertThat(merchant.get("/merchant/payments.csv?status=failed").expect(200).body())
          .hasLineCount(1);
      assertThat(
              merchant
                  .get("/merchant/payments.csv?search=zoe%40example.com&bom=true")
                  .expect(200)
                  .body())
          .as("the same bytes behind a mark that Excel needs")
          .isEqualTo('\ufeff' + csv);
      merchant.get("/merchant/payments.csv?bom=1").expectProblem(400, "INVALID_REQUEST");
      merchant.get("/merchant/payments.csv?limit=3").expectProblem(400, "INVALID_REQUEST");
      service.browser().get("/merchant/payments.csv").expectProblem(401, "NOT_SIGNED_IN");
    }
  }

  @Test
  void every_payment_is_there_once_across_all_chunks() {
    try (TestService service = TestService.start()) {
      fill(service, 2_500);
      String csv = service.signedIn().get("/merchant/payments.csv").expect(200).body();
      assertThat(csv.lines().skip(1).map(line -> line.substring(0, 30)).distinct().count())
          .isEqualTo(2_500);
      assertThat(csv.lines().count()).isEqualTo(2_501);
    }
  }

  /** It is read while it is written: what is gone from the table has not been read before. */
  @Test
  void export_is_written_while_it_is_read_one_at_a_time_and_breaks_off_when_the_table_is_gone()
      throws IOException, InterruptedException {
    try (TestService service = TestService.start();
        HttpClient client = HttpClient.newHttpClient()) {
      fill(service, MANY);
      Browser merchant = service.signedIn();
      HttpResponse<InputStream> export =
          client.send(
              HttpRequest.newBuilder(service.baseUrl().resolve("/merchant/payments.csv"))
                  .header("Cookie", merchant.cookie())
                  .build(),
              BodyHandlers.ofInputStream());
      assertThat(export.statusCode()).isEqualTo(200);
      try (InputStream body = export.body()) {
        assertThat(new String(body.readNBytes(9), StandardCharsets.UTF_8)).isEqualTo("paymentId");
        merchant.get("/merchant/payments.csv").expectProblem(429, "EXPORT_RUNNING");
        service.stored().change("alter table payment rename to gone");
        assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class);
      }
      service.stored().change("alter table gone rename to payment");
      Await.until(
          "the next one may begin",
          () -> merchant.get("/merchant/payments.csv?status=failed").status() == 200);
    }
  }

  private static void fill(TestService service, int count) {
    UUID merchant = Stored.uuid(service.merchant().merchantId());
    service.stored().change(FILL, Map.of("merchant", merchant, "count", count));
  }
}

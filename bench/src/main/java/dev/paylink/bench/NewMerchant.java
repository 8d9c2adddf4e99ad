package dev.paylink.bench;

import dev.paylink.bench.MessageReader.Message;
import dev.paylink.ids.MerchantId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Makes a merchant as people do: it registers, the operator verifies it, and it tells its deposit
 * address and its webhook's address.
 */
final class NewMerchant {
  private static final String DEPOSIT_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  private final Stage stage;
  private final HttpClient client;

  NewMerchant(Stage stage, HttpClient client) {
    this.stage = stage;
    this.client = client;
  }

  MerchantId make(String webhookUrl) throws IOException, InterruptedException {
    String name = UUID.randomUUID().toString();
    HttpResponse<String> registered =
        send(
            "POST",
            stage.baseUrl() + "/merchant/register",
            Map.of(),
            "{\"email\":\"%s@bench.test\",\"password\":\"%s\",\"businessName\":\"Bench\"}"
                .formatted(name, UUID.randomUUID()));
    String id = Objects.requireNonNull(new Message("", registered.body()).member("merchantId"));
    send(
        "PUT",
        stage.internalUrl() + "/admin/merchants/" + id + "/verification",
        Map.of("Authorization", "Bearer " + stage.adminToken()),
        "{\"status\":\"KybVerified\"}");
    String cookie = registered.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    Map<String, String> signedIn = Map.of("Cookie", cookie);
    send(
        "PUT",
        stage.baseUrl() + "/merchant/profile",
        signedIn,
        "{\"depositAddress\":\"" + DEPOSIT_ADDRESS + "\"}");
    send(
        "PUT",
        stage.baseUrl() + "/merchant/webhooks/invoice_settlement",
        signedIn,
        "{\"webhookUrl\":\"" + webhookUrl + "\"}");
    return Objects.requireNonNull(MerchantId.parse(id));
  }

  private HttpResponse<String> send(
      String method, String url, Map<String, String> headers, String json)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .method(method, BodyPublishers.ofString(json))
            .header("Content-Type", "application/json");
    headers.forEach(request::header);
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(
          url + " answered " + answer.statusCode() + ' ' + answer.body());
    }
    return answer;
  }
}

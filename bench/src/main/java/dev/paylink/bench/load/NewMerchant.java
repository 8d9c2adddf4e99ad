package dev.paylink.bench.load;

import dev.paylink.bench.load.MessageReader.Message;
import dev.paylink.bench.stage.Stage;
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
 * Makes merchants as people do: they register, the operator verifies them, and they tell their
 * deposit address and their webhook's address, or make an API key.
 */
public final class NewMerchant {
  private static final String DEPOSIT_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  private final Stage stage;
  private final HttpClient client;

  public NewMerchant(Stage stage, HttpClient client) {
    this.stage = stage;
    this.client = client;
  }

  /** What a merchant's server signs with. */
  public record Keys(String apiKey, String secretKey) {}

  /** Makes a merchant with a webhook of each scope: of payments, and of payouts. */
  public MerchantId make(String webhookUrl, String payoutUrl)
      throws IOException, InterruptedException {
    SignedIn merchant = register();
    put(merchant, "invoice_settlement", webhookUrl);
    put(merchant, "fiat_settlement", payoutUrl);
    return Objects.requireNonNull(MerchantId.parse(merchant.id));
  }

  private void put(SignedIn merchant, String scope, String webhookUrl)
      throws IOException, InterruptedException {
    send(
        "PUT",
        stage.baseUrl() + "/merchant/webhooks/" + scope,
        merchant.headers,
        "{\"webhookUrl\":\"" + webhookUrl + "\"}");
  }

  public Keys makeWithKeys() throws IOException, InterruptedException {
    SignedIn merchant = register();
    HttpResponse<String> created =
        send("POST", stage.baseUrl() + "/merchant/api-keys", merchant.headers, "{}");
    Message keys = new Message("", created.body());
    String activate = "/merchant/api-keys/" + keys.member("id") + "/activate";
    send("POST", stage.baseUrl() + activate, merchant.headers, "{}");
    return new Keys(
        Objects.requireNonNull(keys.member("apiKey"), created::body),
        Objects.requireNonNull(keys.member("secretKey"), created::body));
  }

  /** A verified merchant with a deposit address. */
  private record SignedIn(String id, Map<String, String> headers) {}

  private SignedIn register() throws IOException, InterruptedException {
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
    SignedIn merchant = new SignedIn(id, Map.of("Cookie", cookie));
    send(
        "PUT",
        stage.baseUrl() + "/merchant/profile",
        merchant.headers,
        "{\"depositAddress\":\"" + DEPOSIT_ADDRESS + "\"}");
    return merchant;
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

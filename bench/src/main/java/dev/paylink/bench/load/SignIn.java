package dev.paylink.bench.load;

import dev.paylink.bench.stage.Stage;
import dev.paylink.sandbox.SandboxFile.Merchant;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The stage's merchant in the dashboard. */
public final class SignIn {
  private SignIn() {}

  /** Returns the cookie of a new session. */
  public static String cookie(Stage stage) throws IOException, InterruptedException {
    Merchant merchant = stage.node().access().merchant();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(stage.baseUrl() + "/merchant/login"))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"email\":\"%s\",\"password\":\"%s\"}"
                        .formatted(merchant.email(), merchant.password().reveal())))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      return answer
          .headers()
          .firstValue("Set-Cookie")
          .orElseThrow(() -> new IllegalStateException(answer.body()))
          .split(";", 2)[0];
    }
  }
}

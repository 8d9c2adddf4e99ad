package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.json.Json;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Closing finishes what was taken and takes nothing more. */
final class HttpListenerCloseTest {
  @Test
  void request_under_way_is_answered_and_told_to_close_and_the_next_is_refused() throws Exception {
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    Handler slow =
        request -> {
          taken.countDown();
          try {
            finish.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return Answer.ok(Json.object().bytes());
        };
    try (HttpClient client = HttpClient.newHttpClient();
        HeldPort port = new HeldPort()) {
      TestListener listener = new TestListener(port, Route.get("/slow", slow));
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + "/slow"))
              .version(HttpClient.Version.HTTP_1_1)
              .build();
      CompletableFuture<HttpResponse<String>> answer =
          client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
      taken.await();
      Thread closing = Thread.ofVirtual().start(listener::close);
      Await.until("new connections are refused", () -> isRefused(client, request));
      finish.countDown();
      assertThat(answer.get().statusCode()).isEqualTo(200);
      assertThat(answer.get().headers().firstValue("Connection")).contains("close");
      closing.join();
      assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(ConnectException.class);
    }
  }

  private static boolean isRefused(HttpClient client, HttpRequest request) throws Exception {
    HttpRequest other = HttpRequest.newBuilder(request.uri().resolve("/none")).build();
    try {
      client.send(other, HttpResponse.BodyHandlers.discarding());
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }
}

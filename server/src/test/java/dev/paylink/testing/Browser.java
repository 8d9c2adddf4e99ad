package dev.paylink.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls the service and keeps its cookie. Headers given to {@link #with} go along with each call; a
 * copy made by {@code with} shares nothing afterwards.
 */
public final class Browser {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final OpenApiContract CONTRACT = OpenApiContract.load();

  private final HttpClient client;
  private final URI base;
  private final Map<String, String> headers;
  private String cookie = "";

  public Browser(URI base) {
    this(CLIENT, base, Map.of());
  }

  private Browser(HttpClient client, URI base, Map<String, String> headers) {
    this.client = client;
    this.base = base;
    this.headers = headers;
  }

  /** The same browser, cookie included, that sends one more header. */
  public Browser with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Browser(client, base, more).withCookie(cookie);
  }

  /** The same browser, cookie included, that calls from this address of loopback. */
  public Browser from(String address) {
    try {
      InetAddress local = InetAddress.getByName(address);
      HttpClient elsewhere = HttpClient.newBuilder().localAddress(local).build();
      return new Browser(elsewhere, base, headers).withCookie(cookie);
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends this {@code Cookie} header from now on. */
  public Browser withCookie(String value) {
    cookie = value;
    return this;
  }

  public String cookie() {
    return cookie;
  }

  public Reply get(String path) {
    return send("GET", path, "");
  }

  public Reply post(String path) {
    return send("POST", path, "");
  }

  public Reply post(String path, String json) {
    return send("POST", path, json);
  }

  public Reply put(String path, String json) {
    return send("PUT", path, json);
  }

  /** Sends the events of whoever is signed in there, from now on. */
  public Reply hookTo(String url) {
    return put("/merchant/webhooks/invoice_settlement", "{\"webhookUrl\":\"" + url + "\"}")
        .expect(200);
  }

  public Reply delete(String path) {
    return send("DELETE", path, "");
  }

  /** Every exchange of every test is held against the contract. */
  public Reply send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).method(method, BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    headers.forEach(request::setHeader);
    try {
      HttpRequest sent = request.build();
      long start = System.nanoTime();
      HttpResponse<String> response = client.send(sent, BodyHandlers.ofString());
      Reply reply = new Reply(response, Duration.ofNanos(System.nanoTime() - start));
      CONTRACT.check(
          method,
          path,
          sent.headers().map(),
          body.getBytes(StandardCharsets.UTF_8),
          reply.status(),
          reply.response().headers().map(),
          reply.body().getBytes(StandardCharsets.UTF_8));
      String given = reply.header("Set-Cookie");
      if (!given.isEmpty()) {
        cookie = given.split(";", 2)[0];
      }
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(method + " " + path, e);
    }
  }
}

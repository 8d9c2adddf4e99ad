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
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Calls the service and keeps its cookie, and the one by which it is known. Headers given to {@link
 * #with} go along with each call; a copy made by {@code with} shares nothing afterwards.
 */
public final class Browser {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final OpenApiContract CONTRACT = OpenApiContract.load();

  private final HttpClient client;
  private final URI base;
  private final boolean checked;
  private final Map<String, String> headers;
  private String cookie = "";
  private String device = "";

  public Browser(URI base) {
    this(CLIENT, base, true, Map.of());
  }

  private Browser(HttpClient client, URI base, boolean checked, Map<String, String> headers) {
    this.client = client;
    this.base = base;
    this.checked = checked;
    this.headers = headers;
  }

  /** One for pages and forms, of which the contract says nothing. */
  public static Browser ofPages(URI base) {
    return new Browser(CLIENT, base, false, Map.of());
  }

  /** The same browser, cookie included, that sends one more header. */
  public Browser with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Browser(client, base, checked, more).withCookie(cookie).withDevice(device);
  }

  /** The same browser, cookie included, that calls from this address of loopback. */
  public Browser from(String address) {
    try {
      InetAddress local = InetAddress.getByName(address);
      HttpClient elsewhere = HttpClient.newBuilder().localAddress(local).build();
      return new Browser(elsewhere, base, checked, headers).withCookie(cookie).withDevice(device);
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

  /** Is known by this cookie from now on, as a browser in which somebody has signed in. */
  public Browser withDevice(String value) {
    device = value;
    return this;
  }

  public String device() {
    return device;
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

  /**
   * Whoever is signed in wants events there, with further settings such as {@code "active":false};
   * the answer has the signing secret, if it is new.
   */
  public Reply putWebhook(String url, String... settings) {
    String more = settings.length == 0 ? "" : "," + String.join(",", settings);
    String body = "{\"webhookUrl\":\"" + url + "\"" + more + "}";
    return put("/merchant/webhooks/invoice_settlement", body).expect(200);
  }

  public Reply delete(String path) {
    return send("DELETE", path, "");
  }

  /** Every exchange of every test is held against the contract, pages excepted. */
  public Reply send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).method(method, BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    String cookies = cookie + (cookie.isEmpty() || device.isEmpty() ? "" : "; ") + device;
    if (!cookies.isEmpty()) {
      request.header("Cookie", cookies);
    }
    headers.forEach(request::setHeader);
    try {
      HttpRequest sent = request.build();
      long start = System.nanoTime();
      HttpResponse<String> response = client.send(sent, BodyHandlers.ofString());
      Reply reply = new Reply(response, Duration.ofNanos(System.nanoTime() - start));
      if (checked) {
        CONTRACT.check(
            method,
            path,
            sent.headers().map(),
            body.getBytes(StandardCharsets.UTF_8),
            reply.status(),
            reply.response().headers().map(),
            reply.body().getBytes(StandardCharsets.UTF_8));
      }
      keep(reply.response().headers().allValues("Set-Cookie"));
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(method + " " + path, e);
    }
  }

  /** Keeps the first cookie, which is the session's if there is one, and that of the device. */
  private void keep(List<String> given) {
    Map<Boolean, List<String>> ofDevice =
        given.stream()
            .map(each -> each.split(";", 2)[0])
            .collect(Collectors.partitioningBy(each -> each.split("=", 2)[0].endsWith("device")));
    cookie = ofDevice.get(false).stream().findFirst().orElse(cookie);
    device = ofDevice.get(true).stream().findFirst().orElse(device);
  }
}

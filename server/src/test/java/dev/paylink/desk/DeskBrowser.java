package dev.paylink.desk;

import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** The operator's browser without a window: keeps its cookie, sends forms, follows nothing. */
final class DeskBrowser {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final URI base;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private String cookie = "";

  DeskBrowser(URI base) {
    this.base = base;
  }

  DeskBrowser with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  DeskBrowser withCookie(String setCookie) {
    cookie = setCookie.split(";", 2)[0];
    return this;
  }

  String cookie() {
    return cookie;
  }

  DeskBrowser signIn() {
    post(DeskPaths.OWN.signIn(), "token", TestService.ADMIN_TOKEN).expect(303);
    return this;
  }

  Reply get(String path) {
    return send(HttpRequest.newBuilder(base.resolve(path)).GET());
  }

  /** A form of these names and values, in turn. */
  Reply post(String path, String... fields) {
    StringJoiner body = new StringJoiner("&");
    for (int i = 0; i < fields.length; i += 2) {
      body.add(fields[i] + '=' + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body.toString())));
  }

  private Reply send(HttpRequest.Builder request) {
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    headers.forEach(request::setHeader);
    try {
      Reply reply = new Reply(CLIENT.send(request.build(), BodyHandlers.ofString()), Duration.ZERO);
      String given = reply.header("Set-Cookie");
      if (!given.isEmpty()) {
        withCookie(given);
      }
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

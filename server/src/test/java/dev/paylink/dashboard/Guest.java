package dev.paylink.dashboard;

import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser without a window: keeps its cookie, sends forms, follows nothing. */
public final class Guest {
  static final String PASSWORD = "correct horse battery";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final URI base;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private String cookie = "";

  public Guest(URI base) {
    this.base = base;
  }

  /** Sends this header from now on. */
  public Guest with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Sends this cookie from now on, whatever is said about it besides. */
  public Guest withCookie(String setCookie) {
    cookie = setCookie.split(";", 2)[0];
    return this;
  }

  public String cookie() {
    return cookie;
  }

  /** Registers through the page. */
  Guest signUp(String email) {
    post("/dashboard/sign-up", "businessName", "Engines", "email", email, "password", PASSWORD)
        .expect(303);
    return this;
  }

  /** Signs in to the operators' pages with the admin token. */
  public Guest signInAtDesk() {
    post("/admin/desk/sign-in", "token", TestService.ADMIN_TOKEN).expect(303);
    return this;
  }

  /** Joins a team through the link of an invitation to that role. */
  Guest joins(Guest owner, String email, String role) {
    String page =
        owner.post("/dashboard/team/invitations", "email", email, "role", role).expect(200).body();
    String path = URI.create(found(page, "id=\"invitation-link\"[^>]*>([^<]+)<")).getPath();
    post(path, "password", PASSWORD).expect(303);
    return this;
  }

  public Reply get(String path) {
    return send(path, "GET", "");
  }

  /** A form of these names and values, in turn. */
  public Reply post(String path, String... fields) {
    StringJoiner body = new StringJoiner("&");
    for (int i = 0; i < fields.length; i += 2) {
      body.add(fields[i] + '=' + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    return send(path, "POST", body.toString());
  }

  /** The first group of the pattern's first match in a page. */
  public static String found(String page, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(page);
    if (!matcher.find()) {
      throw new AssertionError(pattern + " is not in " + page);
    }
    return matcher.group(1);
  }

  private Reply send(String path, String method, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).method(method, BodyPublishers.ofString(body));
    if (method.equals("POST")) {
      request.header("Content-Type", "application/x-www-form-urlencoded");
    }
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    headers.forEach(request::setHeader);
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      Reply reply = new Reply(response, Duration.ZERO);
      String given = reply.header("Set-Cookie");
      if (!given.isEmpty()) {
        withCookie(given);
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

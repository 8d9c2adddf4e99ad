package dev.paylink.dashboard;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser without a window: keeps its cookie, sends forms, follows nothing. */
public final class Guest {
  static final String PASSWORD = "correct horse battery";

  private Browser browser;

  public Guest(URI base) {
    browser = Browser.ofPages(base);
  }

  /** Sends this header from now on. */
  public Guest with(String name, String value) {
    browser = browser.with(name, value);
    return this;
  }

  /** Calls from this address of loopback from now on. */
  public Guest from(String address) {
    browser = browser.from(address);
    return this;
  }

  /** Sends this cookie from now on, whatever is said about it besides. */
  public Guest withCookie(String setCookie) {
    browser.withCookie(setCookie.split(";", 2)[0]);
    return this;
  }

  public String cookie() {
    return browser.cookie();
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
    String invitations = "/dashboard/team/invitations";
    Reply invited =
        role.equals("owner")
            ? owner.proven(invitations, "email", email, "role", role)
            : owner.post(invitations, "email", email, "role", role);
    String page = invited.expect(200).body();
    String path = URI.create(found(page, "id=\"invitation-link\"[^>]*>([^<]+)<")).getPath();
    post(path, "password", PASSWORD).expect(303);
    return this;
  }

  public Reply get(String path) {
    return browser.get(path);
  }

  /** A form of these names and values, in turn. */
  public Reply post(String path, String... fields) {
    StringJoiner body = new StringJoiner("&");
    for (int i = 0; i < fields.length; i += 2) {
      body.add(fields[i] + '=' + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    Browser form = browser.with("Content-Type", "application/x-www-form-urlencoded");
    Reply reply = form.post(path, body.toString());
    browser.withCookie(form.cookie());
    return reply;
  }

  /** The same of a form that asks for the password each time. */
  public Reply proven(String path, String... fields) {
    String page = post(path, fields).expect(403).body();
    String kept = found(page, "name=\"kept\" value=\"([^\"]+)\"");
    return post(path, "kept", kept, "password", PASSWORD);
  }

  /** The first group of the pattern's first match in a page. */
  public static String found(String page, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(page);
    if (!matcher.find()) {
      throw new AssertionError(pattern + " is not in " + page);
    }
    return matcher.group(1);
  }
}

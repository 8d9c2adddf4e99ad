package dev.paylink.cli.access;

import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import org.jspecify.annotations.Nullable;

/**
 * Calls as a signed-in person, for what a key cannot do. A sandbox's file has e-mail address and
 * password; elsewhere they come from the environment, and never go to an address that a file in
 * some folder names. The session is not kept.
 */
public final class Person {
  private final Api api;
  private final String cookie;

  private Person(Api api, String cookie) {
    this.api = api;
    this.cookie = cookie;
  }

  /**
   * Signs in.
   *
   * @param code of the second factor; null without one
   */
  public static Person signIn(Api api, Access access, Surroundings around, @Nullable String code) {
    String email = around.variable("PAYLINK_EMAIL");
    String password = around.variable("PAYLINK_PASSWORD");
    Access.Login login = access.login();
    if (access.sandbox() == null && email != null && password != null) {
      login = new Access.Login(email, password);
    }
    if (login == null && access.sandbox() != null) {
      throw new CliError(
          "this needs a signed-in user, and " + access.from() + " has none",
          "Start the sandbox again, which writes its file again.");
    }
    if (login == null) {
      throw new CliError(
          "this needs a signed-in user, and " + access.from() + " has a key alone",
          "Set PAYLINK_EMAIL and PAYLINK_PASSWORD, and give --code with a second factor; or use the"
              + " dashboard: paylink open dashboard");
    }
    Json body = Json.of("email", login.email(), "password", login.password()).add("code", code);
    return new Person(api, api.signIn(body));
  }

  public Api.Said get(String target) {
    return api.asPerson(cookie, "GET", target);
  }

  /** Posts without a body. */
  public Api.Said post(String target) {
    return api.asPerson(cookie, "POST", target);
  }
}

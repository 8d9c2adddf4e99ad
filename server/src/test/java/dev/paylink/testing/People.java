package dev.paylink.testing;

import java.util.concurrent.atomic.AtomicInteger;

/** What people send who register, sign in and join. */
public final class People {
  public static final String PASSWORD = "correct horse battery";

  /** What somebody sends along who proves to be there, without a second factor. */
  public static final String PROOF = "{\"password\":\"" + PASSWORD + "\"}";

  private static final AtomicInteger REGISTERED = new AtomicInteger();

  private People() {}

  /** An address that nobody has yet. */
  public static String newEmail() {
    return "ada" + REGISTERED.incrementAndGet() + "@example.com";
  }

  public static String registration(String email) {
    return """
    {"email":"%s","password":"%s","businessName":"Analytical Engines"}\
    """
        .formatted(email, PASSWORD);
  }

  public static String login(String email, String password) {
    return "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(email, password);
  }

  /** An invitation, with the proof that an owner's needs. */
  public static String invitation(String email, String role) {
    return "{\"email\":\"%s\",\"role\":\"%s\",\"password\":\"%s\"}"
        .formatted(email, role, PASSWORD);
  }

  /** Another role, with the proof that an owner's needs. */
  public static String role(String role) {
    return "{\"role\":\"%s\",\"password\":\"%s\"}".formatted(role, PASSWORD);
  }

  /** What whoever follows the invitation's link sends. */
  public static String acceptance(String url) {
    return "{\"token\":\"%s\",\"password\":\"%s\"}"
        .formatted(url.substring(url.lastIndexOf('/') + 1), PASSWORD);
  }
}

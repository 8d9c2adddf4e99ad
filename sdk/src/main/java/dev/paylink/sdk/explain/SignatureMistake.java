package dev.paylink.sdk.explain;

/**
 * Every fault that a signed request can have, with a sentence for it and the advice how to correct
 * it. {@code {0}} stands for the value of a {@link SignatureFinding}.
 */
public enum SignatureMistake {
  BASE64("The signature is in base64", "Send it in hexadecimal: 64 digits."),
  PREFIX("The signature has a prefix", "Send the 64 digits alone; sha256= belongs to webhooks."),
  SPACE("There is a space around the signature", "Send the 64 digits alone."),
  NOTHEX(
      "The signature is not 64 hexadecimal digits", "Send the whole HMAC-SHA256 in hexadecimal."),
  BODY_LINEFEED("The body was signed with a line feed at its end", Advice.BODY),
  BODY_NOLINEFEED("The body was signed without the line feed at its end", Advice.BODY),
  BODY_WINDOWS("The body was signed with Windows line endings", Advice.BODY),
  BODY_COMPACT("The body was reformatted without white space before it was signed", Advice.BODY),
  BODY_SPACED(
      "The body was reformatted with a space after each comma and colon before it was signed",
      Advice.BODY),
  BODY_ESCAPED("The body was signed with all characters beyond ASCII escaped", Advice.BODY),
  BODY_PYTHON(
      "The body was reformatted and escaped, as Python does, before it was signed", Advice.BODY),
  BODY_EMPTY("The body was left out of the signature, as if it were empty", Advice.BODY),
  PATH_NOQUERY("The path was signed without its query", Advice.PATH),
  PATH_NOSLASH("The path was signed without the slash at its end", Advice.PATH),
  PATH_SLASH("The path was signed with a slash at its end", Advice.PATH),
  PATH_NOHOST("The path was signed without scheme and host", Advice.PATH),
  LOWERMETHOD("The method was signed in lower case", "Sign it in upper case."),
  MILLIS("The timestamp was signed in milliseconds", "Sign what X-Timestamp says, in seconds."),
  STRING_LINEFEED("The string that was signed has a line feed at its end", Advice.STRING),
  STRING_BACKSLASH(
      "The string that was signed has a backslash and an n where a line feed belongs",
      Advice.STRING),
  STRING_NOTHING("The string that was signed has nothing between its parts", Advice.STRING),
  STRING_RAWBODY(
      "The string that was signed has the body itself in place of its hash", Advice.STRING),
  STRING_UPPERHASH("The string that was signed has the hash in upper case", Advice.STRING),
  BODYONLY("Only the body was signed", "That is how webhooks are signed; sign all parts."),
  NOKEY(
      "The idempotency key was not signed",
      "Sign the value of X-Idempotency-Key as the fifth line."),
  STRIPPED("It was signed with the secret without spaces", "Only the secret you pasted is wrong."),
  NOPREFIX("It was signed without the secret's {0}", "The key is the whole secret, as text."),
  LINEFEED("It was signed with a line feed after the secret", "Strip what you read from a file."),
  UNEXPLAINED(
      "The signature is wrong, and none of the usual mistakes explains it",
      "Compare the string to sign with the one your code signs, byte by byte; then the secret."),
  METHOD("The method is not in upper case", "Sign POST, not post."),
  SLASH(
      "The path does not begin with a slash",
      "Sign what is on the request line: path and query, without scheme and host."),
  TIME_MILLIS("The timestamp is in milliseconds", Advice.TIME),
  TIME_WHOLE("The timestamp is not a whole number", Advice.TIME),
  WINDOW_OLD("The timestamp is {0} seconds old", Advice.WINDOW),
  WINDOW_AHEAD("The timestamp is {0} seconds ahead", Advice.WINDOW),
  WEBHOOKSECRET(
      "This is the secret of a webhook",
      "Requests are signed with the secret of an API key, which begins with sk_."),
  APIKEY("This is the API key, not its secret", "The secret begins with sk_, the key with pk_."),
  SECRETSPACE("There is a space around the secret", "Remove the spaces that pasting added.");

  private final String title;
  private final String advice;

  SignatureMistake(String title, String advice) {
    this.title = title;
    this.advice = advice;
  }

  public String title() {
    return title;
  }

  public String advice() {
    return advice;
  }

  /** What several mistakes have in common; in a class, because constants come first in an enum. */
  private static final class Advice {
    static final String BODY = "Sign and send the very same bytes.";
    static final String PATH = "Sign path and query as on the request line.";
    static final String STRING =
        "Sign the parts with a single line feed between them, none after the last.";
    static final String TIME = "X-Timestamp is Unix time in seconds.";
    static final String WINDOW =
        "300 seconds are allowed. For an old request that is normal; otherwise set the sender's"
            + " clock.";
  }
}

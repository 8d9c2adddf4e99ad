package dev.paylink.account;

/** The actor of a change and their address, as the log stores them. */
public record Actor(String name, String source) {
  /** The name of the holder of the admin token. */
  public static final String TOKEN = "token";

  /** The beginning of an operator's name; the e-mail address follows. */
  public static final String OPERATOR = "operator:";

  /** Tells whether it is a user, whose name is an e-mail address. */
  public boolean isUser() {
    return name.indexOf('@') >= 0 && !isOperator();
  }

  /** Returns the name for a letter to the merchant, which does not say which operator it was. */
  public String toldName() {
    return isOperator() ? "operator" : name;
  }

  private boolean isOperator() {
    return name.equals(TOKEN) || name.startsWith(OPERATOR);
  }
}

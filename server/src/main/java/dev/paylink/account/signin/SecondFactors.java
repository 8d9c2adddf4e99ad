package dev.paylink.account.signin;

import dev.paylink.account.Checked;

/** Which second factors somebody has who signs in, as a page keeps it between two steps. */
public enum SecondFactors {
  app,
  passkey,
  both;

  public static SecondFactors of(Checked.Missing<?> required) {
    if (!required.hasPasskey()) {
      return app;
    }
    return required.hasApp() ? both : passkey;
  }

  /** Returns what a page sent back; a code is asked for when it is nothing we know. */
  public static SecondFactors parse(String name) {
    for (SecondFactors each : values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return app;
  }

  public boolean asksCode() {
    return this != passkey;
  }

  public boolean asksPasskey() {
    return this != app;
  }
}

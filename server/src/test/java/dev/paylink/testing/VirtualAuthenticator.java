package dev.paylink.testing;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;

/** Chromium's own authenticator in software: it makes and uses passkeys without a person. */
public final class VirtualAuthenticator {
  private VirtualAuthenticator() {}

  public static void plugInto(Page page) {
    CDPSession session = page.context().newCDPSession(page);
    session.send("WebAuthn.enable");
    JsonObject kind = new JsonObject();
    kind.addProperty("protocol", "ctap2");
    kind.addProperty("transport", "internal");
    kind.addProperty("hasResidentKey", true);
    kind.addProperty("hasUserVerification", true);
    kind.addProperty("isUserVerified", true);
    kind.addProperty("automaticPresenceSimulation", true);
    JsonObject options = new JsonObject();
    options.add("options", kind);
    session.send("WebAuthn.addVirtualAuthenticator", options);
  }
}

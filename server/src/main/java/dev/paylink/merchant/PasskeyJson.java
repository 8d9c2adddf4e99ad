package dev.paylink.merchant;

import dev.paylink.account.passkey.Passkey;
import dev.paylink.platform.json.Json;
import java.util.List;

/** Writes passkeys as the calls show them, of users and of operators. */
public final class PasskeyJson {
  private PasskeyJson() {}

  public static byte[] of(Passkey passkey) {
    Json json = Json.object();
    write(json, passkey);
    return json.bytes();
  }

  public static byte[] list(List<Passkey> passkeys) {
    return Json.object().putObjects("data", passkeys, PasskeyJson::write).bytes();
  }

  private static void write(Json json, Passkey passkey) {
    json.put("id", passkey.id().toString())
        .put("name", passkey.name())
        .put("createdAt", passkey.createdAt())
        .put("lastUsedAt", passkey.lastUsedAt());
  }
}

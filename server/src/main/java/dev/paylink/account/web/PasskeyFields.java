package dev.paylink.account.web;

import dev.paylink.account.passkey.NewCredential;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a browser says about a passkey, in the JSON of the WebAuthn standard. Members that the
 * standard has and we do not need are accepted. A form has it as text.
 */
final class PasskeyFields {
  private static final Set<String> CREDENTIAL =
      Set.of(
          "id", "rawId", "type", "response", "authenticatorAttachment", "clientExtensionResults");
  private static final Set<String> SIGNED =
      Set.of("clientDataJSON", "authenticatorData", "signature", "userHandle");
  private static final Set<String> MADE =
      Set.of(
          "clientDataJSON",
          "attestationObject",
          "authenticatorData",
          "transports",
          "publicKey",
          "publicKeyAlgorithm");

  private static final int MAX_ID = 1400; // 1023 bytes in base64url
  private static final int MAX_SHORT = 4096;
  private static final int MAX_ATTESTATION = 32_768;

  private PasskeyFields() {}

  /** Reads a signed challenge; null when it is absent or faulty. */
  static @Nullable SignedChallenge signed(Fields fields, String name) {
    Fields credential = fields.object(name, CREDENTIAL);
    Fields response = response(credential, SIGNED);
    if (credential == null || response == null) {
      return null;
    }
    String id = credential.requiredText("id", MAX_ID);
    String clientData = response.requiredText("clientDataJSON", MAX_SHORT);
    String authenticatorData = response.requiredText("authenticatorData", MAX_SHORT);
    String signature = response.requiredText("signature", MAX_SHORT);
    String userHandle = response.text("userHandle", MAX_SHORT);
    return id == null || clientData == null || authenticatorData == null || signature == null
        ? null
        : new SignedChallenge(id, clientData, authenticatorData, signature, userHandle);
  }

  /** Reads a new credential; null when it is absent or faulty. */
  static @Nullable NewCredential made(Fields fields, String name) {
    Fields credential = fields.object(name, CREDENTIAL);
    Fields response = response(credential, MADE);
    if (credential == null || response == null) {
      return null;
    }
    String id = credential.requiredText("id", MAX_ID);
    String clientData = response.requiredText("clientDataJSON", MAX_SHORT);
    String attestation = response.requiredText("attestationObject", MAX_ATTESTATION);
    return id == null || clientData == null || attestation == null
        ? null
        : new NewCredential(id, clientData, attestation);
  }

  private static @Nullable Fields response(@Nullable Fields credential, Set<String> known) {
    if (credential == null) {
      return null;
    }
    Fields response = credential.object("response", known);
    if (response == null && !credential.has("response")) {
      credential.fault("response", Message.of("field.required"));
    }
    return response;
  }
}

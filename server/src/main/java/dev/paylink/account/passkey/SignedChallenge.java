package dev.paylink.account.passkey;

import com.yubico.webauthn.data.AuthenticatorAssertionResponse;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.ClientAssertionExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import com.yubico.webauthn.data.exception.Base64UrlException;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A challenge that a passkey has signed, as a browser sends it: WebAuthn's {@code
 * AuthenticationResponseJSON}, whose values are in base64url. Nothing of it has been checked.
 *
 * @param userHandle whose it is; an authenticator that was asked for certain passkeys may omit it
 */
public record SignedChallenge(
    String credentialId,
    String clientDataJson,
    String authenticatorData,
    String signature,
    @Nullable String userHandle) {

  /** Returns it for the library; null when it cannot be read. */
  @Nullable PublicKeyCredential<AuthenticatorAssertionResponse, ClientAssertionExtensionOutputs>
      parsed() {
    try {
      AuthenticatorAssertionResponse response =
          AuthenticatorAssertionResponse.builder()
              .authenticatorData(ByteArray.fromBase64Url(authenticatorData))
              .clientDataJSON(ByteArray.fromBase64Url(clientDataJson))
              .signature(ByteArray.fromBase64Url(signature))
              .userHandle(
                  userHandle == null
                      ? Optional.empty()
                      : Optional.of(ByteArray.fromBase64Url(userHandle)))
              .build();
      return PublicKeyCredential
          .<AuthenticatorAssertionResponse, ClientAssertionExtensionOutputs>builder()
          .id(ByteArray.fromBase64Url(credentialId))
          .response(response)
          .clientExtensionResults(ClientAssertionExtensionOutputs.builder().build())
          .build();
    } catch (IOException | Base64UrlException | RuntimeException e) { // malformed input
      return null;
    }
  }
}

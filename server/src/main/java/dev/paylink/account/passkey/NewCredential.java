package dev.paylink.account.passkey;

import com.yubico.webauthn.data.AuthenticatorAttestationResponse;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.ClientRegistrationExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import com.yubico.webauthn.data.exception.Base64UrlException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A credential that an authenticator has just made, as a browser sends it: WebAuthn's {@code
 * RegistrationResponseJSON}, whose values are in base64url. Nothing of it has been checked.
 */
public record NewCredential(String credentialId, String clientDataJson, String attestationObject) {

  /** Returns it for the library; null when it cannot be read. */
  @Nullable
      PublicKeyCredential<AuthenticatorAttestationResponse, ClientRegistrationExtensionOutputs>
      parsed() {
    try {
      AuthenticatorAttestationResponse response =
          AuthenticatorAttestationResponse.builder()
              .attestationObject(ByteArray.fromBase64Url(attestationObject))
              .clientDataJSON(ByteArray.fromBase64Url(clientDataJson))
              .build();
      return PublicKeyCredential
          .<AuthenticatorAttestationResponse, ClientRegistrationExtensionOutputs>builder()
          .id(ByteArray.fromBase64Url(credentialId))
          .response(response)
          .clientExtensionResults(ClientRegistrationExtensionOutputs.builder().build())
          .build();
    } catch (IOException | Base64UrlException | RuntimeException e) { // malformed input
      return null;
    }
  }
}

package dev.paylink.account.passkey;

import com.yubico.webauthn.AssertionRequest;
import com.yubico.webauthn.AssertionResult;
import com.yubico.webauthn.CredentialRepository;
import com.yubico.webauthn.FinishAssertionOptions;
import com.yubico.webauthn.FinishRegistrationOptions;
import com.yubico.webauthn.RegisteredCredential;
import com.yubico.webauthn.RegistrationResult;
import com.yubico.webauthn.RelyingParty;
import com.yubico.webauthn.data.AuthenticatorAssertionResponse;
import com.yubico.webauthn.data.AuthenticatorAttestationResponse;
import com.yubico.webauthn.data.AuthenticatorSelectionCriteria;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.ClientAssertionExtensionOutputs;
import com.yubico.webauthn.data.ClientRegistrationExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import com.yubico.webauthn.data.PublicKeyCredentialCreationOptions;
import com.yubico.webauthn.data.PublicKeyCredentialDescriptor;
import com.yubico.webauthn.data.PublicKeyCredentialParameters;
import com.yubico.webauthn.data.PublicKeyCredentialRequestOptions;
import com.yubico.webauthn.data.RelyingPartyIdentity;
import com.yubico.webauthn.data.ResidentKeyRequirement;
import com.yubico.webauthn.data.UserIdentity;
import com.yubico.webauthn.data.UserVerificationRequirement;
import com.yubico.webauthn.exception.AssertionFailedException;
import com.yubico.webauthn.exception.RegistrationFailedException;
import dev.paylink.ids.UserId;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Json;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules of WebAuthn as this service applies them: the credential is discoverable, the person
 * was verified by the authenticator (a fingerprint or a PIN), and it happened on a page of {@code
 * base.url} itself, on no other port or subdomain. Which device it is does not matter.
 */
final class WebAuthn {
  private static final List<PublicKeyCredentialParameters> ALGORITHMS =
      List.of(
          PublicKeyCredentialParameters.ES256,
          PublicKeyCredentialParameters.EdDSA,
          PublicKeyCredentialParameters.RS256);
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]");

  private final RelyingPartyIdentity identity;
  private final String origin;
  private final boolean possible;

  /**
   * Prepares the rules for one site.
   *
   * @param site null where it is not known, so that passkeys are not possible
   */
  WebAuthn(@Nullable BaseUrl site) {
    String host = site == null ? "unknown" : site.host().toLowerCase(Locale.ROOT);
    this.identity =
        RelyingPartyIdentity.builder().id(host).name("Payment Link Service at " + host).build();
    this.origin = site == null ? "" : site.origin();
    boolean local = host.equals("localhost") || host.endsWith(".localhost");
    this.possible = site != null && (site.secure() || local) && !ADDRESS.matcher(host).matches();
  }

  /** Tells whether browsers allow passkeys here: over https, and not at a bare address. */
  boolean isPossible() {
    return possible;
  }

  /** Writes {@code PublicKeyCredentialCreationOptionsJSON}. */
  byte[] creation(byte[] challenge, UserId userId, String email, List<byte[]> known) {
    return Json.object()
        .put("challenge", text(challenge))
        .putObject("rp", rp -> rp.put("id", identity.getId()).put("name", identity.getName()))
        .putObject(
            "user",
            user ->
                user.put("id", handle(userId).getBase64Url())
                    .put("name", email)
                    .put("displayName", email))
        .putObjects(
            "pubKeyCredParams",
            ALGORITHMS,
            (json, each) -> json.put("type", "public-key").put("alg", each.getAlg().getId()))
        .put("timeout", Challenges.LIFETIME.toMillis())
        .putObjects("excludeCredentials", known, WebAuthn::describe)
        .putObject(
            "authenticatorSelection",
            wish ->
                wish.put("residentKey", "required")
                    .put("requireResidentKey", true)
                    .put("userVerification", "required"))
        .put("attestation", "none")
        .bytes();
  }

  /** Writes {@code PublicKeyCredentialRequestOptionsJSON}; without any, the person chooses one. */
  byte[] request(byte[] challenge, List<byte[]> allowed) {
    return Json.object()
        .put("challenge", text(challenge))
        .put("rpId", identity.getId())
        .put("timeout", Challenges.LIFETIME.toMillis())
        .putObjects("allowCredentials", allowed, WebAuthn::describe)
        .put("userVerification", "required")
        .bytes();
  }

  /** Checks a new credential of a user; null when something is wrong with it. */
  @Nullable RegistrationResult register(
      PublicKeyCredential<AuthenticatorAttestationResponse, ClientRegistrationExtensionOutputs>
          credential,
      UserId userId,
      String email) {
    PublicKeyCredentialCreationOptions asked =
        PublicKeyCredentialCreationOptions.builder()
            .rp(identity)
            .user(UserIdentity.builder().name(email).displayName(email).id(handle(userId)).build())
            .challenge(credential.getResponse().getClientData().getChallenge())
            .pubKeyCredParams(ALGORITHMS)
            .authenticatorSelection(
                AuthenticatorSelectionCriteria.builder()
                    .residentKey(ResidentKeyRequirement.REQUIRED)
                    .userVerification(UserVerificationRequirement.REQUIRED)
                    .build())
            .build();
    try {
      return relyingParty(new Known(null))
          .finishRegistration(
              FinishRegistrationOptions.builder().request(asked).response(credential).build());
    } catch (RegistrationFailedException | RuntimeException e) { // malformed input
      return null;
    }
  }

  /**
   * Checks a signature of a known passkey; null when something is wrong with it. Whether the
   * counter went on is for the caller to see.
   */
  @Nullable AssertionResult verify(
      PublicKeyCredential<AuthenticatorAssertionResponse, ClientAssertionExtensionOutputs>
          credential,
      PasskeyStore.Key key) {
    AssertionRequest asked =
        AssertionRequest.builder()
            .publicKeyCredentialRequestOptions(
                PublicKeyCredentialRequestOptions.builder()
                    .challenge(credential.getResponse().getClientData().getChallenge())
                    .rpId(identity.getId())
                    .userVerification(UserVerificationRequirement.REQUIRED)
                    .build())
            .username(
                credential.getResponse().getUserHandle().isPresent()
                    ? Optional.empty()
                    : Optional.of(Known.NAME))
            .build();
    RegisteredCredential registered =
        RegisteredCredential.builder()
            .credentialId(credential.getId())
            .userHandle(handle(key.login().userId()))
            .publicKeyCose(new ByteArray(key.publicKey()))
            .signatureCount(key.signatureCount())
            .build();
    try {
      AssertionResult result =
          relyingParty(new Known(registered))
              .finishAssertion(
                  FinishAssertionOptions.builder().request(asked).response(credential).build());
      return result.isSuccess() ? result : null;
    } catch (AssertionFailedException | RuntimeException e) { // malformed input
      return null;
    }
  }

  private RelyingParty relyingParty(Known known) {
    return RelyingParty.builder()
        .identity(identity)
        .credentialRepository(known)
        .origins(Set.of(origin))
        .allowOriginPort(false)
        .allowOriginSubdomain(false)
        .validateSignatureCounter(false) // the caller tells people when it goes back
        .build();
  }

  private static ByteArray handle(UserId userId) {
    return new ByteArray(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(userId.value().getMostSignificantBits())
            .putLong(userId.value().getLeastSignificantBits())
            .array());
  }

  private static void describe(Json json, byte[] credentialId) {
    json.put("type", "public-key").put("id", text(credentialId));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The one credential that is checked: the library finds no other. */
  private record Known(@Nullable RegisteredCredential credential) implements CredentialRepository {
    private static final String NAME = "its user";

    @Override
    public Set<PublicKeyCredentialDescriptor> getCredentialIdsForUsername(String username) {
      return credential == null
          ? Set.of()
          : Set.of(
              PublicKeyCredentialDescriptor.builder().id(credential.getCredentialId()).build());
    }

    @Override
    public Optional<ByteArray> getUserHandleForUsername(String username) {
      return Optional.ofNullable(credential).map(RegisteredCredential::getUserHandle);
    }

    @Override
    public Optional<String> getUsernameForUserHandle(ByteArray userHandle) {
      return Optional.ofNullable(credential)
          .filter(it -> it.getUserHandle().equals(userHandle))
          .map(it -> NAME);
    }

    @Override
    public Optional<RegisteredCredential> lookup(ByteArray credentialId, ByteArray userHandle) {
      return Optional.ofNullable(credential)
          .filter(it -> it.getCredentialId().equals(credentialId))
          .filter(it -> it.getUserHandle().equals(userHandle));
    }

    @Override
    public Set<RegisteredCredential> lookupAll(ByteArray credentialId) {
      return Set.of(); // that nobody else has it, the database holds
    }
  }
}

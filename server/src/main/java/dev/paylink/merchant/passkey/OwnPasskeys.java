package dev.paylink.merchant.passkey;

import com.yubico.webauthn.RegistrationResult;
import com.yubico.webauthn.data.AuthenticatorAttestationResponse;
import com.yubico.webauthn.data.ClientRegistrationExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import dev.paylink.ids.PasskeyId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.FactorRuleStore;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Registers, names and removes a user's own passkeys. A challenge is for one user and works once.
 * Adding and removing are told to the user and the owners.
 */
public final class OwnPasskeys {
  static final int MAX_PER_USER = 20;

  private final PasskeyStore store = new PasskeyStore();
  private final FactorRuleStore rules = new FactorRuleStore();
  private final Jdbi jdbi;
  private final Ceremony ceremony;
  private final Challenges challenges;
  private final AuditLog audit;

  public OwnPasskeys(Jdbi jdbi, BaseUrl baseUrl, Vault vault, AuditLog audit, InstantSource clock) {
    this.jdbi = jdbi;
    this.ceremony = new Ceremony(baseUrl);
    this.challenges = new Challenges(vault, clock);
    this.audit = audit;
  }

  /** Tells whether browsers allow passkeys at {@code base.url}. */
  public boolean arePossible() {
    return ceremony.isPossible();
  }

  static void requirePossible(Ceremony ceremony) {
    if (!ceremony.isPossible()) {
      throw new Refused(
          Problem.conflict(
              "PASSKEYS_NOT_POSSIBLE",
              "Passkeys need https and a host name: here they are not possible"));
    }
  }

  /** Returns the user's passkeys, oldest first. */
  public List<Passkey> list(SignedIn signedIn) {
    return jdbi.withHandle(handle -> credentials(handle, signedIn)).stream()
        .map(PasskeyStore.Credential::passkey)
        .toList();
  }

  /**
   * Returns the options for a browser that makes a passkey, with a new challenge, as JSON. Refuses
   * with 409 where passkeys are not possible.
   */
  public byte[] options(SignedIn signedIn) {
    requirePossible(ceremony);
    List<byte[]> known =
        jdbi.withHandle(handle -> credentials(handle, signedIn)).stream()
            .map(PasskeyStore.Credential::credentialId)
            .toList();
    return ceremony.creation(
        challenges.make(purpose(signedIn)), signedIn.userId(), signedIn.email(), known);
  }

  /**
   * Adds a passkey. Refuses with 400 one that does not answer a challenge for this user, with 409
   * one that is registered already, or one too many.
   */
  public Passkey add(SignedIn signedIn, String name, NewCredential made) {
    requirePossible(ceremony);
    return jdbi.inTransaction(handle -> add(handle, signedIn, name, made));
  }

  private Passkey add(Handle handle, SignedIn signedIn, String name, NewCredential made) {
    PublicKeyCredential<AuthenticatorAttestationResponse, ClientRegistrationExtensionOutputs>
        credential = made.parsed();
    byte[] challenge =
        credential == null
            ? new byte[0]
            : credential.getResponse().getClientData().getChallenge().getBytes();
    RegistrationResult result =
        credential != null && challenges.isLive(challenge, purpose(signedIn))
            ? ceremony.register(credential, signedIn.userId(), signedIn.email())
            : null;
    if (result == null
        || !store.useChallenge(handle, signedIn.merchantId(), challenge, Challenges.LIFETIME)) {
      throw new Refused(
          Problem.refusedField(
              "INVALID_PASSKEY", "credential", "The passkey was not accepted; please try again"));
    }
    store.lockUser(handle, signedIn.merchantId(), signedIn.userId());
    if (credentials(handle, signedIn).size() >= MAX_PER_USER) {
      throw new Refused(
          Problem.conflict(
              "TOO_MANY_PASSKEYS", "You may have %d passkeys".formatted(MAX_PER_USER)));
    }
    Passkey passkey =
        new Passkey(PasskeyId.next(), name, Instant.now().truncatedTo(ChronoUnit.MILLIS), null);
    if (!store.insert(
        handle,
        signedIn.merchantId(),
        signedIn.userId(),
        passkey,
        result.getKeyId().getId().getBytes(),
        result.getPublicKeyCose().getBytes(),
        result.getSignatureCount())) {
      throw new Refused(Problem.conflict("PASSKEY_KNOWN", "This passkey is registered already"));
    }
    record(handle, signedIn, "user.passkey_added", null, name);
    return passkey;
  }

  /**
   * Renames a passkey; refuses with 404 when the user has no such passkey.
   *
   * @param idText as it stands in the path
   */
  public Passkey rename(SignedIn signedIn, String idText, String name) {
    return jdbi.inTransaction(
        handle -> {
          Passkey before =
              credentials(handle, signedIn).stream()
                  .map(PasskeyStore.Credential::passkey)
                  .filter(each -> each.id().equals(PasskeyId.parse(idText)))
                  .findFirst()
                  .orElseThrow(OwnPasskeys::notFound);
          if (!store.rename(handle, signedIn.merchantId(), signedIn.userId(), before.id(), name)) {
            throw notFound();
          }
          record(handle, signedIn, "user.passkey_renamed", before.name(), name);
          return new Passkey(before.id(), name, before.createdAt(), before.lastUsedAt());
        });
  }

  /**
   * Removes a passkey. Refuses with 404 when the user has no such passkey, with 409 when the
   * merchant requires a second factor and this is the last one.
   *
   * @param idText as it stands in the path
   */
  public void remove(SignedIn signedIn, String idText) {
    PasskeyId id = PasskeyId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    jdbi.useTransaction(
        handle -> {
          store.lockUser(handle, signedIn.merchantId(), signedIn.userId());
          String name = store.delete(handle, signedIn.merchantId(), signedIn.userId(), id);
          if (name == null) {
            throw notFound();
          }
          rules.requireOneLeft(handle, signedIn);
          record(handle, signedIn, "user.passkey_removed", name, null);
        });
  }

  private List<PasskeyStore.Credential> credentials(Handle handle, SignedIn signedIn) {
    return store.ofUser(handle, signedIn.merchantId(), signedIn.userId());
  }

  private void record(
      Handle handle,
      SignedIn signedIn,
      String action,
      @Nullable String before,
      @Nullable String after) {
    audit.record(handle, signedIn.merchantId(), signedIn.actor(), action, before, after);
  }

  private static String purpose(SignedIn signedIn) {
    return "register for " + signedIn.merchantId() + ' ' + signedIn.userId();
  }

  private static Refused notFound() {
    return new Refused(Problem.notFound("PASSKEY_NOT_FOUND", "You have no passkey with this id"));
  }
}

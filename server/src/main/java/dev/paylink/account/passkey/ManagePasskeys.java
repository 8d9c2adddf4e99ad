package dev.paylink.account.passkey;

import com.yubico.webauthn.RegistrationResult;
import com.yubico.webauthn.data.AuthenticatorAttestationResponse;
import com.yubico.webauthn.data.ClientRegistrationExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.FactorRule;
import dev.paylink.account.Member;
import dev.paylink.ids.PasskeyId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.language.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Registers, names and removes a user's own passkeys. A challenge is for one user and works once.
 * The user and the owners get a letter when a passkey is added or removed.
 */
public final class ManagePasskeys {
  static final int MAX_PER_USER = 20;

  private final PasskeyStore store = new PasskeyStore();
  private final FactorRule rule;
  private final Jdbi jdbi;
  private final WebAuthn webAuthn;
  private final Challenges challenges;
  private final AccountLog log;

  /**
   * Prepares the passkeys of one kind of realm.
   *
   * @param site where browsers reach its pages; null where that is not known
   */
  public ManagePasskeys(
      Jdbi jdbi,
      @Nullable BaseUrl site,
      Vault vault,
      AccountLog log,
      FactorRule rule,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.webAuthn = new WebAuthn(site);
    this.challenges = new Challenges(vault, clock);
    this.log = log;
    this.rule = rule;
  }

  /** Tells whether browsers allow passkeys on our pages. */
  public boolean arePossible() {
    return webAuthn.isPossible();
  }

  static void requirePossible(WebAuthn webAuthn) {
    if (!webAuthn.isPossible()) {
      throw new Rejection(AccountError.PASSKEYS_NOT_POSSIBLE, Message.of("passkeysoff"));
    }
  }

  /** Returns the user's passkeys, oldest first. */
  public List<Passkey> list(Member member) {
    return jdbi.withHandle(handle -> store.ofUser(handle, member)).stream()
        .map(PasskeyStore.Credential::passkey)
        .toList();
  }

  /**
   * Returns the options for a browser that makes a passkey, with a new challenge, as JSON. Refuses
   * with 409 where passkeys are not possible.
   */
  public byte[] options(Member member) {
    requirePossible(webAuthn);
    List<byte[]> known =
        jdbi.withHandle(handle -> store.ofUser(handle, member)).stream()
            .map(PasskeyStore.Credential::credentialId)
            .toList();
    return webAuthn.creation(
        challenges.make(purpose(member)), member.userId(), member.email(), known);
  }

  /**
   * Adds a passkey. Refuses with 400 one that does not answer a challenge for this user, with 409
   * one that is registered already, or one too many.
   */
  public Passkey add(Member member, String name, NewCredential made) {
    requirePossible(webAuthn);
    return jdbi.inTransaction(handle -> add(handle, member, name, made));
  }

  private Passkey add(Handle handle, Member member, String name, NewCredential made) {
    PublicKeyCredential<AuthenticatorAttestationResponse, ClientRegistrationExtensionOutputs>
        credential = made.parsed();
    byte[] challenge =
        credential == null
            ? new byte[0]
            : credential.getResponse().getClientData().getChallenge().getBytes();
    RegistrationResult result =
        credential != null && challenges.isLive(challenge, purpose(member))
            ? webAuthn.register(credential, member.userId(), member.email())
            : null;
    if (result == null
        || !store.useChallenge(handle, member.realm(), challenge, Challenges.LIFETIME)) {
      throw Rejection.ofField(AccountError.INVALID_PASSKEY, "credential", Message.of("passkey"));
    }
    store.lockUser(handle, member);
    if (store.ofUser(handle, member).size() >= MAX_PER_USER) {
      throw new Rejection(AccountError.TOO_MANY_PASSKEYS, Message.of("passkeylimit", MAX_PER_USER));
    }
    Passkey passkey =
        new Passkey(PasskeyId.next(), name, Instant.now().truncatedTo(ChronoUnit.MILLIS), null);
    if (!store.insert(
        handle,
        member,
        passkey,
        result.getKeyId().getId().getBytes(),
        result.getPublicKeyCose().getBytes(),
        result.getSignatureCount())) {
      throw new Rejection(AccountError.PASSKEY_KNOWN, Message.of("passkeyknown"));
    }
    log.record(handle, member, "user.passkey_added", null, name);
    return passkey;
  }

  /**
   * Renames a passkey; refuses with 404 when the user has no such passkey.
   *
   * @param idText as written in the path
   */
  public Passkey rename(Member member, String idText, String name) {
    return jdbi.inTransaction(
        handle -> {
          Passkey before =
              store.ofUser(handle, member).stream()
                  .map(PasskeyStore.Credential::passkey)
                  .filter(each -> each.id().equals(PasskeyId.parse(idText)))
                  .findFirst()
                  .orElseThrow(ManagePasskeys::notFound);
          if (!store.rename(handle, member, before.id(), name)) {
            throw notFound();
          }
          log.record(handle, member, "user.passkey_renamed", before.name(), name);
          return new Passkey(before.id(), name, before.createdAt(), before.lastUsedAt());
        });
  }

  /**
   * Removes a passkey. Refuses with 404 when the user has no such passkey, with 409 when the realm
   * requires a second factor and this is the last one.
   *
   * @param idText as written in the path
   */
  public void remove(Member member, String idText) {
    PasskeyId id = PasskeyId.parse(idText);
    if (id == null) {
      throw notFound();
    }
    jdbi.useTransaction(
        handle -> {
          store.lockUser(handle, member);
          String name = store.delete(handle, member, id);
          if (name == null) {
            throw notFound();
          }
          rule.requireOneLeft(handle, member);
          log.record(handle, member, "user.passkey_removed", name, null);
        });
  }

  private static String purpose(Member member) {
    return "register for " + member.realm() + ' ' + member.userId();
  }

  private static Rejection notFound() {
    return new Rejection(AccountError.PASSKEY_NOT_FOUND, Message.of("nopasskey"));
  }
}

package dev.paylink.account.signin;

import dev.paylink.account.FactorRule;
import dev.paylink.account.Member;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.ids.SessionId;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Opens and finds the sessions of one kind of realm. A token has 256 random bits; only its hash is
 * stored, so a stolen database opens no session. Signing in always makes a new token and ends the
 * browser's earlier session, so nobody can plant a session that they know. A session of the other
 * kind of realm does not exist here.
 */
public final class AccountSessions {
  private static final int TOKEN_BYTES = 32;
  private static final int TOKEN_CHARACTERS = 43; // of so many bytes in base64url

  private final SessionStore store = new SessionStore();
  private final DeviceStore devices = new DeviceStore();
  private final Jdbi jdbi;
  private final RealmKind kind;
  private final Options options;
  private final FactorRule factorRule;
  private final KnownDevices knownDevices;

  public AccountSessions(
      Jdbi jdbi,
      RealmKind kind,
      Options options,
      FactorRule factorRule,
      KnownDevices knownDevices) {
    this.jdbi = jdbi;
    this.kind = kind;
    this.options = options;
    this.factorRule = factorRule;
    this.knownDevices = knownDevices;
  }

  /**
   * What differs by realm.
   *
   * @param tokenPrefix with which a token begins
   * @param lifetime how long a session lasts
   * @param fresh how long a proof of the person counts
   */
  public record Options(String tokenPrefix, Duration lifetime, Duration fresh) {}

  /**
   * A new session; its token belongs in a cookie, or with the program that signed in.
   *
   * @param device the cookie by which the browser is known from now on
   */
  public record Opened(
      AccountSession session, Secret token, boolean fromNewDevice, Secret device) {}

  /** Returns with whose guesses at this login those of the visitor are counted. */
  public Guesser guesser(Visitor visitor, String email) {
    return new Guesser(visitor.source(), knownDevices.id(visitor.device(), email));
  }

  /** Returns the cookie of a visitor's browser that is known for this login from now on. */
  public Secret remember(Visitor visitor, String email) {
    return knownDevices.remember(visitor.device(), email);
  }

  /** Tells whether a text could be the token of a session. */
  public boolean isToken(String text) {
    return text.length() == options.tokenPrefix.length() + TOKEN_CHARACTERS
        && text.startsWith(options.tokenPrefix);
  }

  /** Returns the session of a token that came from this source, or null when there is none. */
  public @Nullable AccountSession find(String token, String source) {
    AccountSession session =
        isToken(token)
            ? jdbi.withHandle(
                handle ->
                    store.find(
                        handle, hash(token), source, options.fresh, factorRule.isConfigured()))
            : null;
    return session != null && kind.includes(session.realm()) ? session : null;
  }

  /** Begins a session within the caller's transaction, and ends the visitor's last one. */
  public Opened open(Handle handle, UserStore.Login login, Visitor visitor, SignInWay way) {
    return open(handle, login, visitor, way, null);
  }

  /**
   * Begins a session of somebody who was proven at that time.
   *
   * @param provenAt null for now
   */
  Opened open(
      Handle handle,
      UserStore.Login login,
      Visitor visitor,
      SignInWay way,
      @Nullable Instant provenAt) {
    Secret presented = visitor.presentedToken();
    if (presented != null) {
      store.delete(handle, hash(presented.reveal()));
    }
    SessionId id = SessionId.next();
    Secret token = new Secret(options.tokenPrefix + RandomToken.base64Url(TOKEN_BYTES));
    byte[] hash = hash(token.reveal());
    store.insert(handle, id, hash, login, visitor, way, provenAt, options.lifetime);
    AccountSession session =
        store.find(handle, hash, visitor.source(), options.fresh, factorRule.isConfigured());
    if (session == null) {
      throw new IllegalStateException("a session ended at once: " + id);
    }
    return new Opened(
        session, token, devices.isNew(handle, login, visitor), remember(visitor, login.email()));
  }

  /**
   * Notes that the person behind this session was proven now. Returns until when that counts, or
   * null when the session has ended.
   */
  @Nullable Instant prove(Handle handle, Member member) {
    Instant proven = store.prove(handle, member);
    return proven == null ? null : proven.plus(options.fresh);
  }

  /** Ends all sessions of the person's realm that an identity provider opened, except this one. */
  public void endBySso(Handle handle, Member member) {
    store.deleteBySso(handle, member.realm(), member.sessionId());
  }

  private static byte[] hash(String token) {
    return RequestSigner.sha256(token.getBytes(StandardCharsets.UTF_8));
  }
}

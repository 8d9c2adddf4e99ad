package dev.paylink.operator.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.ids.OperatorId;
import dev.paylink.ids.SessionId;
import dev.paylink.merchant.signin.BrowserSession;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.Outage;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Opens, finds and ends operators' sessions.
 *
 * <ul>
 *   <li>A token has 256 random bits; only its hash is stored, so a stolen database opens no
 *       session.
 *   <li>An ended session is refused at its next request, on every node.
 *   <li>The hash of a session that the admin token opened is keyed with that token: a new admin
 *       token ends it, and so does turning the token off.
 *   <li>While the database is down, this node trusts what it saw a few minutes before, and the
 *       admin token opens a session in its memory: the desk is needed most then. The database
 *       decides again once it is back.
 * </ul>
 */
public final class OperatorSessions {
  public static final Duration LIFETIME = Duration.ofHours(8);

  private static final String OF_PERSON = "pls_";
  private static final String OF_TOKEN = "plt_";
  private static final int TOKEN_BYTES = 32;
  private static final int TOKEN_CHARACTERS = OF_PERSON.length() + 43;
  private static final String PURPOSE = "operator's desk, stored session, 1";

  private static final Duration REMEMBERED = Duration.ofMinutes(10);
  private static final int MAX_REMEMBERED = 1_000;

  private final OperatorSessionStore store = new OperatorSessionStore();
  private final Jdbi jdbi;
  private final OperatorLog log;
  private final AdminToken adminToken;
  private final boolean factorRequired;
  private final Secret key;

  /** What this node saw last, by the text of the token's hash. */
  private final Cache<String, Session> seen =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(REMEMBERED).build();

  /**
   * Prepares the sessions.
   *
   * @param factorRequired whether an operator without a second factor must set one up first
   */
  public OperatorSessions(
      Jdbi jdbi, OperatorLog log, AdminToken adminToken, boolean factorRequired) {
    this.jdbi = jdbi;
    this.log = log;
    this.adminToken = adminToken;
    this.factorRequired = factorRequired;
    this.key =
        new Secret(
            text(
                RequestSigner.hmacSha256(
                    adminToken.secret().reveal(), PURPOSE.getBytes(StandardCharsets.UTF_8))));
  }

  /** A live session: who acts, and until when. */
  public record Session(ActingOperator operator, Instant until) {}

  /** A new session; its token belongs in a cookie, or with the program that signed in. */
  public record Opened(Session session, Secret token) {}

  /** Begins the session of a person within the caller's transaction. */
  public Opened open(Handle handle, OperatorStore.Login login, boolean twoFactor, Visitor visitor) {
    return open(handle, login, twoFactor, false, visitor);
  }

  /** Begins the session of a person whose second factor the identity provider has checked. */
  Opened openWithProviderFactor(Handle handle, OperatorStore.Login login, Visitor visitor) {
    return open(handle, login, true, true, visitor);
  }

  private Opened open(
      Handle handle,
      OperatorStore.Login login,
      boolean twoFactor,
      boolean providerFactor,
      Visitor visitor) {
    Secret token = new Secret(OF_PERSON + RandomToken.base64Url(TOKEN_BYTES));
    SessionId id = SessionId.next();
    Instant until =
        store.insert(
            handle, id, hash(token.reveal()), login.id(), visitor, providerFactor, LIFETIME);
    OperatorSessionStore.Holder holder =
        new OperatorSessionStore.Holder(
            new ActingOperator.Account(login.id(), login.email(), login.name()),
            login.role(),
            twoFactor);
    ActingOperator operator =
        acting(new OperatorSessionStore.Found(id, until, holder), visitor.source());
    log.record(handle, operator.actor(), "operator.signed_in", null, id.toString());
    return new Opened(new Session(operator, until), token);
  }

  /** Begins a session for whoever holds the admin token, which the caller has checked. */
  public Opened openWithAdminToken(Visitor visitor) {
    Secret token = new Secret(OF_TOKEN + RandomToken.base64Url(TOKEN_BYTES));
    SessionId id = SessionId.next();
    ActingOperator operator = ActingOperator.token(id, visitor.source());
    Instant until;
    try {
      until = jdbi.inTransaction(handle -> open(handle, operator, id, token, visitor));
    } catch (RuntimeException e) {
      if (!Outage.isBehind(e)) {
        throw e;
      }
      until = Instant.now().plus(LIFETIME);
    }
    Session session = new Session(operator, until);
    seen.put(text(hash(token.reveal())), session);
    return new Opened(session, token);
  }

  private Instant open(
      Handle handle, ActingOperator operator, SessionId id, Secret token, Visitor visitor) {
    log.record(handle, operator.actor(), "operator.signed_in", null, id.toString());
    return store.insert(handle, id, hash(token.reveal()), null, visitor, false, LIFETIME);
  }

  /** Tells whether a text could be the token of a session. */
  public static boolean isToken(String text) {
    return text.length() == TOKEN_CHARACTERS
        && (text.startsWith(OF_PERSON) || text.startsWith(OF_TOKEN));
  }

  /** Returns the session of a token that came from this source, or null when there is none. */
  public @Nullable Session find(String token, String source) {
    if (!isToken(token) || (token.startsWith(OF_TOKEN) && !adminToken.enabled())) {
      return null;
    }
    byte[] hash = hash(token);
    OperatorSessionStore.Found found;
    try {
      found = jdbi.withHandle(handle -> store.find(handle, hash));
    } catch (RuntimeException e) {
      Session session = Outage.isBehind(e) ? seen.getIfPresent(text(hash)) : null;
      if (session == null) {
        throw e;
      }
      return Instant.now().isBefore(session.until) ? session : null;
    }
    if (found == null) {
      seen.invalidate(text(hash));
      return null;
    }
    Session session = new Session(acting(found, source), found.until());
    seen.put(text(hash), session);
    return session;
  }

  private ActingOperator acting(OperatorSessionStore.Found found, String source) {
    OperatorSessionStore.Holder holder = found.operator();
    return holder == null
        ? ActingOperator.token(found.id(), source)
        : new ActingOperator(
            holder.role(),
            holder.account(),
            found.id(),
            source,
            factorRequired && !holder.twoFactor());
  }

  /** Ends the operator's own session of the token; later requests with it are refused. */
  public void signOut(ActingOperator operator, String token) {
    seen.invalidate(text(hash(token)));
    SessionId id = operator.sessionId();
    if (id != null) {
      jdbi.useTransaction(
          handle -> {
            if (store.delete(handle, idOf(operator), id)) {
              log.record(handle, operator.actor(), "operator.signed_out", id.toString(), null);
            }
          });
    }
  }

  /** Returns the operator's own sessions, newest first. */
  public List<BrowserSession> list(ActingOperator operator) {
    return jdbi.withHandle(handle -> store.of(handle, idOf(operator), operator.sessionId()));
  }

  /**
   * Ends one of the operator's own sessions; refuses with 404 when there is no such session.
   *
   * @param idText as it stands in the path
   */
  public void end(ActingOperator operator, String idText) {
    SessionId id = SessionId.parse(idText);
    jdbi.useTransaction(
        handle -> {
          if (id == null || !store.delete(handle, idOf(operator), id)) {
            throw new Refused(
                Problem.notFound("SESSION_NOT_FOUND", "You have no session with this id"));
          }
          log.record(handle, operator.actor(), "operator.session_ended", id.toString(), null);
        });
  }

  private static @Nullable OperatorId idOf(ActingOperator operator) {
    ActingOperator.Account account = operator.account();
    return account == null ? null : account.id();
  }

  private byte[] hash(String token) {
    byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
    return token.startsWith(OF_TOKEN)
        ? RequestSigner.hmacSha256(key.reveal(), bytes)
        : RequestSigner.sha256(bytes);
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

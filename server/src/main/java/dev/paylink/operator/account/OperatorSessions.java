package dev.paylink.operator.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.account.AccountError;
import dev.paylink.account.Visitor;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.BrowserSession;
import dev.paylink.account.signin.ManageSessions;
import dev.paylink.ids.SessionId;
import dev.paylink.platform.Outage;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Finds and ends operators' sessions: those of people, and those that the admin token opened.
 *
 * <ul>
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
  private static final int TOKEN_CHARACTERS = OF_TOKEN.length() + 43;
  private static final String PURPOSE = "operator's desk, stored session, 1";
  private static final Duration REMEMBERED = Duration.ofMinutes(10);
  private static final int MAX_REMEMBERED = 1_000;

  private final TokenSessionStore store = new TokenSessionStore();
  private final Jdbi jdbi;
  private final OperatorLog log;
  private final AdminToken adminToken;
  private final AccountSessions people;
  private final ManageSessions manage;
  private final Secret key;
  private final Duration freshFor;

  /** What this node saw last, by the text of the token's hash. */
  private final Cache<String, Session> seen =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(REMEMBERED).build();

  /**
   * Prepares the sessions.
   *
   * @param freshFor how long a proof of the person counts
   */
  public OperatorSessions(
      Jdbi jdbi,
      OperatorLog log,
      AdminToken adminToken,
      AccountSessions people,
      Duration freshFor) {
    this.jdbi = jdbi;
    this.log = log;
    this.adminToken = adminToken;
    this.people = people;
    this.freshFor = freshFor;
    this.manage = new ManageSessions(jdbi, log);
    this.key =
        new Secret(
            text(
                RequestSigner.hmacSha256(
                    adminToken.secret().reveal(), PURPOSE.getBytes(StandardCharsets.UTF_8))));
  }

  /**
   * Returns how the sessions of people are.
   *
   * @param freshFor how long a proof of the person counts
   */
  public static AccountSessions.Options ofPeople(Duration freshFor) {
    return new AccountSessions.Options(OF_PERSON, LIFETIME, freshFor);
  }

  /** A live session: who acts, and until when. */
  public record Session(ActingOperator operator, Instant until) {
    static Session of(AccountSession session) {
      return new Session(ActingOperator.of(session), session.until());
    }
  }

  /** A new session; its token belongs in a cookie, or with the program that signed in. */
  public record Opened(Session session, Secret token) {
    /** Returns the session that a person has begun. */
    public static Opened of(AccountSessions.Opened opened) {
      return new Opened(Session.of(opened.session()), opened.token());
    }
  }

  /** Begins a session for the holder of the admin token, which the caller has checked. */
  public Opened openWithAdminToken(Visitor visitor) {
    Secret token = new Secret(OF_TOKEN + RandomToken.base64Url(TOKEN_BYTES));
    SessionId id = SessionId.next();
    ActingOperator operator = ActingOperator.ofTokenSession(id, visitor.source(), true);
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
    return store.insert(handle, id, hash(token.reveal()), visitor, LIFETIME);
  }

  /** Tells whether a text could be the token of a session. */
  public boolean isToken(String text) {
    return people.isToken(text) || isOfAdminToken(text);
  }

  private static boolean isOfAdminToken(String text) {
    return text.length() == TOKEN_CHARACTERS && text.startsWith(OF_TOKEN);
  }

  /** Returns the session of a token that came from this source, or null when there is none. */
  public @Nullable Session find(String token, String source) {
    if (!isToken(token) || (isOfAdminToken(token) && !adminToken.enabled())) {
      return null;
    }
    String name = text(hash(token));
    Session session;
    try {
      session = isOfAdminToken(token) ? ofAdminToken(token, source) : ofPerson(token, source);
    } catch (RuntimeException e) {
      Session known = Outage.isBehind(e) ? seen.getIfPresent(name) : null;
      if (known == null) {
        throw e;
      }
      return Instant.now().isBefore(known.until) ? known : null;
    }
    if (session == null) {
      seen.invalidate(name);
    } else {
      seen.put(name, session);
    }
    return session;
  }

  private @Nullable Session ofPerson(String token, String source) {
    AccountSession session = people.find(token, source);
    return session == null ? null : Session.of(session);
  }

  private @Nullable Session ofAdminToken(String token, String source) {
    TokenSessionStore.Found found =
        jdbi.withHandle(handle -> store.find(handle, hash(token), freshFor));
    return found == null
        ? null
        : new Session(
            ActingOperator.ofTokenSession(found.id(), source, found.fresh()), found.until());
  }

  /**
   * Notes that the holder of the admin token has sent it again in a session that it opened. Refuses
   * with 401 when the session has ended.
   */
  public void proveToken(ActingOperator operator) {
    SessionId id = Objects.requireNonNull(operator.sessionId(), "no session");
    jdbi.useTransaction(
        handle -> {
          if (!store.prove(handle, id)) {
            throw new Rejection(AccountError.NOT_SIGNED_IN, Message.of("signinfirst"));
          }
          log.record(handle, operator.actor(), "operator.reauthenticated", null, id.toString());
        });
  }

  /** Ends the operator's own session of the token; later requests with it are refused. */
  public void signOut(ActingOperator operator, String token) {
    seen.invalidate(text(hash(token)));
    AccountSession account = operator.account();
    SessionId id = operator.sessionId();
    if (account != null) {
      manage.signOut(account);
    } else if (id != null) {
      jdbi.useTransaction(
          handle -> {
            if (store.delete(handle, id)) {
              log.record(handle, operator.actor(), "operator.signed_out", id.toString(), null);
            }
          });
    }
  }

  /** Returns the operator's own sessions, newest first. */
  public List<BrowserSession> list(ActingOperator operator) {
    AccountSession account = operator.account();
    return account == null
        ? jdbi.withHandle(handle -> store.all(handle, operator.sessionId()))
        : manage.list(account);
  }

  /**
   * Ends one of the operator's own sessions; refuses with 404 when there is no such session.
   *
   * @param idText as written in the path
   */
  public void end(ActingOperator operator, String idText) {
    AccountSession account = operator.account();
    if (account != null) {
      manage.end(account, idText);
      return;
    }
    SessionId id = SessionId.parse(idText);
    jdbi.useTransaction(
        handle -> {
          if (id == null || !store.delete(handle, id)) {
            throw ManageSessions.notFound();
          }
          log.record(handle, operator.actor(), "operator.session_ended", id.toString(), null);
        });
  }

  private byte[] hash(String token) {
    return RequestSigner.hmacSha256(key.reveal(), token.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

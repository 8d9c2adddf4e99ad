package dev.paylink.account.web;

import dev.paylink.account.Checked;
import dev.paylink.account.Invitation;
import dev.paylink.account.Member;
import dev.paylink.account.Visitor;
import dev.paylink.account.passkey.Passkey;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.account.signin.AccountSelfService;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.SignIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls that every account has, in whatever realm and role: to sign in, to prove oneself again,
 * and about one's own passkeys. Removing one needs a proof in the same call, adding one in the call
 * that begins it: nobody else gets a challenge for a new passkey.
 */
public final class AccountRoutes {
  private final String below;
  private final AccountSelfService self;
  private final Entrance entrance;
  private final Guards guards;

  /**
   * Prepares the calls of a realm.
   *
   * @param below the beginning of their paths
   */
  public AccountRoutes(String below, AccountSelfService self, Entrance entrance, Guards guards) {
    this.below = below;
    this.self = self;
    this.entrance = entrance;
    this.guards = guards;
  }

  /** Answers somebody who is signed in. */
  @FunctionalInterface
  public interface Call {
    Answer handle(Request request, Member member);
  }

  /** Admits those to a call who may make it. */
  @FunctionalInterface
  public interface Guard {
    Handler admit(Call call);
  }

  /**
   * Who may read, and who may change something: with a fresh proof where it adds one. A call that
   * has a proof with it is behind {@code prove} or {@code remove}.
   */
  public record Guards(Guard prove, Guard read, Guard add, Guard rename, Guard remove) {}

  /** How people get in. */
  public interface Entrance {
    Handler open(Handler handler);

    Visitor visitor(Request request);

    /** Returns the person who is already signed in; null if nobody is, or it does not matter. */
    @Nullable Member known(Request request);

    /** Returns what is wrong with a second factor. */
    Message wrongFactor();

    Answer welcome(Request request, AccountSessions.Opened opened);
  }

  public List<Route> routes() {
    return List.of(
        Route.post(below + "/login", entrance.open(this::login)),
        Route.post(below + "/login/passkey/options", entrance.open(this::challenge)),
        Route.post(below + "/login/passkey", entrance.open(this::passkeyLogin)),
        Route.post(below + "/reauthenticate", guards.prove.admit(this::reauthenticate)),
        Route.get(below + "/passkeys", guards.read.admit(this::list)),
        Route.post(below + "/passkeys/options", guards.prove.admit(this::options)),
        Route.post(below + "/passkeys", guards.add.admit(this::add)),
        Route.put(below + "/passkeys/:id", guards.rename.admit(this::rename)),
        Route.delete(below + "/passkeys/:id", guards.remove.admit(this::remove)));
  }

  private Answer login(Request request) {
    SignIn.Attempt attempt = AccountForms.login(request.jsonFields());
    Checked<AccountSessions.Opened> result =
        self.signIn().handle(attempt, entrance.visitor(request));
    return entrance.welcome(
        request,
        result.require(
            attempt.second().isNothing() ? Message.of("wrong.login") : entrance.wrongFactor()));
  }

  private Answer challenge(Request request) {
    return Answer.ok(self.passkeyCheck().options(entrance.known(request), request.source()))
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private Answer passkeyLogin(Request request) {
    SignedChallenge signed = AccountForms.passkeyLogin(request.jsonFields());
    Checked<AccountSessions.Opened> result =
        self.signIn().handle(signed, entrance.visitor(request));
    return entrance.welcome(request, result.require(Message.of("passkeyrefused")));
  }

  private Answer reauthenticate(Request request, Member member) {
    Instant until = self.reauthenticate().handle(member, AccountForms.proof(request.jsonFields()));
    return Answer.ok(Json.object().put("freshUntil", until).bytes());
  }

  private Answer list(Request request, Member member) {
    return Answer.ok(
        Json.object()
            .putObjects("data", self.passkeys().list(member), AccountRoutes::write)
            .bytes());
  }

  private Answer options(Request request, Member member) {
    prove(request, member);
    return Answer.ok(self.passkeys().options(member)).with(Headers.CACHE_CONTROL, "no-store");
  }

  /** Requires the proof in this call; a fresh session is not enough. */
  private void prove(Request request, Member member) {
    self.reauthenticate().require(member, AccountForms.proof(request.jsonBody()));
  }

  private Answer add(Request request, Member member) {
    AccountForms.PasskeyForm form = AccountForms.newPasskey(request.jsonFields());
    return Answer.created(json(self.passkeys().add(member, form.name(), form.credential())));
  }

  private Answer rename(Request request, Member member) {
    String name = AccountForms.passkeyName(request.jsonFields());
    return Answer.ok(json(self.passkeys().rename(member, request.parameter("id"), name)));
  }

  private Answer remove(Request request, Member member) {
    prove(request, member);
    self.passkeys().remove(member, request.parameter("id"));
    return Answer.noContent();
  }

  private static byte[] json(Passkey passkey) {
    Json json = Json.object();
    write(json, passkey);
    return json.bytes();
  }

  private static void write(Json json, Passkey passkey) {
    json.put("id", passkey.id().toString())
        .put("name", passkey.name())
        .put("createdAt", passkey.createdAt())
        .put("lastUsedAt", passkey.lastUsedAt());
  }

  /** Writes an open invitation to a realm. */
  public static Json write(Json json, Invitation invitation) {
    return json.put("id", invitation.id().toString())
        .put("email", invitation.email())
        .put("role", invitation.role())
        .put("invitedBy", invitation.invitedBy())
        .put("createdAt", invitation.createdAt())
        .put("expiresAt", invitation.expiresAt());
  }
}

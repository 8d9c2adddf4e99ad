package dev.paylink.operator;

import dev.paylink.account.AccountError;
import dev.paylink.account.Acting;
import dev.paylink.account.Actor;
import dev.paylink.account.Person;
import dev.paylink.account.RealmKind;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.account.signin.Factors;
import dev.paylink.account.signin.SessionStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.NameMark;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.RegisterMerchant;
import dev.paylink.merchant.signin.ResetPassword;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.Role;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Helps people back into a merchant's account who have no other way: removes the second factors of
 * a user, makes a link for a lost password where no letters are sent, and makes somebody an owner
 * where no owner can. Each is done at once or, where the configuration asks for four eyes, when a
 * second operator agrees. The owners and the person concerned get a letter with a link that freezes
 * the account, and a new owner waits as any other.
 */
public final class RecoverAccount {
  /** Between a merchant and its user, where a request is about one user. */
  private static final char USER = ' ';

  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final SessionStore sessions = new SessionStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final FindMerchants find;
  private final Approvals approvals;
  private final Factors factors;
  private final Accounts.Teams teams;
  private final ConfirmEmail confirmEmail;
  private final ResetPassword resetPassword;
  private final AuditLog audit;

  RecoverAccount(Jdbi jdbi, FindMerchants find, Approvals approvals, Accounts accounts) {
    this.jdbi = jdbi;
    this.find = find;
    this.approvals = approvals;
    this.factors = accounts.self().factors();
    this.teams = accounts.teams();
    this.confirmEmail = accounts.signUp().confirmEmail();
    this.resetPassword = accounts.signUp().resetPassword();
    this.audit = accounts.audit().log();
    approvals.register(FourEyes.factors, new Removing());
    approvals.register(FourEyes.owner, new Appointing());
    approvals.register(FourEyes.password, new Linking());
  }

  /** Tells whether the address of this operator is that of somebody in the merchant's team. */
  public static boolean isMember(Handle handle, MerchantId id, ActingOperator by) {
    AccountSession account = by.account();
    return account != null
        && new UserStore()
            .all(handle, RealmId.of(id)).stream()
                .anyMatch(user -> user.email().equals(account.email()));
  }

  /** Returns the merchant in whose team the address of this operator is; null if it is in none. */
  public static @Nullable MerchantId company(Handle handle, ActingOperator by) {
    AccountSession account = by.account();
    UserStore.Login found =
        account == null
            ? null
            : new UserStore().findByEmail(handle, RealmKind.MERCHANT, account.email());
    return found == null ? null : found.realm().merchantId();
  }

  /** Returns the merchant that a request is about, or a user of which; null if there is none. */
  public static @Nullable MerchantId merchant(String subject) {
    int end = subject.indexOf(USER);
    return MerchantId.parse(end < 0 ? subject : subject.substring(0, end));
  }

  /**
   * What came of it: the request if another operator has to agree, otherwise a link if it makes
   * one.
   */
  public record Outcome(@Nullable Approval pending, @Nullable Secret link) {}

  /** An operator who acts in a merchant's realm. */
  private record InRealm(RealmId realm, Actor actor) implements Acting {
    @Override
    public @Nullable SessionId sessionId() {
      return null;
    }
  }

  /**
   * Removes all second factors of a user and ends the user's sessions. Returns the request if
   * another operator has to agree, otherwise null. Refuses with 404 when there is no such merchant
   * or user, with 409 when the user has no second factor.
   *
   * @param userText as written in the path
   */
  public @Nullable Approval removeFactors(
      @Nullable MerchantId id, String userText, ActingOperator by) {
    return request(
            FourEyes.factors,
            new Removing(),
            subject(find.require(id).id(), userText),
            userText,
            by)
        .pending;
  }

  /**
   * Makes a link that sets the password of a user, which the operator hands over, or asks for it.
   * Refuses with 404 when there is no such merchant or user, with 409 where letters are sent.
   *
   * @param userText as written in the path
   */
  public Outcome link(@Nullable MerchantId id, String userText, ActingOperator by) {
    return request(
        FourEyes.password, new Linking(), subject(find.require(id).id(), userText), userText, by);
  }

  /** Returns the subject of a request about one user. */
  static String subject(MerchantId id, String userText) {
    return id.toString() + USER + userText;
  }

  /**
   * Makes a member of the team an owner, or invites somebody as one by letter. Returns the request
   * if another operator has to agree, otherwise null. Refuses with 404 when there is no such
   * merchant, or no such member where no letters are sent, with 403 while the account is frozen.
   */
  public @Nullable Approval appoint(@Nullable MerchantId id, String email, ActingOperator by) {
    String address = email.toLowerCase(Locale.ROOT);
    String merchant = find.require(id).id().toString();
    return request(FourEyes.owner, new Appointing(), merchant, address, by).pending;
  }

  private Outcome request(
      FourEyes kind, Work work, String subject, String details, ActingOperator by) {
    if (approvals.needs(kind)) {
      return new Outcome(approvals.request(by, kind, subject, details, null), null);
    }
    return jdbi.inTransaction(
        handle -> {
          work.lock(handle, subject);
          work.plan(handle, subject, details);
          return new Outcome(null, work.run(handle, work.id(subject), details, by));
        });
  }

  private List<User> team(Handle handle, MerchantId id) {
    return users.all(handle, RealmId.of(id));
  }

  /** What two operators do about a merchant's people. */
  private abstract class Work implements TwoPersonWork {
    @Override
    public void lock(Handle handle, String subject) {
      merchants.lock(handle, id(subject));
    }

    @Override
    public boolean isOwn(Handle handle, String subject, ActingOperator by) {
      return isMember(handle, id(subject), by);
    }

    /** Does it; returns a link for the operator who agreed, null without one. */
    abstract @Nullable Secret run(Handle handle, MerchantId id, String details, ActingOperator by);

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      return run(handle, id(approval.subject()), approval.details(), by);
    }

    User user(Handle handle, MerchantId id, String idText) {
      UserId userId = UserId.parse(idText);
      return team(handle, id).stream()
          .filter(each -> each.id().equals(userId))
          .findFirst()
          .orElseThrow(
              () -> new Rejection(MerchantError.USER_NOT_FOUND, Message.of("team.nouser")));
    }

    MerchantId id(String subject) {
      return Objects.requireNonNull(merchant(subject), subject);
    }
  }

  private final class Removing extends Work {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      MerchantId id = id(subject);
      User user = user(handle, id, details);
      List<String> names = factors.names(handle, Person.of(RealmId.of(id), user.id()));
      if (names.isEmpty()) {
        throw new Rejection(AccountError.TWO_FACTOR_OFF, Message.of("factoroff"));
      }
      return new Plan(
          "Remove the second factors of %s: %s".formatted(user.summary(), String.join(", ", names)),
          user.id() + " " + names);
    }

    @Override
    @Nullable Secret run(Handle handle, MerchantId id, String details, ActingOperator by) {
      User user = user(handle, id, details);
      RealmId realm = RealmId.of(id);
      Person person = Person.of(realm, user.id());
      List<String> removed = factors.removeAll(handle, person);
      sessions.deleteAll(handle, person);
      audit.record(
          handle,
          realm,
          by.actor(),
          "user.factors_removed",
          user.email() + ": " + String.join(", ", removed),
          null,
          List.of(user.email()));
      return null;
    }
  }

  private final class Linking extends Work {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      resetPassword.requireLinks();
      User user = user(handle, id(subject), details);
      return new Plan(
          "Make a link that sets the password of " + user.summary(),
          user.id() + " " + user.email());
    }

    @Override
    Secret run(Handle handle, MerchantId id, String details, ActingOperator by) {
      return resetPassword.link(handle, id, user(handle, id, details), by.actor());
    }
  }

  private final class Appointing extends Work {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      MerchantId id = id(subject);
      User member = member(handle, id, details);
      freezes.requireThawed(handle, RealmId.of(id));
      if (member == null) {
        requireInviting(handle, id, details);
      }
      Merchant merchant = Objects.requireNonNull(merchants.find(handle, id), subject);
      String state = member == null ? "who is not in the team" : "now " + member.role();
      return new Plan(
          "Make %s, %s, an owner of %s"
              .formatted(details, state, NameMark.described(merchant.businessName())),
          details + " " + (member == null ? "" : member.id() + " " + member.role()));
    }

    /** Refuses what an invitation would be refused for, before anybody agrees to it. */
    private void requireInviting(Handle handle, MerchantId id, String email) {
      if (!audit.announcements().askForProof()) { // nobody would get the link
        throw new Rejection(MerchantError.USER_NOT_FOUND, Message.of("team.nouser"));
      }
      confirmEmail.require(handle, id);
      if (users.findByEmail(handle, RealmKind.MERCHANT, email) != null) {
        throw RegisterMerchant.emailTaken();
      }
      teams.invitations().requireRoom(handle, RealmId.of(id));
    }

    private @Nullable User member(Handle handle, MerchantId id, String email) {
      return team(handle, id).stream()
          .filter(each -> each.email().equals(email))
          .findFirst()
          .orElse(null);
    }

    @Override
    @Nullable Secret run(Handle handle, MerchantId id, String details, ActingOperator by) {
      User member = member(handle, id, details);
      Acting operator = new InRealm(RealmId.of(id), by.actor());
      String owner = Role.owner.name();
      if (member == null) {
        teams.invitations().invite(handle, operator, details, owner, teams.invitationUrl());
      } else {
        teams.team().changeRole(handle, operator, member.id(), owner);
      }
      return null;
    }
  }
}

package dev.paylink.operator;

import dev.paylink.account.Person;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.NameMark;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
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
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Removes somebody from a merchant's team at once, where its owners cannot: the one whom they would
 * remove freezes the account again and again. It is possible while the account is frozen, and ends
 * the links of earlier letters. There is always an owner who stays.
 */
public final class DismissMember {
  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final FindMerchants find;
  private final Approvals approvals;
  private final AuditLog audit;
  private final Dismissing work = new Dismissing();

  DismissMember(Jdbi jdbi, FindMerchants find, Approvals approvals, AuditLog audit) {
    this.jdbi = jdbi;
    this.find = find;
    this.approvals = approvals;
    this.audit = audit;
    approvals.register(FourEyes.removal, work);
  }

  /**
   * Removes the user. Returns the request if another operator has to agree, otherwise null. Refuses
   * with 404 when there is no such merchant or user, with 409 when no owner would stay.
   *
   * @param userText as written in the path
   */
  public @Nullable Approval handle(@Nullable MerchantId id, String userText, ActingOperator by) {
    String subject = RecoverAccount.subject(find.require(id).id(), userText);
    if (approvals.needs(FourEyes.removal)) {
      return approvals.request(by, FourEyes.removal, subject, userText, null);
    }
    jdbi.useTransaction(
        handle -> {
          work.lock(handle, subject);
          work.run(handle, subject, userText, by);
        });
    return null;
  }

  /** Its details are the id of a user. */
  private final class Dismissing implements TwoPersonWork {
    @Override
    public void lock(Handle handle, String subject) {
      merchants.lock(handle, id(subject));
    }

    @Override
    public boolean isOwn(Handle handle, String subject, ActingOperator by) {
      return RecoverAccount.isMember(handle, id(subject), by);
    }

    @Override
    public Plan plan(Handle handle, String subject, String details) {
      User user = user(handle, id(subject), details);
      Merchant merchant = Objects.requireNonNull(merchants.find(handle, id(subject)), subject);
      return new Plan(
          "Remove %s from the team of %s"
              .formatted(user.summary(), NameMark.described(merchant.businessName())),
          user.id() + " " + user.role());
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      run(handle, approval.subject(), approval.details(), by);
      return null;
    }

    void run(Handle handle, String subject, String details, ActingOperator by) {
      RealmId realm = RealmId.of(id(subject));
      User user = user(handle, id(subject), details);
      users.delete(handle, Person.of(realm, user.id()));
      freezes.endLinks(handle, realm);
      audit.record(
          handle,
          realm,
          by.actor(),
          "user.dismissed",
          user.email() + ", " + user.role(), // not as a removal that its person may stop
          null,
          List.of(user.email()));
    }

    private User user(Handle handle, MerchantId id, String idText) {
      List<User> team = users.all(handle, RealmId.of(id));
      UserId userId = UserId.parse(idText);
      User user =
          team.stream()
              .filter(each -> each.id().equals(userId))
              .findFirst()
              .orElseThrow(
                  () -> new Rejection(MerchantError.USER_NOT_FOUND, Message.of("team.nouser")));
      if (team.stream().noneMatch(each -> staysOwner(each) && !each.id().equals(userId))) {
        throw new Rejection(MerchantError.LAST_OWNER, Message.of("lastowner"));
      }
      return user;
    }

    private static boolean staysOwner(User user) {
      return user.role().equals(Role.owner.name()) && user.pending() == null;
    }

    private static MerchantId id(String subject) {
      return Objects.requireNonNull(RecoverAccount.merchant(subject), subject);
    }
  }
}

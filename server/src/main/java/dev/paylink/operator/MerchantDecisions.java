package dev.paylink.operator;

import dev.paylink.account.freeze.Freeze;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.operator.ChangeVerification;
import dev.paylink.merchant.operator.DecideName;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.NameMark;
import dev.paylink.merchant.operator.VerificationDecision;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.Approvals;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Decides about a merchant's status, name and freeze, at once or, where the configuration asks for
 * four eyes, when a second operator agrees. Nothing becomes verified another way. The merchant's
 * own log gets an entry once it is decided, never before.
 */
public final class MerchantDecisions {
  private final MerchantStore merchants = new MerchantStore();
  private final FindMerchants find;
  private final Approvals approvals;
  private final ChangeVerification changeVerification;
  private final DecideName decideName;
  private final FreezeAccount freezeAccount;
  private final AuditLog audit;
  private final boolean live;

  /**
   * Prepares the decisions.
   *
   * @param live whether a decision that trusts a merchant must name what was seen, also where one
   *     operator takes it
   */
  MerchantDecisions(
      FindMerchants find,
      Approvals approvals,
      ChangeVerification changeVerification,
      DecideName decideName,
      FreezeAccount freezeAccount,
      AuditLog audit,
      boolean live) {
    this.find = find;
    this.approvals = approvals;
    this.changeVerification = changeVerification;
    this.decideName = decideName;
    this.freezeAccount = freezeAccount;
    this.audit = audit;
    this.live = live;
    approvals.register(FourEyes.verification, new Verifying());
    approvals.register(FourEyes.rename, new Renaming());
    approvals.register(FourEyes.freeze, new Lifting());
  }

  /** The outcome of a decision. */
  public sealed interface Result {
    record Done(Merchant merchant) implements Result {}

    /** Another operator has to agree. */
    record Pending(Approval approval) implements Result {}
  }

  /**
   * Decides about the status. Refuses with 400 to verify a merchant without saying what was seen,
   * with 404 when there is no such merchant, with 409 when it has changed since the operator looked
   * at it.
   */
  public Result decide(@Nullable MerchantId id, VerificationDecision decision, ActingOperator by) {
    Merchant merchant = find.require(id);
    if (decision.to() != Verification.KybVerified) {
      return new Result.Done(changeVerification.handle(merchant.id(), decision, by.actor()));
    }
    String seen = seen(decision.revision(), FourEyes.verification);
    if (!approvals.needs(FourEyes.verification)) {
      return new Result.Done(changeVerification.handle(merchant.id(), decision, by.actor()));
    }
    if (merchant.verification() == Verification.KybVerified) { // at most a new reason
      VerificationDecision onThis =
          new VerificationDecision(
              decision.to(),
              decision.reason(),
              Objects.requireNonNullElse(seen, merchant.revision()));
      return new Result.Done(changeVerification.handle(merchant.id(), onThis, by.actor()));
    }
    return new Result.Pending(
        approvals.request(
            by,
            FourEyes.verification,
            merchant.id().toString(),
            Objects.requireNonNullElse(decision.reason(), ""),
            seen));
  }

  /** Returns what the operator saw; refuses with 400 nothing where it has to be said. */
  private @Nullable String seen(@Nullable String revision, FourEyes kind) {
    if (revision == null && (live || approvals.needs(kind))) {
      throw Rejection.invalid("revision", Message.of("field.revision"));
    }
    return revision;
  }

  /**
   * Decides about a new name. Refuses with 400 to accept one without saying what was seen, with 404
   * when there is no such merchant, with 409 when it has changed since the operator looked at it.
   */
  public Result decide(@Nullable MerchantId id, DecideName.Decision decision, ActingOperator by) {
    Merchant merchant = find.require(id);
    String seen =
        decision.accepted() ? seen(decision.revision(), FourEyes.rename) : decision.revision();
    boolean trusted =
        switch (merchant.verification()) {
          case Registered, KybSubmitted, KybRejected -> false;
          case KybVerified, Suspended -> true;
        };
    if (!decision.accepted() || !trusted || !approvals.needs(FourEyes.rename)) {
      // What was not trusted when we looked must not be by now.
      DecideName.Decision onThis =
          new DecideName.Decision(
              decision.accepted(),
              decision.seen(),
              decision.reason(),
              decision.accepted() ? Objects.requireNonNullElse(seen, merchant.revision()) : seen);
      return new Result.Done(decideName.handle(merchant.id(), onThis, by.actor()));
    }
    return new Result.Pending(
        approvals.request(by, FourEyes.rename, merchant.id().toString(), decision.seen(), seen));
  }

  /**
   * Lifts the freeze of an account. Refuses with 404 when there is no such merchant, with 409 when
   * it is not frozen, or not as the operator saw it.
   *
   * @param seen the {@link #facts} that the operator saw; null for a call, which shows none
   */
  public Result liftFreeze(@Nullable MerchantId id, @Nullable String seen, ActingOperator by) {
    Merchant merchant = find.require(id);
    if (approvals.needs(FourEyes.freeze)) {
      return new Result.Pending(
          approvals.request(by, FourEyes.freeze, merchant.id().toString(), "", seen));
    }
    freezeAccount.lift(merchant.id(), by.actor());
    return new Result.Done(merchant);
  }

  private static MerchantId id(String subject) {
    return Objects.requireNonNull(MerchantId.parse(subject), subject);
  }

  /** Returns a text that changes with each freeze. */
  public static String facts(Freeze freeze) {
    return freeze.since() + " " + freeze.by();
  }

  private Merchant merchant(Handle handle, String subject) {
    Merchant merchant = merchants.find(handle, id(subject));
    if (merchant == null) {
      throw ChangeVerification.notFound();
    }
    return merchant;
  }

  /** Writes into the merchant's log who asked for what is done now. */
  private void recordRequest(
      Handle handle, Approval approval, String action, @Nullable String what) {
    audit.record(handle, id(approval.subject()), approval.requester(), action, null, what);
  }

  /** Its subject is a merchant's id. */
  private abstract class AboutMerchant implements TwoPersonWork {
    @Override
    public void lock(Handle handle, String subject) {
      merchants.lock(handle, id(subject));
    }

    @Override
    public boolean isOwn(Handle handle, String subject, ActingOperator by) {
      return RecoverAccount.isMember(handle, id(subject), by);
    }
  }

  private final class Verifying extends AboutMerchant {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      Merchant merchant = merchant(handle, subject);
      String reason = details.isEmpty() ? "" : ": " + details;
      return new Plan(
          "Verify %s, now %s%s"
              .formatted(
                  NameMark.described(merchant.businessName()), merchant.verification(), reason),
          merchant.revision());
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      recordRequest(
          handle, approval, "merchant.verification_requested", Verification.KybVerified.name());
      changeVerification.handle(
          handle,
          id(approval.subject()),
          new VerificationDecision(Verification.KybVerified, approval.details(), approval.facts()),
          by.actor());
      return null;
    }

    @Override
    public void done() {
      changeVerification.changed();
    }
  }

  /** Its details are the name to accept. */
  private final class Renaming extends AboutMerchant {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      Merchant merchant = merchant(handle, subject);
      DecideName.require(merchant, details);
      return new Plan(
          "Rename %s to %s, now %s"
              .formatted(
                  NameMark.described(merchant.businessName()),
                  NameMark.described(details),
                  merchant.verification()),
          merchant.revision());
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      recordRequest(
          handle, approval, "merchant.business_name_acceptance_requested", approval.details());
      decideName.handle(
          handle,
          id(approval.subject()),
          new DecideName.Decision(true, approval.details(), null, approval.facts()),
          by.actor());
      return null;
    }

    @Override
    public void done() {
      decideName.changed();
    }
  }

  private final class Lifting extends AboutMerchant {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      Merchant merchant = merchant(handle, subject);
      Freeze freeze = freezeAccount.require(handle, merchant.id());
      return new Plan(
          "Lift the freeze of %s, frozen by %s"
              .formatted(NameMark.described(merchant.businessName()), freeze.by()),
          facts(freeze));
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      MerchantId id = id(approval.subject());
      recordRequest(handle, approval, "merchant.freeze_lift_requested", null);
      freezeAccount.lift(handle, id, by.actor(), freezeAccount.require(handle, id));
      return null;
    }
  }
}

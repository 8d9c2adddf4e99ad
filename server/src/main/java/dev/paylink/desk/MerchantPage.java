package dev.paylink.desk;

import dev.paylink.account.User;
import dev.paylink.account.freeze.Freeze;
import dev.paylink.account.web.AccountForms;
import dev.paylink.credential.ApiKey;
import dev.paylink.credential.ApiKeyChange;
import dev.paylink.credential.MerchantApiKeys;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.operator.MerchantDossier;
import dev.paylink.merchant.operator.ReadDossier;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.operator.MerchantDecisions;
import dev.paylink.operator.RecoverAccount;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.erase.EraseCustomer;
import dev.paylink.settlement.erase.EraseRoutes;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookHealth;
import dev.paylink.webhook.settings.WebhookSettings;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One merchant with everything that belongs to it, and the forms that decide about it. */
record MerchantPage(
    DeskDoor door,
    ReadDossier readDossier,
    MerchantApiKeys keys,
    WebhookSettings webhooks,
    Accounts accounts,
    MerchantDecisions decisions,
    RecoverAccount recoverAccount,
    EraseCustomer eraseCustomer) {
  private static final MerchantId NOBODY = new MerchantId(new UUID(0, 0));

  /** A refused form, and its name on the page. */
  record Refusal(String name, Form form) {
    static final Refusal NONE = new Refusal("", Form.EMPTY);

    /** Returns the refused form if it has this name, otherwise an empty one. */
    Form of(String other) {
      return name.equals(other) ? form : Form.EMPTY;
    }
  }

  /** A webhook and how its deliveries go. */
  record CheckedWebhook(Webhook webhook, WebhookHealth health) {}

  /** A link that sets a user's password, shown only this once. */
  record ResetLink(String email, String url) {}

  /**
   * {@code makesLinks} tells whether operators make links for lost passwords; {@code mayReview} and
   * {@code mayOperate} which forms are for this one.
   */
  record View(
      Panel panel,
      @Nullable String news,
      MerchantDossier dossier,
      List<ApiKey> keys,
      List<CheckedWebhook> webhooks,
      @Nullable Freeze freeze,
      @Nullable ResetLink link,
      boolean makesLinks,
      boolean mayReview,
      boolean mayOperate,
      Refusal refusal) {
    Merchant merchant() {
      return dossier.merchant();
    }
  }

  List<Route> routes() {
    return List.of(
        door.page(
            Permission.READ, DeskPaths.MERCHANT, visit -> Answer.html(draw(visit, Refusal.NONE))),
        door.provenForm(Permission.OPERATE, DeskPaths.MERCHANT_LIFT_FREEZE, this::liftFreeze),
        door.provenForm(Permission.OPERATE, DeskPaths.USER_RESET_LINK, this::makeLink),
        door.provenForm(Permission.OPERATE, DeskPaths.USER_FACTORS_REMOVE, this::removeFactors),
        door.provenForm(Permission.OPERATE, DeskPaths.MERCHANT_OWNER, this::appoint),
        door.provenForm(Permission.OPERATE, DeskPaths.MERCHANT_ERASE, this::erase),
        door.provenForm(Permission.OPERATE, DeskPaths.KEY_LIMIT, this::changeLimit),
        door.provenForm(
            Permission.OPERATE,
            DeskPaths.KEY_ON,
            visit -> change(visit, ApiKeyChange.ACTIVATE, DeskNotice.KEY_ON)),
        door.provenForm(
            Permission.OPERATE,
            DeskPaths.KEY_OFF,
            visit -> change(visit, ApiKeyChange.DEACTIVATE, DeskNotice.KEY_OFF)));
  }

  private Answer changeLimit(OperatorVisit visit) {
    Form form = Form.of(visit.request(), "limit");
    return form.attempt(
        () -> change(visit, ApiKeyChange.of(form.fields()), DeskNotice.LIMIT),
        again -> draw(visit, new Refusal(visit.request().parameter("key"), again)));
  }

  private Answer change(OperatorVisit visit, ApiKeyChange change, DeskNotice done) {
    // Null would mean the keys of every merchant.
    MerchantId owner = Objects.requireNonNullElse(visit.merchant(), NOBODY);
    keys.change(visit.request().parameter("key"), owner, change, visit.actor());
    return done.on(DeskPaths.MERCHANT.to(owner));
  }

  private Answer erase(OperatorVisit visit) {
    Form form = Form.of(visit.request(), "email", "paymentId");
    return form.attempt(
        () -> {
          MerchantId id = merchant(visit);
          EraseCustomer.Customer customer =
              EraseRoutes.customer(form.filledFields(List.of("email", "paymentId")));
          boolean none = eraseCustomer.handle(id, customer, visit.actor()).isNothing();
          return (none ? DeskNotice.NOBODY_ERASED : DeskNotice.ERASED)
              .on(DeskPaths.MERCHANT.to(id));
        },
        again -> draw(visit, new Refusal("erase", again)));
  }

  private Answer liftFreeze(OperatorVisit visit) {
    return Form.EMPTY.attempt(
        () -> {
          MerchantId id = merchant(visit);
          boolean pending =
              decisions.liftFreeze(id, FormBody.field(visit.request(), "seen"), visit.operator())
                  instanceof MerchantDecisions.Result.Pending;
          return (pending ? DeskNotice.APPROVAL_ASKED : DeskNotice.THAWED)
              .on(DeskPaths.MERCHANT.to(id));
        },
        again -> draw(visit, new Refusal("freeze", again)));
  }

  private Answer removeFactors(OperatorVisit visit) {
    return Form.EMPTY.attempt(
        () -> {
          MerchantId id = merchant(visit);
          String user = visit.request().parameter("user");
          Approval pending = recoverAccount.removeFactors(id, user, visit.operator());
          return (pending == null ? DeskNotice.FACTORS_REMOVED : DeskNotice.APPROVAL_ASKED)
              .on(DeskPaths.MERCHANT.to(id));
        },
        again -> draw(visit, new Refusal("factors", again)));
  }

  private Answer appoint(OperatorVisit visit) {
    Form form = Form.of(visit.request(), "email");
    return form.attempt(
        () -> {
          MerchantId id = merchant(visit);
          String email = AccountForms.resetRequest(form.fields());
          Approval pending = recoverAccount.appoint(id, email, visit.operator());
          return (pending == null ? DeskNotice.OWNER_APPOINTED : DeskNotice.APPROVAL_ASKED)
              .on(DeskPaths.MERCHANT.to(id));
        },
        again -> draw(visit, new Refusal("owner", again)));
  }

  private Answer makeLink(OperatorVisit visit) {
    return Form.EMPTY.attempt(
        () -> {
          MerchantDossier dossier = readDossier.handle(visit.merchant());
          String userId = visit.request().parameter("user");
          Secret url =
              recoverAccount.link(dossier.merchant().id(), userId, visit.operator()).link();
          if (url == null) {
            return DeskNotice.APPROVAL_ASKED.on(DeskPaths.MERCHANT.to(dossier.merchant().id()));
          }
          String email =
              dossier.users().stream()
                  .filter(user -> user.id().toString().equals(userId))
                  .map(User::email)
                  .findFirst()
                  .orElse("");
          return Answer.html(draw(visit, Refusal.NONE, new ResetLink(email, url.reveal())));
        },
        again -> draw(visit, new Refusal("link", again)));
  }

  /** Returns the merchant in the path; refuses with 404 if there is none. */
  MerchantId merchant(OperatorVisit visit) {
    return readDossier.handle(visit.merchant()).merchant().id();
  }

  /** Renders the page of the merchant in the path; refuses with 404 if there is none. */
  byte[] draw(OperatorVisit visit, Refusal refusal) {
    return draw(visit, refusal, null);
  }

  private byte[] draw(OperatorVisit visit, Refusal refusal, @Nullable ResetLink link) {
    MerchantDossier dossier = readDossier.handle(visit.merchant());
    MerchantId id = dossier.merchant().id();
    return visit.draw(
        "merchant",
        new View(
            visit.panel(DeskSection.MERCHANTS, dossier.merchant().businessName()),
            visit.news(),
            dossier,
            keys.list(id),
            webhooks.all(id).stream()
                .map(webhook -> new CheckedWebhook(webhook, webhooks.health(id, webhook)))
                .toList(),
            accounts.teams().freezeAccount().read(id),
            link,
            !accounts.signUp().resetPassword().byLetter(),
            visit.may(Permission.REVIEW),
            visit.may(Permission.OPERATE),
            refusal));
  }
}

package dev.paylink.desk;

import dev.paylink.credential.ApiKey;
import dev.paylink.credential.ListApiKeys;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.freeze.Freeze;
import dev.paylink.merchant.operator.MerchantDossier;
import dev.paylink.merchant.operator.ReadDossier;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One merchant with everything that belongs to it, and the forms that decide about it. */
final class MerchantPage {
  private final DeskDoor door;
  private final ReadDossier readDossier;
  private final ListApiKeys keys;
  private final WebhookSettings webhooks;
  private final FreezeAccount freezeAccount;

  MerchantPage(
      DeskDoor door,
      ReadDossier readDossier,
      ListApiKeys keys,
      WebhookSettings webhooks,
      FreezeAccount freezeAccount) {
    this.freezeAccount = freezeAccount;
    this.door = door;
    this.readDossier = readDossier;
    this.keys = keys;
    this.webhooks = webhooks;
  }

  /** A refused form, and its name on the page. */
  record Refusal(String name, Form form) {
    static final Refusal NONE = new Refusal("", Form.EMPTY);

    /** Returns the refused form if it has this name, otherwise an empty one. */
    Form of(String other) {
      return name.equals(other) ? form : Form.EMPTY;
    }
  }

  record View(
      Panel panel,
      @Nullable String news,
      MerchantDossier dossier,
      List<ApiKey> keys,
      List<Webhook> webhooks,
      @Nullable Freeze freeze,
      Refusal refusal) {
    Merchant merchant() {
      return dossier.merchant();
    }
  }

  List<Route> routes() {
    return List.of(
        door.page(DeskPaths.MERCHANT, visit -> Answer.html(draw(visit, Refusal.NONE))),
        door.form(DeskPaths.MERCHANT_LIFT_FREEZE, this::liftFreeze));
  }

  private Answer liftFreeze(OperatorVisit visit) {
    return Form.EMPTY.attempt(
        () -> {
          MerchantId id = readDossier.handle(visit.merchant()).merchant().id();
          freezeAccount.lift(id, visit.actor());
          return DeskNotice.THAWED.on(DeskPaths.MERCHANT.to(id));
        },
        again -> draw(visit, new Refusal("freeze", again)));
  }

  /** Renders the page of the merchant in the path; refuses with 404 if there is none. */
  byte[] draw(OperatorVisit visit, Refusal refusal) {
    MerchantDossier dossier = readDossier.handle(visit.merchant());
    MerchantId id = dossier.merchant().id();
    return visit.draw(
        "merchant",
        new View(
            visit.panel(DeskSection.MERCHANTS, dossier.merchant().businessName()),
            visit.news(),
            dossier,
            keys.handle(id),
            webhooks.all(id),
            freezeAccount.read(id),
            refusal));
  }
}

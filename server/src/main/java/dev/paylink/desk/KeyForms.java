package dev.paylink.desk;

import dev.paylink.credential.ApiKeyChange;
import dev.paylink.credential.MerchantApiKeys;
import dev.paylink.ids.MerchantId;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Changes the limit of a merchant's key, or switches the key on or off. */
record KeyForms(DeskDoor door, MerchantPage page, MerchantApiKeys keys) {
  private static final MerchantId NOBODY = new MerchantId(new UUID(0, 0));

  List<Route> routes() {
    return List.of(
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
        again ->
            page.draw(visit, new MerchantPage.Refusal(visit.request().parameter("key"), again)));
  }

  private Answer change(OperatorVisit visit, ApiKeyChange change, DeskNotice done) {
    // Null would mean the keys of every merchant.
    MerchantId owner = Objects.requireNonNullElse(visit.merchant(), NOBODY);
    keys.change(visit.request().parameter("key"), owner, change, visit.actor());
    return done.on(DeskPaths.MERCHANT.to(owner));
  }
}

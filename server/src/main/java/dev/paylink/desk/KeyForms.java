package dev.paylink.desk;

import dev.paylink.credential.ApiKeyChange;
import dev.paylink.credential.ChangeApiKey;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Gives a merchant's key another limit, or switches it on or off. */
final class KeyForms {
  private static final String PATH = Section.MERCHANTS.path() + "/:id/keys/:key";
  private static final MerchantId NOBODY = new MerchantId(new UUID(0, 0));

  private final DeskDoor door;
  private final MerchantPage page;
  private final ChangeApiKey changeKey;

  KeyForms(DeskDoor door, MerchantPage page, ChangeApiKey changeKey) {
    this.door = door;
    this.page = page;
    this.changeKey = changeKey;
  }

  List<Route> routes() {
    return List.of(
        door.form(PATH + "/limit", this::changeLimit),
        door.form(PATH + "/on", visit -> change(visit, ApiKeyChange.ACTIVATE, Done.KEY_ON)),
        door.form(PATH + "/off", visit -> change(visit, ApiKeyChange.DEACTIVATE, Done.KEY_OFF)));
  }

  private Answer changeLimit(Visit visit) {
    Form form = Form.of(visit.request(), "limit");
    return form.attempt(
        () -> change(visit, ApiKeyChange.limit(form.value("limit")), Done.LIMIT),
        again ->
            page.draw(visit, new MerchantPage.Refusal(visit.request().parameter("key"), again)));
  }

  private Answer change(Visit visit, ApiKeyChange change, Done done) {
    // Null would stand for every merchant's keys.
    MerchantId owner = Objects.requireNonNullElse(visit.merchant(), NOBODY);
    changeKey.handle(visit.request().parameter("key"), owner, change, visit.actor());
    return done.on(MerchantPage.path(owner));
  }
}

package dev.paylink.dashboard;

import dev.paylink.credential.ApiKey;
import dev.paylink.credential.ApiKeyChange;
import dev.paylink.credential.NewApiKey;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * API keys: make one, switch it on and off. A secret is on the page that answers its making and on
 * no other; that page is never cached.
 */
final class KeysPage {
  private static final String PATH = Section.KEYS.path();

  private final DashboardDoor door;
  private final Dashboard.ApiKeys keys;

  KeysPage(DashboardDoor door, Dashboard.ApiKeys keys) {
    this.door = door;
    this.keys = keys;
  }

  record View(
      Panel panel, boolean mayChange, @Nullable String news, List<ApiKey> keys, Form form) {}

  /** {@code secret} is shown this once; {@code example} is a first call with both filled in. */
  record CreatedView(Panel panel, ApiKey key, String secret, String example) {}

  List<Route> routes() {
    return List.of(
        door.page(PATH, visit -> Answer.html(draw(visit, visit.news(), Form.EMPTY))),
        door.form(Role.developer, PATH, this::create),
        door.form(Role.developer, PATH + "/:id/activate", visit -> change(visit, true)),
        door.form(Role.developer, PATH + "/:id/deactivate", visit -> change(visit, false)));
  }

  private Answer create(Visit visit) {
    Form form = Form.of(visit.request(), "label");
    return form.attempt(() -> created(visit, form), again -> draw(visit, null, again));
  }

  private Answer created(Visit visit, Form form) {
    byte[] body = form.value("label").isEmpty() ? Json.object().bytes() : form.json();
    NewApiKey pair = NewApiKey.random(NewApiKey.label(body), keys.defaultLimit());
    ApiKey key = keys.create().handle(visit.merchantId(), pair, visit.signedIn().actor());
    String secret = pair.secretKey().reveal();
    CreatedView view =
        new CreatedView(
            visit.panel(Section.KEYS, "Your new API key"),
            key,
            secret,
            FirstCall.script(keys.baseUrl(), key.apiKey(), secret));
    return Answer.html(visit.draw("key-created", view));
  }

  private Answer change(Visit visit, boolean active) {
    keys.change()
        .handle(
            visit.request().parameter("id"),
            visit.merchantId(),
            active ? ApiKeyChange.ACTIVATE : ApiKeyChange.DEACTIVATE,
            visit.signedIn().actor());
    return (active ? Done.KEY_ON : Done.KEY_OFF).on(Section.KEYS);
  }

  private byte[] draw(Visit visit, @Nullable String news, Form form) {
    List<ApiKey> all = keys.list().handle(visit.merchantId());
    return visit.draw(
        "keys", new View(visit.panel(Section.KEYS), visit.may(Role.developer), news, all, form));
  }
}

package dev.paylink.dashboard.developers;

import dev.paylink.credential.ApiKey;
import dev.paylink.credential.ApiKeyChange;
import dev.paylink.credential.ApiKeys;
import dev.paylink.credential.NewApiKey;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * API keys: create one, switch it on and off, choose how it signs. A secret is shown only on the
 * page that answers its creation; that page is never cached.
 */
public final class KeysPage {
  private final DashboardDoor door;
  private final ApiKeys keys;
  private final BaseUrl baseUrl;

  public KeysPage(DashboardDoor door, ApiKeys keys, BaseUrl baseUrl) {
    this.door = door;
    this.keys = keys;
    this.baseUrl = baseUrl;
  }

  public record View(
      Panel panel, boolean mayChange, @Nullable String news, List<ApiKey> keys, Form form) {}

  /**
   * {@code secret} is shown only this once; {@code example} is a first call with key and secret
   * filled in.
   */
  public record CreatedView(Panel panel, ApiKey key, String secret, String example) {}

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.KEYS, visit -> Answer.html(draw(visit, visit.news(), Form.EMPTY))),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.KEYS, this::create),
        change(
            Guard.MONEY,
            DashboardPaths.KEY_ACTIVATE,
            ApiKeyChange.ACTIVATE,
            DashboardNotice.KEY_ON),
        change(
            Guard.NONE,
            DashboardPaths.KEY_DEACTIVATE,
            ApiKeyChange.DEACTIVATE,
            DashboardNotice.KEY_OFF),
        change(
            Guard.NONE,
            DashboardPaths.KEY_REQUIRE_VERSION_2,
            ApiKeyChange.REQUIRE_SECOND_VERSION,
            DashboardNotice.KEY_VERSION_2),
        change(
            Guard.MONEY,
            DashboardPaths.KEY_ALLOW_VERSION_1,
            ApiKeyChange.ALLOW_FIRST_VERSION,
            DashboardNotice.KEY_VERSION_1));
  }

  private Answer create(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "label");
    return form.attempt(() -> created(visit, form), again -> draw(visit, null, again));
  }

  private Answer created(MerchantVisit visit, Form form) {
    String label = NewApiKey.label(form.filledFields(List.of("label")));
    NewApiKey pair = NewApiKey.random(label, keys.defaultLimit());
    ApiKey key = keys.create().handle(visit.merchantId(), pair, visit.signedIn().actor());
    String secret = pair.secretKey().reveal();
    CreatedView view =
        new CreatedView(
            visit.panel(DashboardSection.KEYS, "Your new API key"),
            key,
            secret,
            FirstCall.script(baseUrl, key.apiKey(), secret));
    return Answer.html(visit.draw("key-created", view));
  }

  private Route change(Guard guard, PagePath path, ApiKeyChange change, DashboardNotice news) {
    return door.form(
        Role.developer,
        guard,
        path,
        visit -> {
          keys.change()
              .handle(
                  visit.request().parameter("id"),
                  visit.merchantId(),
                  change,
                  visit.signedIn().actor());
          return news.on(DashboardSection.KEYS);
        });
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, Form form) {
    List<ApiKey> all = keys.list().handle(visit.merchantId());
    return visit.draw(
        "keys",
        new View(visit.panel(DashboardSection.KEYS), visit.may(Role.developer), news, all, form));
  }
}

package dev.paylink.dashboard.developers;

import dev.paylink.credential.ApiKey;
import dev.paylink.credential.ApiKeyChange;
import dev.paylink.credential.KeySettings;
import dev.paylink.credential.MerchantApiKeys;
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
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * API keys: create one, see and change what it may be used for, switch it on and off, roll and
 * delete it.
 */
public record KeysPage(DashboardDoor door, MerchantApiKeys keys, BaseUrl baseUrl) {
  private static final KeyForm FRESH = KeyForm.of(KeySettings.OPEN);

  /**
   * A script for any POSIX shell that creates a first payment. It signs as documented, and works as
   * it is.
   */
  private static final String FIRST_CALL =
      """
      URL='%s'
      KEY='%s'
      SECRET='%s'

      TIME=$(date +%%s)
      ORDER=order-$TIME
      BODY='{"amount":"12.50","reference":"'$ORDER'"}'
      HASH=$(printf %%s "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)
      SIGNATURE=$(printf 'POST\\n/sdk/server/create-payment\\n%%s\\n%%s\\n%%s' "$TIME" "$HASH" "$ORDER" |
        openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)

      curl -s "$URL/sdk/server/create-payment" \\
        -H "X-API-Key: $KEY" -H "X-Secret-Key: $SECRET" \\
        -H "X-Timestamp: $TIME" -H "X-Signature: $SIGNATURE" \\
        -H "X-Idempotency-Key: $ORDER" -H "Content-Type: application/json" -d "$BODY"
      """;

  public record View(
      Panel panel, boolean mayChange, @Nullable String news, List<ApiKey> keys, KeyForm form) {}

  /** One key; {@code roll} says what was wrong when it was rolled. */
  public record KeyView(
      Panel panel, boolean mayChange, @Nullable String news, ApiKey key, KeyForm form, Form roll) {
    /** Returns the choices of how long the old key works on, in seconds. */
    public static Map<String, String> overlaps(Words words) {
      return words.choices("key.overlap.", "86400", "3600", "604800", "0");
    }
  }

  /**
   * A key that was made or rolled. {@code secret} is shown only this once; {@code example} is a
   * first call with key and secret filled in; {@code replaced} is the key that was rolled.
   */
  public record CreatedView(
      Panel panel, ApiKey key, String secret, String example, @Nullable ApiKey replaced) {}

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.KEYS, visit -> Answer.html(draw(visit, visit.news(), FRESH))),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.KEYS, this::create),
        door.page(DashboardPaths.KEY, this::show),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.KEY, this::change),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.KEY_ROLL, this::roll),
        door.form(Role.developer, Guard.MONEY, DashboardPaths.KEY_DELETE, this::delete),
        change(
            Guard.MONEY,
            DashboardPaths.KEY_ACTIVATE,
            ApiKeyChange.ACTIVATE,
            DashboardNotice.KEY_ON),
        change(
            Guard.NONE,
            DashboardPaths.KEY_DEACTIVATE,
            ApiKeyChange.DEACTIVATE,
            DashboardNotice.KEY_OFF));
  }

  private Answer create(MerchantVisit visit) {
    KeyForm form = KeyForm.of(visit.request());
    return form.form()
        .attempt(
            () -> {
              KeySettings settings =
                  KeySettings.read(form.fields(KeySettings.OPEN), Instant.now())
                      .apply(KeySettings.OPEN);
              return created(visit, keys.create(visit.signedIn(), settings), null);
            },
            again -> draw(visit, null, new KeyForm(again)));
  }

  private Answer show(MerchantVisit visit) {
    ApiKey key = keys.read(visit.signedIn(), id(visit));
    return Answer.html(draw(visit, visit.news(), key, KeyForm.of(key.settings()), Form.EMPTY));
  }

  private Answer change(MerchantVisit visit) {
    ApiKey key = keys.read(visit.signedIn(), id(visit));
    KeyForm form = KeyForm.of(visit.request());
    return form.form()
        .attempt(
            () -> {
              ApiKeyChange change = ApiKeyChange.ofOwner(form.fields(key.settings()));
              change(visit, change);
              return DashboardNotice.KEY_SAVED.on(DashboardPaths.KEY.to(key.id()));
            },
            again -> draw(visit, null, key, new KeyForm(again), Form.EMPTY));
  }

  private Answer roll(MerchantVisit visit) {
    ApiKey key = keys.read(visit.signedIn(), id(visit));
    Form form = Form.of(visit.request(), "overlapSeconds");
    return form.attempt(
        () -> {
          MerchantApiKeys.Rolled rolled =
              keys.roll(
                  visit.signedIn(),
                  id(visit),
                  MerchantApiKeys.overlap(form.filledFields(List.of("overlapSeconds"))));
          return created(visit, rolled.created(), rolled.old());
        },
        again -> draw(visit, null, key, KeyForm.of(key.settings()), again));
  }

  private Answer delete(MerchantVisit visit) {
    keys.delete(visit.signedIn(), id(visit));
    return DashboardNotice.KEY_DELETED.on(DashboardSection.KEYS);
  }

  private Route change(Guard guard, PagePath path, ApiKeyChange change, DashboardNotice news) {
    return door.form(
        Role.developer,
        guard,
        path,
        visit -> {
          change(visit, change);
          return news.on(DashboardSection.KEYS);
        });
  }

  private void change(MerchantVisit visit, ApiKeyChange change) {
    keys.change(id(visit), visit.merchantId(), change, visit.signedIn().actor());
  }

  /** Draws the only page that shows a secret. It is never cached. */
  private Answer created(
      MerchantVisit visit, MerchantApiKeys.Created created, @Nullable ApiKey replaced) {
    ApiKey key = created.key();
    String secret = created.secretKey().reveal();
    CreatedView view =
        new CreatedView(
            visit.panel(DashboardSection.KEYS, visit.words().get("newkey.title")),
            key,
            secret,
            FIRST_CALL.formatted(baseUrl, key.apiKey(), secret),
            replaced);
    return Answer.html(visit.draw("key-created", view));
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, KeyForm form) {
    return visit.draw(
        "keys",
        new View(
            visit.panel(DashboardSection.KEYS),
            visit.may(Role.developer),
            news,
            keys.list(visit.merchantId()),
            form));
  }

  private static byte[] draw(
      MerchantVisit visit, @Nullable String news, ApiKey key, KeyForm form, Form roll) {
    Panel panel = visit.panel(DashboardSection.KEYS, KeyWords.name(visit.words(), key));
    return visit.draw("key", new KeyView(panel, visit.may(Role.developer), news, key, form, roll));
  }

  private static String id(MerchantVisit visit) {
    return visit.request().parameter("id");
  }
}

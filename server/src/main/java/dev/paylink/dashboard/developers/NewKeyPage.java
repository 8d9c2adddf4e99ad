package dev.paylink.dashboard.developers;

import dev.paylink.credential.ApiKey;
import dev.paylink.credential.MerchantApiKeys;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.web.Panel;
import org.jspecify.annotations.Nullable;

/** The only page that shows a secret: the answer to making or rolling a key. It is never cached. */
public final class NewKeyPage {
  private final BaseUrl baseUrl;

  NewKeyPage(BaseUrl baseUrl) {
    this.baseUrl = baseUrl;
  }

  /**
   * {@code secret} is shown only this once; {@code example} is a first call with key and secret
   * filled in; {@code replaced} is the key that was rolled.
   */
  public record View(
      Panel panel, ApiKey key, String secret, String example, @Nullable ApiKey replaced) {}

  Answer answer(MerchantVisit visit, MerchantApiKeys.Created created, @Nullable ApiKey replaced) {
    ApiKey key = created.key();
    String secret = created.secretKey().reveal();
    View view =
        new View(
            visit.panel(DashboardSection.KEYS, visit.words().get("newkey.title")),
            key,
            secret,
            FirstCall.script(baseUrl, key.apiKey(), secret),
            replaced);
    return Answer.html(visit.draw("key-created", view));
  }
}

package dev.paylink.dashboard.developers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import dev.paylink.sdk.explain.SignedCall;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page "Why does my signature not match?". The answer uses only the pasted text. The secret is
 * neither stored nor logged, and is not on the page that comes back.
 */
public record SignaturePage(DashboardDoor door, InstantSource clock) {
  private static final List<String> TYPED =
      List.of("method", "target", "timestamp", "idempotencyKey", "signature");

  public record View(Panel panel, Form form, @Nullable SignatureReport report) {}

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.SIGNATURE, visit -> Answer.html(draw(visit, example(), null))),
        door.form(Role.viewer, DashboardPaths.SIGNATURE, this::check));
  }

  private Answer check(MerchantVisit visit) {
    Request request = visit.request();
    Map<String, String> typed = new LinkedHashMap<>();
    for (String name : TYPED) {
      typed.put(name, FormBody.field(request, name).strip());
    }
    // A browser sends Windows line ends, whatever was pasted.
    typed.put("body", FormBody.field(request, "body").replace("\r\n", "\n"));
    Form form = Form.filled(typed);
    String secret = FormBody.field(request, "secret");
    String idempotencyKey = form.value("idempotencyKey");
    SignedCall signed =
        new SignedCall(
            form.value("method"),
            form.value("target"),
            form.value("timestamp"),
            idempotencyKey.isEmpty() ? null : idempotencyKey,
            form.value("body").getBytes(UTF_8),
            form.value("signature"));
    Secret key = secret.isEmpty() ? null : new Secret(secret);
    return Answer.html(draw(visit, form, SignatureReport.of(signed, key, clock.instant())));
  }

  private Form example() {
    return Form.filled(
        Map.of(
            "method", "POST",
            "target", "/sdk/server/create-payment",
            "timestamp", Long.toString(clock.instant().getEpochSecond())));
  }

  private byte[] draw(MerchantVisit visit, Form form, @Nullable SignatureReport report) {
    return visit.draw("signature", new View(visit.panel(DashboardSection.SIGNATURE), form, report));
  }
}

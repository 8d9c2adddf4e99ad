package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.signin.MerchantSessions;
import dev.paylink.merchant.signin.RegisterMerchant;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;

/** Registers a merchant and signs it in at once. */
public record SignUpPage(
    DashboardDoor door, RegisterMerchant registerMerchant, MerchantSessions sessions) {
  public record View(Panel panel, Form form) {}

  public List<Route> routes() {
    return List.of(
        door.openPage(DashboardPaths.SIGN_UP, request -> Answer.html(draw(request, Form.EMPTY))),
        door.openForm(DashboardPaths.SIGN_UP, this::signUp));
  }

  private Answer signUp(Request request) {
    Form form = Form.of(request, "businessName", "email").withSecret(request, "password");
    return form.attempt(() -> open(request, form), again -> draw(request, again));
  }

  private Answer open(Request request, Form form) {
    return door.welcome(
        request,
        registerMerchant.handle(
            MerchantForms.registration(form.fields()), sessions.visitor(request)),
        DashboardPaths.HOME.to());
  }

  private byte[] draw(Request request, Form form) {
    return door.pages().draw("sign-up", new View(door.openPanel(request, "signup.title"), form));
  }
}

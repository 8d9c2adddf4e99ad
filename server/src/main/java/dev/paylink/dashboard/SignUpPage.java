package dev.paylink.dashboard;

import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.MerchantSessions;
import dev.paylink.merchant.RegisterMerchant;
import dev.paylink.merchant.RegistrationBudget;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.List;

/** Registers a merchant and signs it in at once. */
final class SignUpPage {
  private static final String PATH = Section.ROOT + "/sign-up";

  private final DashboardDoor door;
  private final MerchantSessions sessions;
  private final RegisterMerchant register;
  private final RegistrationBudget budget;

  SignUpPage(
      DashboardDoor door,
      MerchantSessions sessions,
      RegisterMerchant register,
      RegistrationBudget budget) {
    this.door = door;
    this.sessions = sessions;
    this.register = register;
    this.budget = budget;
  }

  record View(Panel panel, Form form) {}

  List<Route> routes() {
    return List.of(
        door.openPage(PATH, request -> Answer.html(draw(Form.EMPTY))),
        door.openForm(PATH, this::signUp));
  }

  private Answer signUp(Request request) {
    Form form = Form.of(request, "businessName", "email").withSecret(request, "password");
    return form.attempt(() -> open(request, form), this::draw);
  }

  private Answer open(Request request, Form form) {
    budget.take(request.source());
    RegisterMerchant.Registered registered =
        register.handle(MerchantForms.registration(form.json()), request.source());
    request.actor(registered.signedIn().merchantId().toString());
    return Answer.seeOther(Section.ROOT)
        .with(Headers.SET_COOKIE, sessions.cookie(registered.sessionToken()));
  }

  private byte[] draw(Form form) {
    return door.pages().draw("sign-up", new View(door.pages().panel("Create an account"), form));
  }
}

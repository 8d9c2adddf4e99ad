package dev.paylink.dashboard;

import dev.paylink.merchant.ChangeProfile;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.SubmitKyb;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import java.util.List;
import java.util.function.BiFunction;

/** What a merchant says about itself: its name, its company, and where its money goes. */
final class SettingsPage {
  private static final String PATH = Section.SETTINGS.path();

  private final DashboardDoor door;
  private final ChangeProfile changeProfile;
  private final SubmitKyb submitKyb;

  SettingsPage(DashboardDoor door, ChangeProfile changeProfile, SubmitKyb submitKyb) {
    this.door = door;
    this.changeProfile = changeProfile;
    this.submitKyb = submitKyb;
  }

  List<Route> routes() {
    return List.of(
        door.page(PATH, visit -> Answer.html(draw(visit, SettingsView.of(visit)))),
        door.form(
            PATH + "/profile",
            visit -> change(visit, "businessName", SettingsView::withProfile, Done.PROFILE)),
        door.form(
            PATH + "/deposit-address",
            visit -> change(visit, "depositAddress", SettingsView::withAddress, Done.ADDRESS)),
        door.form(
            PATH + "/user-deposit-address",
            visit ->
                change(visit, "userDepositAddress", SettingsView::withUserAddress, Done.ADDRESS)),
        door.form(PATH + "/kyb", this::submitKyb));
  }

  private Answer change(
      Visit visit, String field, BiFunction<SettingsView, Form, SettingsView> again, Done done) {
    Form form = Form.of(visit.request(), field);
    return form.attempt(
        () -> {
          changeProfile.handle(visit.signedIn(), MerchantForms.profileChange(form.json()));
          return done.on(Section.SETTINGS);
        },
        faulty -> draw(visit, again.apply(SettingsView.of(visit), faulty)));
  }

  private Answer submitKyb(Visit visit) {
    Form form = Form.of(visit.request(), "legalName", "country", "registrationNumber");
    return form.attempt(
        () -> {
          submitKyb.handle(visit.signedIn(), MerchantForms.kyb(form.json()));
          return Done.KYB.on(Section.SETTINGS);
        },
        faulty -> draw(visit, SettingsView.of(visit).withKyb(faulty)));
  }

  private static byte[] draw(Visit visit, SettingsView view) {
    return visit.draw("settings", view);
  }
}

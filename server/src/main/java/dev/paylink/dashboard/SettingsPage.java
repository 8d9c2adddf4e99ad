package dev.paylink.dashboard;

import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.profile.PlannedAddress;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.profile.UndoDepositAddress.Which;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What a merchant says about itself: its name, its company, and where its money goes. */
final class SettingsPage {
  private static final String PATH = Section.SETTINGS.path();
  private static final String ADDRESS = PATH + "/deposit-address";
  private static final String USER_ADDRESS = PATH + "/user-deposit-address";

  private final DashboardDoor door;
  private final Accounts accounts;

  SettingsPage(DashboardDoor door, Accounts accounts) {
    this.door = door;
    this.accounts = accounts;
  }

  List<Route> routes() {
    return List.of(
        door.page(PATH, visit -> Answer.html(draw(visit, SettingsView.of(visit)))),
        door.form(Role.owner, PATH + "/profile", this::rename),
        door.form(Role.owner, PATH + "/kyb", this::submitKyb),
        door.form(
            Role.owner,
            ADDRESS,
            visit -> address(visit, "depositAddress", SettingsView::withAddress)),
        door.form(
            Role.owner,
            USER_ADDRESS,
            visit -> address(visit, "userDepositAddress", SettingsView::withUserAddress)),
        door.form(Role.owner, ADDRESS + "/undo", visit -> undo(visit, Which.FORM)),
        door.form(Role.owner, USER_ADDRESS + "/undo", visit -> undo(visit, Which.USER)));
  }

  private Answer rename(Visit visit) {
    return change(visit, "businessName", SettingsView::withProfile, merchant -> Done.PROFILE);
  }

  private Answer address(
      Visit visit, String field, BiFunction<SettingsView, Form, SettingsView> again) {
    return change(visit, field, again, merchant -> said(merchant, field));
  }

  private Answer change(
      Visit visit,
      String field,
      BiFunction<SettingsView, Form, SettingsView> again,
      Function<Merchant, Done> done) {
    Form form = Form.of(visit.request(), field);
    return form.attempt(
        () -> {
          Merchant after =
              accounts
                  .changeProfile()
                  .handle(visit.signedIn(), MerchantForms.profileChange(form.json()));
          return done.apply(after).on(Section.SETTINGS);
        },
        faulty -> draw(visit, again.apply(SettingsView.of(visit), faulty)));
  }

  private Answer undo(Visit visit, Which which) {
    accounts.undoDepositAddress().handle(visit.signedIn(), which);
    return Done.ADDRESS_UNDONE.on(Section.SETTINGS);
  }

  private Answer submitKyb(Visit visit) {
    Form form = Form.of(visit.request(), "legalName", "country", "registrationNumber");
    return form.attempt(
        () -> {
          accounts.submitKyb().handle(visit.signedIn(), MerchantForms.kyb(form.json()));
          return Done.KYB.on(Section.SETTINGS);
        },
        faulty -> draw(visit, SettingsView.of(visit).withKyb(faulty)));
  }

  private static Done said(Merchant merchant, String field) {
    PlannedAddress address =
        field.equals("depositAddress") ? merchant.formAddress() : merchant.userAddress();
    return address.pending() == null ? Done.ADDRESS : Done.ADDRESS_ANNOUNCED;
  }

  private static byte[] draw(Visit visit, SettingsView view) {
    return visit.draw("settings", view);
  }
}

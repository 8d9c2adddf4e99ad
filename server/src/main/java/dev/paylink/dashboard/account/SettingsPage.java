package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.PlannedAddress;
import dev.paylink.merchant.profile.Profile.Which;
import dev.paylink.merchant.profile.ProfileChange;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The merchant's details: its name, its company, and its deposit address. */
public record SettingsPage(DashboardDoor door, Accounts accounts, AddressWarnings warnings) {
  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.SETTINGS, visit -> Answer.html(draw(visit, SettingsView.of(visit)))),
        door.unprovenForm(Role.owner, Guard.NONE, DashboardPaths.PROFILE, this::rename),
        door.unprovenForm(Role.owner, Guard.NONE, DashboardPaths.LETTERS, this::letters),
        door.unprovenForm(Role.owner, Guard.NONE, DashboardPaths.PAYER_INFO, this::payerInfo),
        door.unprovenForm(Role.owner, Guard.NONE, DashboardPaths.KYB, this::submitKyb),
        door.unprovenForm(
            Role.owner,
            Guard.MONEY,
            DashboardPaths.DEPOSIT_ADDRESS,
            visit -> address(visit, "depositAddress", SettingsView::withAddress)),
        door.unprovenForm(
            Role.owner,
            Guard.MONEY,
            DashboardPaths.USER_DEPOSIT_ADDRESS,
            visit -> address(visit, "userDepositAddress", SettingsView::withUserAddress)),
        door.unprovenForm(
            Role.owner,
            Guard.PROOF,
            DashboardPaths.DEPOSIT_ADDRESS_UNDO,
            visit -> undo(visit, Which.FORM)),
        door.unprovenForm(
            Role.owner,
            Guard.PROOF,
            DashboardPaths.USER_DEPOSIT_ADDRESS_UNDO,
            visit -> undo(visit, Which.USER)));
  }

  private Answer rename(MerchantVisit visit) {
    boolean waited = visit.merchant().pendingName() != null;
    return change(
        visit,
        List.of("businessName"),
        SettingsView::withProfile,
        merchant -> renamed(merchant, waited));
  }

  private static DashboardNotice renamed(Merchant merchant, boolean waited) {
    if (merchant.pendingName() != null) {
      return DashboardNotice.NAME_REQUESTED;
    }
    return waited ? DashboardNotice.NAME_WITHDRAWN : DashboardNotice.PROFILE;
  }

  /** A box that is not ticked is not sent. */
  private Answer letters(MerchantVisit visit) {
    boolean on = !Form.of(visit.request(), "sendInvoices").value("sendInvoices").isEmpty();
    accounts.company().profile().change(visit.signedIn(), ProfileChange.ofLetters(on));
    return (on ? DashboardNotice.LETTERS_ON : DashboardNotice.LETTERS_OFF)
        .on(DashboardSection.SETTINGS);
  }

  private Answer payerInfo(MerchantVisit visit) {
    return change(
        visit,
        List.of("contact", "privacyUrl"),
        SettingsView::withPayerInfo,
        merchant -> DashboardNotice.PAYER_INFO);
  }

  private Answer address(
      MerchantVisit visit, String field, BiFunction<SettingsView, Form, SettingsView> again) {
    return change(visit, List.of(field), again, merchant -> said(merchant, field));
  }

  private Answer change(
      MerchantVisit visit,
      List<String> fields,
      BiFunction<SettingsView, Form, SettingsView> again,
      Function<Merchant, DashboardNotice> done) {
    Form form = Form.EMPTY.with(visit.request(), fields);
    return form.attempt(
        () -> {
          Merchant after =
              accounts
                  .company()
                  .profile()
                  .change(visit.signedIn(), MerchantForms.profileChange(form.fields(), warnings));
          return done.apply(after).on(DashboardSection.SETTINGS);
        },
        faulty -> draw(visit, again.apply(SettingsView.of(visit), faulty)));
  }

  private Answer undo(MerchantVisit visit, Which which) {
    accounts.company().profile().undo(visit.signedIn(), which);
    return DashboardNotice.ADDRESS_UNDONE.on(DashboardSection.SETTINGS);
  }

  private Answer submitKyb(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "legalName", "country", "registrationNumber");
    return form.attempt(
        () -> {
          accounts.company().submitKyb().handle(visit.signedIn(), MerchantForms.kyb(form.fields()));
          return DashboardNotice.KYB.on(DashboardSection.SETTINGS);
        },
        faulty -> draw(visit, SettingsView.of(visit).withKyb(faulty)));
  }

  private static DashboardNotice said(Merchant merchant, String field) {
    PlannedAddress address =
        field.equals("depositAddress") ? merchant.formAddress() : merchant.userAddress();
    return address.pending() == null ? DashboardNotice.ADDRESS : DashboardNotice.ADDRESS_ANNOUNCED;
  }

  private byte[] draw(MerchantVisit visit, SettingsView view) {
    return visit.draw("settings", view.withWarnings(warnings));
  }
}

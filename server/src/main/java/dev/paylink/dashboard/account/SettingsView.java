package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.PayerInfo;
import dev.paylink.merchant.user.Role;
import dev.paylink.money.DepositAddress;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings page. Each of its forms starts with the stored values. */
public record SettingsView(
    Panel panel,
    Merchant merchant,
    boolean mayChange,
    @Nullable String news,
    Form profile,
    Form payerInfo,
    Form kyb,
    Form address,
    Form userAddress,
    boolean frozen,
    @Nullable String addressWarning,
    @Nullable String userAddressWarning) {

  static SettingsView of(MerchantVisit visit) {
    Merchant merchant = visit.merchant();
    return new SettingsView(
        visit.panel(DashboardSection.SETTINGS),
        merchant,
        visit.may(Role.owner),
        visit.news(),
        Form.filled(Map.of("businessName", wishedName(merchant))),
        payerInfo(merchant.payerInfo()),
        kyb(merchant.kyb()),
        address("depositAddress", merchant.depositAddress()),
        address("userDepositAddress", merchant.userDepositAddress()),
        visit.signedIn().frozen(),
        null,
        null);
  }

  SettingsView withProfile(Form form) {
    return with(form, payerInfo, kyb, address, userAddress);
  }

  SettingsView withPayerInfo(Form form) {
    return with(profile, form, kyb, address, userAddress);
  }

  SettingsView withKyb(Form form) {
    return with(profile, payerInfo, form, address, userAddress);
  }

  SettingsView withAddress(Form form) {
    return with(profile, payerInfo, kyb, form, userAddress);
  }

  SettingsView withUserAddress(Form form) {
    return with(profile, payerInfo, kyb, address, form);
  }

  private SettingsView with(
      Form newProfile, Form newPayerInfo, Form newKyb, Form newAddress, Form newUserAddress) {
    return new SettingsView(
        panel,
        merchant,
        mayChange,
        null,
        newProfile,
        newPayerInfo,
        newKyb,
        newAddress,
        newUserAddress,
        frozen,
        null,
        null);
  }

  /** Adds what speaks against the addresses; this may ask the chains. */
  SettingsView withWarnings(AddressWarnings warnings) {
    return new SettingsView(
        panel,
        merchant,
        mayChange,
        news,
        profile,
        payerInfo,
        kyb,
        address,
        userAddress,
        frozen,
        warnings.of(merchant.formAddress()),
        warnings.of(merchant.userAddress()));
  }

  /**
   * Tells whether details can be sent. They can be sent, and sent again, until the operator has
   * approved them.
   */
  public boolean takesKyb() {
    return switch (merchant.verification()) {
      case Registered, KybSubmitted, KybRejected -> mayChange;
      case KybVerified, Suspended -> false;
    };
  }

  /** The state of a verification, in words. {@code tone} is the tone of its badge. */
  public record VerificationWords(String tone, String state, String text) {}

  public VerificationWords verification() {
    String tone =
        switch (merchant.verification()) {
          case Registered -> "calm";
          case KybSubmitted -> "warn";
          case KybVerified -> "good";
          case KybRejected, Suspended -> "bad";
        };
    String key = "verification." + merchant.verification().name();
    return new VerificationWords(tone, panel.words().get(key), panel.words().get(key + ".text"));
  }

  public Map<String, String> countries() {
    return Countries.byCode(panel.words());
  }

  public String country(String code) {
    return countries().getOrDefault(code, code);
  }

  /** Saving the form unchanged leaves a request as it is. */
  private static String wishedName(Merchant merchant) {
    return merchant.pendingName() == null ? merchant.businessName() : merchant.pendingName().name();
  }

  private static Form payerInfo(PayerInfo info) {
    return Form.filled(
        Map.of(
            "contact", Objects.toString(info.contact(), ""),
            "privacyUrl", Objects.toString(info.privacyUrl(), "")));
  }

  private static Form kyb(Merchant.@Nullable Kyb kyb) {
    return kyb == null
        ? Form.EMPTY
        : Form.filled(
            Map.of(
                "legalName", kyb.details().legalName(),
                "country", kyb.details().country(),
                "registrationNumber", kyb.details().registrationNumber()));
  }

  private static Form address(String name, @Nullable DepositAddress address) {
    return Form.filled(Map.of(name, Objects.toString(address, "")));
  }
}

package dev.paylink.merchant;

import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.PendingAddress;
import dev.paylink.merchant.profile.PendingName;
import dev.paylink.merchant.profile.Profile.Which;
import dev.paylink.merchant.profile.ProfileChange;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.ConfirmEmail;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;
import java.util.Objects;

/** The calls about a merchant's profile, deposit addresses and verification. */
final class ProfileRoutes {
  private final MerchantCalls calls;
  private final Accounts.Company company;
  private final ConfirmEmail confirmEmail;
  private final AddressWarnings warnings;

  ProfileRoutes(
      MerchantCalls calls,
      Accounts.Company company,
      ConfirmEmail confirmEmail,
      AddressWarnings warnings) {
    this.calls = calls;
    this.company = company;
    this.confirmEmail = confirmEmail;
    this.warnings = warnings;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/merchant/profile", calls.reading(this::read)),
        Route.put(
            "/merchant/profile", calls.changingUnproven(Role.owner, Guard.NONE, this::change)),
        Route.delete("/merchant/profile/pending-deposit-address", undoing(Which.FORM)),
        Route.delete("/merchant/profile/pending-user-deposit-address", undoing(Which.USER)),
        Route.post(
            "/merchant/kyb", calls.changingUnproven(Role.owner, Guard.NONE, this::submitKyb)));
  }

  private Answer read(Request request, SignedIn signedIn) {
    return profile(company.profile().read(signedIn), signedIn);
  }

  private Answer change(Request request, SignedIn signedIn) {
    ProfileChange change = MerchantForms.profileChange(request.jsonFields(), warnings);
    if (change.changesAddress()) {
      Guard.MONEY.require(signedIn);
    }
    return profile(company.profile().change(signedIn, change), signedIn);
  }

  private Handler undoing(Which which) {
    return calls.changingUnproven(
        Role.owner,
        Guard.PROOF,
        (request, signedIn) -> profile(company.profile().undo(signedIn, which), signedIn));
  }

  private Answer submitKyb(Request request, SignedIn signedIn) {
    Verification status =
        company.submitKyb().handle(signedIn, MerchantForms.kyb(request.jsonFields()));
    return Answer.ok(Json.object().put("verificationStatus", status.name()).bytes());
  }

  /** Answers with the merchant; the e-mail address and the role are those of the signed-in user. */
  private Answer profile(Merchant merchant, SignedIn signedIn) {
    PendingName name = merchant.pendingName();
    PendingAddress form = merchant.formAddress().pending();
    PendingAddress user = merchant.userAddress().pending();
    return Answer.ok(
        Json.object()
            .put("merchantId", merchant.id().toString())
            .put("email", signedIn.email())
            .put("emailVerified", confirmEmail.isConfirmed(signedIn))
            .put("businessName", merchant.businessName())
            .put("pendingBusinessName", name == null ? null : name.name())
            .put("verificationStatus", merchant.verification().name())
            .put("verificationReason", merchant.standing().reason())
            .put("depositAddress", Objects.toString(merchant.depositAddress(), null))
            .put("userDepositAddress", Objects.toString(merchant.userDepositAddress(), null))
            .put("pendingDepositAddress", form == null ? null : form.address().value())
            .put("pendingDepositAddressFrom", form == null ? null : form.from())
            .put("pendingUserDepositAddress", user == null ? null : user.address().value())
            .put("pendingUserDepositAddressFrom", user == null ? null : user.from())
            .put("depositAddressWarning", warnings.of(merchant.formAddress()))
            .put("userDepositAddressWarning", warnings.of(merchant.userAddress()))
            .put("sendInvoices", merchant.sendInvoices())
            .put("contact", merchant.payerInfo().contact())
            .put("privacyUrl", merchant.payerInfo().privacyUrl())
            .put("role", signedIn.role().name())
            .bytes());
  }
}

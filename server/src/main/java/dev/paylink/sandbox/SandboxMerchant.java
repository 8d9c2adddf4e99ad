package dev.paylink.sandbox;

import dev.paylink.account.Actor;
import dev.paylink.account.Visitor;
import dev.paylink.credential.KeySettings;
import dev.paylink.credential.MerchantApiKeys;
import dev.paylink.credential.NewApiKey;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.profile.ProfileChange;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.RegisterMerchant;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.money.DepositAddress;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import java.util.Locale;

/** Makes the initial merchant of a sandbox: verified, with a deposit address and an active key. */
final class SandboxMerchant {
  private static final DepositAddress DEPOSIT_ADDRESS =
      new DepositAddress("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  private static final int LIMIT = 100_000;
  private static final Actor ACTOR = new Actor("sandbox", "127.0.0.1");

  private final Accounts accounts;
  private final MerchantApiKeys keys;

  SandboxMerchant(Accounts accounts, MerchantApiKeys keys) {
    this.accounts = accounts;
    this.keys = keys;
  }

  /** Makes a new merchant each time; an interrupted start leaves an unused one behind. */
  SandboxFile.Merchant make() {
    String email = "merchant-" + RandomToken.base62(8).toLowerCase(Locale.ROOT) + "@sandbox.test";
    Secret password = new Secret(RandomToken.base62(20));
    SignedIn merchant =
        SignedIn.of(
            accounts
                .signUp()
                .registerMerchant()
                .handleGenerated(
                    new RegisterMerchant.Registration(email, password, "Sandbox Merchant"),
                    Visitor.at(ACTOR.source()))
                .session());
    accounts
        .review()
        .changeVerification()
        .handle(merchant.merchantId(), Verification.KybVerified, ACTOR);
    accounts.company().profile().change(merchant, ProfileChange.ofAddress(DEPOSIT_ADDRESS));
    NewApiKey key = NewApiKey.random(KeySettings.OPEN.named("sandbox"), LIMIT, true).active(true);
    keys.create(merchant.merchantId(), key, ACTOR);
    return new SandboxFile.Merchant(
        merchant.merchantId().toString(), key.apiKey(), key.secretKey(), email, password);
  }
}

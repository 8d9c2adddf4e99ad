package dev.paylink.account.signin;

import dev.paylink.ids.RealmId;
import dev.paylink.platform.crypto.Secret;

/** Somebody who has taken the first step of a sign-in, and whose second factor is still missing. */
public sealed interface SecondStep {
  String email();

  /** The password was right; it is checked again with the second factor. */
  record Password(String email, Secret password) implements SecondStep {}

  /** The identity provider of a realm has vouched for the address. */
  record Vouched(RealmId realm, String email) implements SecondStep {}
}

package dev.paylink.credential;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.platform.http.Request;
import org.jspecify.annotations.Nullable;

/** A merchant's server that acts with a key, known to logs by the key's id. */
record KeyActing(MerchantId merchantId, Actor actor) implements MerchantActing {

  static KeyActing of(Request request, Caller caller) {
    return new KeyActing(
        caller.merchantId(), new Actor(caller.keyId().toString(), request.source()));
  }

  @Override
  public RealmId realm() {
    return RealmId.of(merchantId);
  }

  @Override
  public @Nullable SessionId sessionId() {
    return null;
  }
}

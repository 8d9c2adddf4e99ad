package dev.paylink.mail;

import dev.paylink.ids.MerchantId;
import org.jdbi.v3.core.Handle;

/**
 * Takes letters within the transaction of the change they tell of: both are there, or neither.
 * Where no mail server is configured a letter is dropped here, and nobody has to ask first.
 */
@FunctionalInterface
public interface Outbox {
  /** Where nothing is sent. */
  Outbox OFF = (handle, letter) -> {};

  void post(Handle handle, Letter letter);

  /** The same, with a note of the merchant it is about. */
  default void post(Handle handle, MerchantId merchantId, Letter letter) {
    post(handle, letter);
  }
}

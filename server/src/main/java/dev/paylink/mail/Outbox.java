package dev.paylink.mail;

import dev.paylink.ids.MerchantId;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/**
 * Accepts letters within the transaction of the change they report: both are committed, or neither.
 * If no mail server is configured, a letter is dropped here, so callers need not ask first.
 */
@FunctionalInterface
public interface Outbox {
  /** The outbox of an instance that sends nothing. */
  Outbox OFF = (handle, letter) -> {};

  void post(Handle handle, Letter letter);

  /** Tells whether letters reach people, so that an address can be proven by one. */
  default boolean reachesPeople() {
    return false;
  }

  /**
   * Posts a letter of which an address gets only so many; returns false, and neither writes nor
   * posts it, if the address has had them.
   */
  default boolean post(Handle handle, LetterKind kind, String to, Supplier<Letter> letter) {
    post(handle, letter.get());
    return true;
  }

  /** Notes that somebody reads the mail of an address and has answered: it may be asked again. */
  default void answered(Handle handle, LetterKind kind, String address) {}

  /** Posts a letter, with a note of the merchant it is about. */
  default void post(Handle handle, MerchantId merchantId, Letter letter) {
    post(handle, letter);
  }
}

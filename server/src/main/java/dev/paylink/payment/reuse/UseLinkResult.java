package dev.paylink.payment.reuse;

import dev.paylink.payment.CreatedPayment;
import java.util.Map;

/** Every result of a payer's going on from a reusable link. */
public sealed interface UseLinkResult {
  /** What is wrong with something that the payer typed. */
  enum Fault {
    required,
    toolong,
    characters,
    email,
    amount,
    least,
    most
  }

  /** The payment of this form, made now or when the form was sent before. */
  record Made(CreatedPayment payment) implements UseLinkResult {}

  /** Faults by the name of their field. */
  record Invalid(Map<String, Fault> faults) implements UseLinkResult {}

  /** The form was sent before with something else in it, is too old, or is none of ours. */
  record FormUsed() implements UseLinkResult {}

  record Over(LinkState state) implements UseLinkResult {}

  record TooMany(long retryAfterSeconds) implements UseLinkResult {}
}

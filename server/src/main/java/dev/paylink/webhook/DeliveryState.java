package dev.paylink.webhook;

/** {@code pending} until an attempt succeeds or the last one fails. */
enum DeliveryState {
  pending,
  delivered,
  exhausted
}

package dev.paylink.webhook.event;

/** {@code pending} until an attempt succeeds or the last one fails. */
public enum DeliveryState {
  pending,
  delivered,
  exhausted
}

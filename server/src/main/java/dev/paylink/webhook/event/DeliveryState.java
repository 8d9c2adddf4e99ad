package dev.paylink.webhook.event;

/** The state of a delivery: {@code pending} until an attempt succeeds or the last one fails. */
public enum DeliveryState {
  pending,
  delivered,
  exhausted
}

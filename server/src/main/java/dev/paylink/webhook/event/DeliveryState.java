package dev.paylink.webhook.event;

/**
 * The state of a delivery: {@code pending} until an attempt succeeds or the last one fails. While
 * an extended run waits for minutes or hours it is {@code waiting}, which merchants see as pending.
 */
public enum DeliveryState {
  pending,
  waiting,
  delivered,
  exhausted
}

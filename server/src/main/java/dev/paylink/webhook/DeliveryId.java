package dev.paylink.webhook;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;

/** Names a delivery, a run of up to four attempts: {@code dlv_…}. */
record DeliveryId(UUID value) {
  @Override
  public String toString() {
    return TypeId.format("dlv", value);
  }
}

package dev.paylink.webhook.settings;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** What is refused about webhooks and their deliveries. */
public enum WebhookError implements ErrorCode {
  EVENT_NOT_DELIVERABLE(Kind.CONFLICT),
  EVENT_NOT_FOUND(Kind.NOT_FOUND),
  WEBHOOK_NOT_ACTIVE(Kind.CONFLICT),
  WEBHOOK_URL_REFUSED(Kind.INVALID);

  private final Kind kind;

  WebhookError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}

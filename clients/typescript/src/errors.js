/**
 * Every call that does not succeed throws this. Decide by `code`; the message is for people and never holds a
 * credential.
 */
export class PaymentLinkError extends Error {
  /**
   * @param {string} message
   * @param {{code: string, status?: number, detail?: string, requestId?: string | null,
   *   retryAfterSeconds?: number | null, paymentId?: string | null,
   *   errors?: {field: string, message: string}[], tries?: number, cause?: unknown}} facts
   */
  constructor(message, facts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'PaymentLinkError';
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.detail = facts.detail ?? message;
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.paymentId = facts.paymentId ?? null;
    this.errors = facts.errors ?? [];
    this.tries = facts.tries ?? 1;
  }
}

/** A delivery that must not be trusted: answer 400 and do nothing else. The message may be logged. */
export class WebhookVerificationError extends Error {
  /**
   * @param {'HEADERS' | 'SECRET' | 'SIGNATURE' | 'TIMESTAMP' | 'BODY'} failed
   * @param {string} message
   */
  constructor(failed, message) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.failed = failed;
  }
}

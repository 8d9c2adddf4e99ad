/** The client of the Payment Link Service for servers: call it, verify its webhooks. */
export { PaymentLinkClient } from './client.js';
export { PaymentLinkError, WebhookVerificationError } from './errors.js';
export { canonical, signature } from './signer.js';
export { WebhookVerifier } from './webhooks.js';

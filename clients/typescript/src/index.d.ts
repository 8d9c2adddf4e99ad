/** The status of a payment. A failed payment still becomes a success when money arrives. */
export type PaymentStatus = 'created' | 'submitted' | 'success' | 'failed';

export interface Customer {
  name?: string | null;
  email?: string | null;
}

/** The payment to create. Every field is optional; a field that is not set is not sent. */
export interface NewPayment {
  /** A decimal string, for example '125.50'. If not set, the payer chooses it on the page. */
  amount?: string | null;
  currency?: string | null;
  description?: string | null;
  /** Your own order id. */
  reference?: string | null;
  invoiceNumber?: string | null;
  /** Makes this another payment for an open invoice. */
  invoiceId?: string | null;
  customer?: Customer | null;
  successUrl?: string | null;
  cancelUrl?: string | null;
  /** Seconds until the payment expires. */
  expiresIn?: number | null;
  locale?: string | null;
  metadata?: Record<string, string> | null;
  interface?: string | null;
  /** Whether the customer gets letters. If not set, your setting decides. */
  sendInvoice?: boolean | null;
}

export interface CreatedPayment {
  paymentId: string;
  invoiceId: string;
  invoiceNumber: string;
  /** The page for the customer; anyone who has the address can open the payment. */
  paymentUrl: string;
  /** Where software pays with one signature (x402); null where no relay runs. */
  x402Url: string | null;
  status: PaymentStatus;
  amount: string | null;
  currency: string;
  reference: string | null;
  expiresAt: string;
  createdAt: string;
  testMode: boolean;
  description: string | null;
  customer: Customer | null;
  /** True if the idempotency key had created this payment before. */
  replayed: boolean;
}

export interface PaymentTransaction {
  chainId: number | null;
  hash: string | null;
  blockNumber: number | null;
  logIndex: number | null;
  token: string | null;
  amount: string | null;
  payer: string | null;
  payee: string | null;
}

export interface ReceivedTransfer {
  chainId: number;
  hash: string;
  logIndex: number;
  token: string | null;
  amount: string;
  receivedAt: string;
  /** Whether it came after the payment's end. */
  late: boolean;
  /** Whether it is in receivedAmount: false for a token that does not pay the payment. */
  counts: boolean;
}

export interface Payment {
  paymentId: string;
  status: PaymentStatus;
  invoiceId: string;
  invoiceNumber: string;
  invoiceStatus: 'open' | 'paid';
  amount: string | null;
  currency: string;
  reference: string | null;
  interface: string;
  metadata: Record<string, string>;
  /** Why a failed payment failed, for example 'expired', 'canceled' or 'reorg'. */
  failureReason: string | null;
  transaction: PaymentTransaction | null;
  /** What has come in final transfers; null if nothing has. */
  receivedAmount: string | null;
  /** What is missing: nothing of a success; null while nothing has come. */
  missingAmount: string | null;
  /** What you have to look at. */
  flags: ('duplicate' | 'mismatch' | 'overpaid' | 'held' | 'underpaid' | 'late')[];
  /** Each final transfer, oldest first. Not in lists. */
  transfers?: ReceivedTransfer[];
  /** What was given back in all; null if nothing was. */
  refundedAmount: string | null;
  /** The payout that carries the money to your bank account; null if none does. */
  payoutId: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  testMode: boolean;
  paymentUrl: string;
  /** Where software pays with one signature (x402); null where no relay runs. */
  x402Url: string | null;
  description: string | null;
  customer: Customer | null;
}

export interface NewRefund {
  /** Left out, all that is left. */
  amount?: string | null;
  /** For your own records. */
  reason?: string | null;
  /** Left out, the account that paid, or an address that your customer names. */
  to?: string | null;
  /** Whether your customer may be asked for an address. true by default. */
  askPayer?: boolean | null;
  /** What came, if it was several tokens. Left out, what settled the payment. */
  token?: string | null;
  chainId?: number | null;
}

/** What can still be refunded of a payment in one token. */
export interface Refundable {
  chainId: number;
  token: string;
  amount: string;
  currency: string;
}

export interface Refund {
  refundId: string;
  paymentId: string;
  status: 'requested' | 'sent' | 'settled' | 'failed' | 'canceled';
  amount: string;
  currency: string;
  reason: string | null;
  /** null until you have confirmed the address that your customer named. */
  to: string | null;
  chainId: number;
  token: string;
  transaction: { hash: string; blockNumber: number | null } | null;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  /** The address that your customer named last. */
  namedAddress: string | null;
  /** The page on which your customer names an address. */
  addressUrl: string | null;
  testMode: boolean;
}

export interface CreatedRefund extends Refund {
  /** True if the same key requested it before. */
  replayed: boolean;
}

export interface PaymentQuery {
  status?: PaymentStatus | null;
  reference?: string | null;
  createdAfter?: Date | string | null;
  createdBefore?: Date | string | null;
  /** The exact id of a payment or invoice, an invoice number, a reference or the customer's e-mail address. */
  search?: string | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface PaymentPage {
  data: Payment[];
  /** Goes into the next query as `cursor`; null on the last page. */
  nextCursor: string | null;
}

/** One event, the same from a webhook and from the feed. Process each `eventId` once. */
export interface WebhookEvent {
  eventId: string;
  /** 'payment.confirmed', 'payment.failed', or another word: ignore those you do not know. */
  type: string;
  createdAt: string;
  testMode: boolean;
  /** Absent in an event that is not about a payment, such as 'webhook.test'. */
  paymentId?: string;
  status?: PaymentStatus;
  invoiceId?: string;
  invoiceNumber?: string;
  invoiceStatus?: 'open' | 'paid';
  amount?: string | null;
  currency?: string;
  reference?: string | null;
  metadata?: Record<string, string>;
  failureReason?: string | null;
  transaction?: PaymentTransaction | null;
  [field: string]: unknown;
}

export interface EventPage {
  data: WebhookEvent[];
  /** Goes into the next `poll`; null only if the merchant has no event at all. */
  nextCursor: string | null;
}

export interface SessionCode {
  code: string;
  expiresIn: number;
}

export interface Redelivery {
  redelivered: number;
  more: boolean;
}

/** A reusable link to make, or its settings. A field that is not set has its default. */
export interface NewLink {
  title: string;
  text?: string | null;
  /** A decimal string. If not set, the payer chooses. */
  amount?: string | null;
  currency?: string | null;
  minAmount?: string | null;
  maxAmount?: string | null;
  suggestedAmounts?: string[] | null;
  fields?: { name?: PayerField; email?: PayerField; reference?: PayerField } | null;
  successUrl?: string | null;
  maxUses?: number | null;
  endsAt?: string | null;
  /** The end of its address. Only when it is made. */
  slug?: string | null;
}

export type PayerField = 'off' | 'optional' | 'required';

export interface Link extends Required<Omit<NewLink, 'fields'>> {
  id: string;
  slug: string;
  url: string;
  status: string;
  active: boolean;
  fields: { name: PayerField; email: PayerField; reference: PayerField };
  uses: number;
  paid: number;
  received: { currency: string; amount: string; payments: number }[];
  picture: { url: string; width: number; height: number } | null;
  createdAt: string;
  archivedAt: string | null;
}

export interface Invoice {
  invoiceId: string;
  invoiceNumber: string;
  status: 'open' | 'paid';
  amount: string | null;
  currency: string;
  description: string | null;
  customer: Customer | null;
  payments: { paymentId: string; status: PaymentStatus }[];
  createdAt: string;
  updatedAt: string;
}

export type PayoutStatus = 'initiated' | 'sent' | 'paid' | 'returned' | 'failed';

/** Money on its way to your bank account. */
export interface Payout {
  payoutId: string;
  payoutRef: string;
  status: PayoutStatus;
  /** What reaches the account. */
  amount: string;
  fee: string | null;
  gross: string;
  currency: string;
  rate: string | null;
  paymentsTotal: string | null;
  bankReference: string | null;
  accountLast4: string | null;
  flags: ('sum_mismatch' | 'reports_differ')[];
  paymentCount: number;
  createdAt: string;
  updatedAt: string;
  testMode: boolean;
}

/** What was reported of a payout. */
export interface PayoutStep {
  type: string;
  applied: boolean;
  amount: string;
  fee: string | null;
  currency: string;
  occurredAt: string;
  reportedAt: string;
}

export type WebhookScope = 'invoice_settlement' | 'fiat_settlement';

export interface Webhook {
  scope: WebhookScope;
  webhookUrl: string;
  active: boolean;
  events: string[];
  retry: 'standard' | 'extended';
  createdAt: string;
}

export interface StatementMonth {
  /** For example '2026-10'. */
  month: string;
  totals: {
    currency: string;
    payments: number;
    /** The amounts of the payments that succeeded. */
    amount: string;
    refunds: number;
    refundedAmount: string;
    gross: string;
    takenBack: string;
    refunded: string;
    /** gross less takenBack less refunded. */
    net: string;
  }[];
  /** What you had in each token on each chain, and what moved. Amounts are in the token. */
  balances: {
    chainId: number | null;
    token: string | null;
    opening: string;
    received: string;
    takenBack: string;
    refunded: string;
    /** opening and received, less takenBack and refunded. */
    closing: string;
  }[];
  payoutTotals: PayoutTotal[];
}

/** Payouts of one currency and state that were first reported in a month. */
export interface PayoutTotal {
  currency: string;
  status: PayoutStatus;
  payouts: number;
  gross: string;
  fee: string;
  amount: string;
  /** How many have the flag sum_mismatch. */
  mismatches: number;
}

/** How the payments and the payouts of a month agree. */
export interface StatementSummary {
  month: string;
  /** The sums of each currency by the payouts of their payments; the parts add up to the month's totals. */
  reconciliation: {
    currency: string;
    state: 'paid_out' | 'under_way' | 'not_paid_out';
    gross: string;
    takenBack: string;
    refunded: string;
    net: string;
  }[];
  payoutTotals: PayoutTotal[];
  payouts: Payout[];
  /** Whether there are more than those; the CSV has all. */
  morePayouts: boolean;
}

export interface Page<T> {
  data: T[];
  /** Goes into the next query as `after`; null on the last page. */
  nextCursor: string | null;
}

export interface ClientOptions {
  /** For one try, up to the last byte of the answer. 10 by default; `waitSeconds` comes on top. */
  requestTimeoutSeconds?: number;
  /** The first included. 3 by default. */
  maxTries?: number;
  /** The longest wait between two tries; if the service asks for more, the call fails. 10 by default. */
  maxWaitSeconds?: number;
  /** Allows http to other machines, for example inside a network of containers. */
  allowPlainHttp?: boolean;
  /** Milliseconds since 1970, for the time that is signed. */
  clock?: () => number;
}

/** Calls the Payment Link Service for one merchant. Every method throws {@link PaymentLinkError}. */
export class PaymentLinkClient {
  constructor(baseUrl: string | URL, apiKey: string, secretKey: string, options?: ClientOptions);
  /** Creates a payment, or returns the one that the same key created before. */
  create(payment: NewPayment, idempotencyKey: string): Promise<CreatedPayment>;
  /** With `waitSeconds` (at most 30) the service answers when an open payment changes, or at the end. */
  get(paymentId: string, waitSeconds?: number): Promise<Payment>;
  list(query?: PaymentQuery): Promise<PaymentPage>;
  /** Cancels a payment that nobody has paid. Money that is already under way still makes it a success. */
  cancel(paymentId: string): Promise<Payment>;
  /** Accepts what has come as the whole, if exactly this sum has. The payment becomes a success. */
  accept(paymentId: string, receivedAmount: string, idempotencyKey: string): Promise<Payment & { replayed: boolean }>;
  /** Requests a refund, or returns the one that the same key requested before. Your wallet sends it later. */
  createRefund(paymentId: string, refund: NewRefund, idempotencyKey: string): Promise<CreatedRefund>;
  getRefund(refundId: string): Promise<Refund>;
  /** Returns the refunds of a payment, oldest first, and what can still be refunded. */
  listRefunds(paymentId: string): Promise<{ data: Refund[]; refundable: Refundable[] }>;
  /** Cancels a refund of which nothing is on the chain. */
  cancelRefund(refundId: string): Promise<Refund>;
  /** Confirms the address that your customer named, given in full. */
  confirmRefundAddress(refundId: string, to: string): Promise<Refund>;
  /** Yields every event after this one until now, oldest first. */
  events(after?: string | null): AsyncGenerator<WebhookEvent, void, void>;
  /** Returns the next events as soon as there is one; waits for at most `waitSeconds` (at most 30). */
  poll(after?: string | null, waitSeconds?: number): Promise<EventPage>;
  /** Returns a code that lets this customer's page follow one payment. It works once, for five minutes. */
  session(paymentId: string, userId?: string | null): Promise<SessionCode>;
  /** Has an event sent to your webhook again. */
  redeliver(eventId: string): Promise<Redelivery>;
  /** Has all events of a time span sent again whose latest delivery is in this state. */
  redeliverAll(
    from: Date | string,
    to: Date | string,
    state?: 'exhausted' | 'none' | 'delivered' | 'pending',
  ): Promise<Redelivery>;
  /** Makes a reusable link, or returns the one that the same key made before, as it is now. */
  createLink(link: NewLink, idempotencyKey: string): Promise<Link & { replayed: boolean }>;
  getLink(linkId: string): Promise<Link>;
  /** Archived links are in a list of their own. */
  listLinks(query?: { after?: string | null; archived?: boolean | null; limit?: number | null }): Promise<Page<Link>>;
  /** Replaces all settings of a link but its slug. */
  changeLink(linkId: string, link: NewLink): Promise<Link>;
  activateLink(linkId: string): Promise<Link>;
  deactivateLink(linkId: string): Promise<Link>;
  archiveLink(linkId: string): Promise<Link>;
  unarchiveLink(linkId: string): Promise<Link>;
  getInvoice(invoiceId: string): Promise<Invoice>;
  /** With `status` a page can be short: go on until `nextCursor` is null. */
  listInvoices(query?: {
    status?: 'open' | 'paid' | null;
    number?: string | null;
    after?: string | null;
    limit?: number | null;
  }): Promise<Page<Invoice>>;
  getPayout(payoutId: string): Promise<Payout & { payments: string[]; reports: PayoutStep[] }>;
  listPayouts(query?: {
    status?: PayoutStatus | null;
    after?: string | null;
    limit?: number | null;
  }): Promise<Page<Payout>>;
  /** Returns an invoice as PDF. */
  downloadInvoice(invoiceId: string, language?: string | null): Promise<Uint8Array>;
  listStatements(): Promise<{ data: StatementMonth[] }>;
  /** Returns how the payments and payouts of a month such as '2026-10' agree. */
  getStatement(month: string): Promise<StatementSummary>;
  /** Returns the statement of a month such as '2026-10'. */
  downloadStatement(month: string, form?: 'csv' | 'pdf'): Promise<Uint8Array>;
  /** Returns what can be collected, and the transactions that collect it. */
  listCollectable(query?: { after?: string | null; limit?: number | null }): Promise<{
    data: Record<string, unknown>[];
    transactions: Record<string, unknown>[];
    nextCursor: string | null;
  }>;
  getWebhook(scope: WebhookScope): Promise<Webhook>;
  /** Sets up or changes a webhook. `signingSecret` is in the answer that made it, and never again. */
  configureWebhook(
    scope: WebhookScope,
    webhook: { webhookUrl: string; active?: boolean | null; events?: string[] | null; retry?: string | null },
  ): Promise<Webhook & { signingSecret?: string }>;
  deleteWebhook(scope: WebhookScope): Promise<void>;
  /** Never retried: a second rotation would end the secret that your receiver has. */
  rotateWebhookSecret(scope: WebhookScope): Promise<{ signingSecret: string }>;
  testWebhook(
    scope: WebhookScope,
  ): Promise<{ delivered: boolean; status: number | null; durationMs: number; error: string | null }>;
}

/** A call that did not succeed. Decide by `code`; the message is for people and never holds a credential. */
export class PaymentLinkError extends Error {
  private constructor();
  /** The service's code, or 'NO_ANSWER' (unreachable, timed out), or 'UNEXPECTED_ANSWER' (not from the service). */
  readonly code: string;
  /** The HTTP status, 0 without an answer. */
  readonly status: number;
  readonly detail: string;
  /** Give it to the service's operator. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** With IDEMPOTENCY_KEY_REUSED, the payment that the key has made. */
  readonly paymentId: string | null;
  readonly errors: readonly { field: string; message: string }[];
  readonly tries: number;
}

export interface VerifierOptions {
  /** Refuses deliveries without a time, which could be replayed. */
  timedOnly?: boolean;
  /** How far the time of a delivery may be from this clock's, in either direction. 300 by default. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** Tells a genuine webhook from any other request. */
export class WebhookVerifier {
  /** Takes one secret, or several during a rotation. */
  constructor(signingSecrets: string | string[], options?: VerifierOptions);
  /** Returns the event, or throws {@link WebhookVerificationError}. `body` is the raw bytes as they arrived. */
  verify(headers: Headers | Record<string, string | string[] | undefined>, body: Uint8Array): WebhookEvent;
}

/** A delivery that must not be trusted: answer 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  private constructor();
  readonly failed: 'HEADERS' | 'SECRET' | 'SIGNATURE' | 'TIMESTAMP' | 'BODY';
}

/** Returns the string to sign; `idempotencyKey` is the value of `X-Idempotency-Key`, if the request has it. */
export function canonical(
  method: string,
  target: string,
  timestamp: string,
  body: Uint8Array,
  idempotencyKey?: string,
): string;

/** Returns the value of `X-Signature`. */
export function signature(secretKey: string, canonicalString: string): string;

import { PaymentLinkError } from './errors.js';
import { canonical, signature } from './signer.js';
import { Transport, parsed } from './transport.js';

// A space at either end would be lost on the way, and another key would arrive.
const IDEMPOTENCY_KEY = /^(?! )[ -~]{1,255}(?<! )$/;
// Anything else cannot be an id, and could change the path.
const ID = /^[0-9A-Za-z_-]{1,255}$/;
const TOKEN = /^[!-~]+$/;
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;
const MAX_WAIT_SECONDS = 30;
const MAX_EVENTS = 100;
/** How long your receiver may take. */
const TEST_SECONDS = 10;
const QUERY = ['status', 'reference', 'createdAfter', 'createdBefore', 'search', 'limit', 'cursor'];

const DEFAULTS = {
  requestTimeoutSeconds: 10,
  maxTries: 3,
  maxWaitSeconds: 10,
  allowPlainHttp: false,
  clock: () => Date.now(),
};

/**
 * Calls the Payment Link Service for one merchant. Every request is signed, and retried if the service is briefly out
 * of reach, without ever creating a payment twice. Create one and keep it.
 */
export class PaymentLinkClient {
  #base;
  #apiKey;
  #secretKey;
  #clock;
  #transport;

  /**
   * @param {string | URL} baseUrl
   * @param {string} apiKey
   * @param {string} secretKey
   * @param {Partial<typeof DEFAULTS>} [options]
   */
  constructor(baseUrl, apiKey, secretKey, options = {}) {
    const all = { ...DEFAULTS, ...options };
    between('requestTimeoutSeconds', all.requestTimeoutSeconds, 0.001, 3600);
    between('maxTries', all.maxTries, 1, 10);
    between('maxWaitSeconds', all.maxWaitSeconds, 0, 3600);
    this.#base = checkedBase(baseUrl, all.allowPlainHttp);
    this.#apiKey = token('apiKey', apiKey);
    this.#secretKey = token('secretKey', secretKey);
    this.#clock = all.clock;
    this.#transport = new Transport(all);
  }

  /**
   * Creates a payment, or returns the one that the same key created before. The same fields give the same bytes,
   * whatever their order, so a program that restarts may repeat the key.
   *
   * @param {Record<string, unknown>} payment
   * @param {string} idempotencyKey
   */
  async create(payment, idempotencyKey) {
    return this.#make('/sdk/server/create-payment', payment, idempotencyKey);
  }

  /**
   * Returns the payment. With `waitSeconds`, the service answers when an open payment changes, or at the end.
   *
   * @param {string} paymentId
   * @param {number} [waitSeconds]
   */
  async get(paymentId, waitSeconds = 0) {
    const path = `/sdk/server/payments/${checkedId('paymentId', paymentId)}`;
    return this.#read(path, [['waitSeconds', checkedWait(waitSeconds) || undefined]], waitSeconds);
  }

  /**
   * Returns one page of payments, newest first.
   *
   * @param {Record<string, string | number | Date | null | undefined>} [query]
   */
  async list(query = {}) {
    const unknown = Object.keys(query).find((name) => !QUERY.includes(name));
    if (unknown !== undefined) throw new TypeError(`query: unknown field ${unknown}; known are ${QUERY.join(', ')}`);
    return this.#read('/sdk/server/payments', QUERY.map((name) => [name, query[name]]), 0);
  }

  /**
   * Cancels a payment that nobody has paid. Money that is already under way still makes it a success.
   *
   * @param {string} paymentId
   */
  async cancel(paymentId) {
    return parsed(await this.#send('POST', `/sdk/server/payments/${checkedId('paymentId', paymentId)}/cancel`));
  }

  /**
   * Accepts what has come as the whole, if exactly this sum has. The payment becomes a success.
   *
   * @param {string} paymentId
   * @param {string} receivedAmount
   * @param {string} idempotencyKey
   */
  async accept(paymentId, receivedAmount, idempotencyKey) {
    const path = `/sdk/server/payments/${checkedId('paymentId', paymentId)}/accept`;
    return this.#make(path, { receivedAmount }, idempotencyKey);
  }

  /**
   * Requests a refund of a payment, or returns the one that the same key requested before. Your wallet sends it later.
   *
   * @param {string} paymentId
   * @param {Record<string, unknown>} refund
   * @param {string} idempotencyKey
   */
  async createRefund(paymentId, refund, idempotencyKey) {
    return this.#make(`/sdk/server/payments/${checkedId('paymentId', paymentId)}/refunds`, refund, idempotencyKey);
  }

  /** Returns the refund as it is now. @param {string} refundId */
  async getRefund(refundId) {
    return this.#read(`/sdk/server/refunds/${checkedId('refundId', refundId)}`, [], 0);
  }

  /** Returns the refunds of a payment, oldest first. @param {string} paymentId */
  async listRefunds(paymentId) {
    return this.#read(`/sdk/server/payments/${checkedId('paymentId', paymentId)}/refunds`, [], 0);
  }

  /** Cancels a refund of which nothing is on the chain. @param {string} refundId */
  async cancelRefund(refundId) {
    return parsed(await this.#send('POST', `/sdk/server/refunds/${checkedId('refundId', refundId)}/cancel`));
  }

  /**
   * Confirms the address that your customer named. Check it with your customer first.
   *
   * @param {string} refundId
   * @param {string} to the address in full
   */
  async confirmRefundAddress(refundId, to) {
    const path = `/sdk/server/refunds/${checkedId('refundId', refundId)}/confirm-address`;
    return parsed(await this.#send('POST', path, { json: { to } }));
  }

  /**
   * Yields every event after this one until now, oldest first. Reads page by page.
   *
   * @param {string | null} [after] the last event that was processed; null starts with the first
   */
  async *events(after = null) {
    for (let cursor = after; ; ) {
      const page = await this.poll(cursor);
      if (page.data.length === 0) return;
      yield* page.data;
      cursor = page.nextCursor;
    }
  }

  /**
   * Returns the next events as soon as there is one, or none after `waitSeconds`. Store `nextCursor` with your work.
   *
   * @param {string | null} [after]
   * @param {number} [waitSeconds]
   */
  async poll(after = null, waitSeconds = 0) {
    const query = [['after', after], ['limit', MAX_EVENTS], ['waitSeconds', checkedWait(waitSeconds) || undefined]];
    const { data, nextCursor } = await this.#read('/sdk/server/events', query, waitSeconds);
    if (!Array.isArray(data)) throw unreadable('field data: expected an array');
    if (data.length === 0) return { data, nextCursor: after };
    const next = nextCursor ?? data[data.length - 1].eventId;
    // Following it would bring the same events again, without end.
    if (next === after) throw unreadable('field nextCursor: expected it to move on');
    return { data, nextCursor: next };
  }

  /**
   * Returns a code that lets this customer's page follow one payment. It works once, for five minutes.
   *
   * @param {string} paymentId
   * @param {string | null} [userId] your own id of the customer
   */
  async session(paymentId, userId = null) {
    return parsed(await this.#send('POST', '/sdk/server/sessions', { json: { paymentId, userId } }));
  }

  /**
   * Has an event sent to your webhook again: the same id and the same bytes.
   *
   * @param {string} eventId
   */
  async redeliver(eventId) {
    return parsed(await this.#send('POST', `/sdk/server/events/${checkedId('eventId', eventId)}/redeliver`));
  }

  /**
   * Has all events of a time span sent again whose latest delivery is in this state.
   *
   * @param {Date | string} from
   * @param {Date | string} to
   * @param {'exhausted' | 'none' | 'delivered' | 'pending'} [state]
   */
  async redeliverAll(from, to, state = 'exhausted') {
    const json = { from: text(from), to: text(to), state };
    return parsed(await this.#send('POST', '/sdk/server/events/redeliver', { json }));
  }

  /**
   * Makes a reusable link, or returns the one that the same key made before, as it is now.
   *
   * @param {Record<string, unknown>} link
   * @param {string} idempotencyKey
   */
  async createLink(link, idempotencyKey) {
    return this.#make('/sdk/server/links', link, idempotencyKey);
  }

  /** Returns a reusable link, with what it brought. @param {string} linkId */
  async getLink(linkId) {
    return this.#read(linkPath(linkId), [], 0);
  }

  /**
   * Returns one page of reusable links, newest first; archived ones are in a list of their own.
   *
   * @param {{after?: string | null, archived?: boolean | null, limit?: number | null}} [query]
   */
  async listLinks({ after, archived, limit } = {}) {
    return this.#read('/sdk/server/links', [['after', after], ['archived', archived], ['limit', limit]], 0);
  }

  /** Replaces all settings of a link but its slug. @param {string} linkId @param {Record<string, unknown>} link */
  async changeLink(linkId, link) {
    return parsed(await this.#send('PUT', linkPath(linkId), { json: link }));
  }

  /** Switches a link on. @param {string} linkId */
  async activateLink(linkId) {
    return parsed(await this.#send('POST', `${linkPath(linkId)}/activate`));
  }

  /** Switches a link off. @param {string} linkId */
  async deactivateLink(linkId) {
    return parsed(await this.#send('POST', `${linkPath(linkId)}/deactivate`));
  }

  /** Puts a link away, switched off. @param {string} linkId */
  async archiveLink(linkId) {
    return parsed(await this.#send('POST', `${linkPath(linkId)}/archive`));
  }

  /** Brings a link back, still switched off. @param {string} linkId */
  async unarchiveLink(linkId) {
    return parsed(await this.#send('POST', `${linkPath(linkId)}/unarchive`));
  }

  /** Returns an invoice with its payments. @param {string} invoiceId */
  async getInvoice(invoiceId) {
    return this.#read(`/sdk/server/invoices/${checkedId('invoiceId', invoiceId)}`, [], 0);
  }

  /**
   * Returns one page of invoices, newest first. With `status` it can be short: go on until `nextCursor` is null.
   *
   * @param {{status?: string | null, number?: string | null, after?: string | null, limit?: number | null}} [query]
   */
  async listInvoices({ status, number, after, limit } = {}) {
    const query = [['status', status], ['number', number], ['after', after], ['limit', limit]];
    return this.#read('/sdk/server/invoices', query, 0);
  }

  /** Returns a payout with its payments and what was reported of it. @param {string} payoutId */
  async getPayout(payoutId) {
    return this.#read(`/sdk/server/payouts/${checkedId('payoutId', payoutId)}`, [], 0);
  }

  /**
   * Returns one page of payouts to your bank account, newest first.
   *
   * @param {{status?: string | null, after?: string | null, limit?: number | null}} [query]
   */
  async listPayouts({ status, after, limit } = {}) {
    return this.#read('/sdk/server/payouts', [['status', status], ['after', after], ['limit', limit]], 0);
  }

  /** Returns an invoice as PDF. @param {string} invoiceId @param {string | null} [language] */
  async downloadInvoice(invoiceId, language = null) {
    const path = `/sdk/server/invoices/${checkedId('invoiceId', invoiceId)}/invoice.pdf`;
    return (await this.#send('GET', targetOf(path, [['language', language]]))).body;
  }

  /** Returns the months that have a statement, with their sums. */
  async listStatements() {
    return this.#read('/sdk/server/statements', [], 0);
  }

  /** Returns how the payments and payouts of a month such as '2026-10' agree. @param {string} month */
  async getStatement(month) {
    return this.#read(`/sdk/server/statements/${checkedId('month', month)}.json`, [], 0);
  }

  /** Returns the statement of a month such as '2026-10'. @param {string} month @param {'csv' | 'pdf'} [form] */
  async downloadStatement(month, form = 'csv') {
    return (await this.#send('GET', `/sdk/server/statements/${checkedId('month', month)}.${checkedId('form', form)}`)).body;
  }

  /**
   * Returns what can be collected, and the transactions that collect it.
   *
   * @param {{after?: string | null, limit?: number | null}} [query]
   */
  async listCollectable({ after, limit } = {}) {
    return this.#read('/sdk/server/collectable', [['after', after], ['limit', limit]], 0);
  }

  /** Returns the webhook of a scope; its secret is not shown again. @param {string} scope */
  async getWebhook(scope) {
    return this.#read(webhookPath(scope), [], 0);
  }

  /**
   * Sets up the webhook of a scope, or changes it. `signingSecret` is in the answer that made it, and never again.
   *
   * @param {string} scope
   * @param {Record<string, unknown>} webhook
   */
  async configureWebhook(scope, webhook) {
    return parsed(await this.#send('PUT', webhookPath(scope), { json: webhook }));
  }

  /** Deletes the webhook of a scope and its secret. @param {string} scope */
  async deleteWebhook(scope) {
    await this.#send('DELETE', webhookPath(scope));
  }

  /**
   * Makes a new signing secret; the old one stays valid for 24 hours. It is never retried: a second rotation would end
   * the secret that your receiver has.
   *
   * @param {string} scope
   */
  async rotateWebhookSecret(scope) {
    return parsed(await this.#send('POST', `${webhookPath(scope)}/rotate-secret`, { once: true }));
  }

  /** Sends the webhook of a scope one test event, and tells how it went. @param {string} scope */
  async testWebhook(scope) {
    return parsed(await this.#send('POST', `${webhookPath(scope)}/test`, { heldSeconds: TEST_SECONDS }));
  }

  /** Names the service, and nothing that could authenticate anybody. */
  toString() {
    return `PaymentLinkClient[${this.#base}]`;
  }

  /** @param {string} path @param {Record<string, unknown>} json @param {string} idempotencyKey */
  async #make(path, json, idempotencyKey) {
    if (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      throw new TypeError('idempotencyKey: 1 to 255 printable ASCII characters, no space at either end');
    }
    if (json?.amount != null && typeof json.amount !== 'string') {
      throw new TypeError("amount: a decimal string, for example '125.50'");
    }
    const answer = await this.#send('POST', path, { json, idempotencyKey });
    return { ...parsed(answer), replayed: answer.headers.get('idempotent-replayed') === 'true' };
  }

  /** @param {string} path @param {any[][]} query @param {number} heldSeconds */
  async #read(path, query, heldSeconds) {
    return parsed(await this.#send('GET', targetOf(path, query), { heldSeconds }));
  }

  /**
   * @param {string} method
   * @param {string} target
   * @param {{json?: unknown, idempotencyKey?: string, heldSeconds?: number, once?: boolean}} [more]
   */
  async #send(method, target, { json, idempotencyKey, heldSeconds = 0, once = false } = {}) {
    const url = new URL(this.#base + target);
    const body = json === undefined ? new Uint8Array() : Buffer.from(sortedJson(json), 'utf8');
    const signed = () => {
      const timestamp = String(Math.floor(this.#clock() / 1000));
      // What fetch puts on the request line; a base address may have a path of its own.
      const toSign = canonical(method, url.pathname + url.search, timestamp, body, idempotencyKey);
      /** @type {Record<string, string>} */
      const headers = {
        Accept: 'application/json, application/problem+json',
        'User-Agent': 'paylink-client-node',
        Authorization: `Bearer ${this.#apiKey}`,
        'X-API-Key': this.#apiKey,
        'X-Secret-Key': this.#secretKey,
        'X-Timestamp': timestamp,
        'X-Signature': signature(this.#secretKey, toSign),
      };
      if (idempotencyKey !== undefined) headers['X-Idempotency-Key'] = idempotencyKey;
      if (json !== undefined) headers['Content-Type'] = 'application/json';
      return { url, init: { method, headers, body: json === undefined ? undefined : body } };
    };
    return this.#transport.send(`${method} ${url.origin}${url.pathname}`, signed, heldSeconds, once);
  }
}

/** Refuses an address without quoting it, since it may hold a password. @param {string | URL} baseUrl */
function checkedBase(baseUrl, /** @type {boolean} */ allowPlainHttp) {
  const url = parsedUrl(String(baseUrl));
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username || url.password
    || /[?#]/.test(String(baseUrl))) {
    throw new TypeError('baseUrl: https://, a host, no user, no query, no fragment');
  }
  if (url.protocol === 'http:' && !allowPlainHttp && !LOOPBACK.test(url.hostname)) {
    throw new TypeError('baseUrl: https, because every call carries the secret key; '
      + 'http works to this machine (loopback), or with the option allowPlainHttp in a network you trust');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** @param {string} path @param {any[][]} query */
function targetOf(path, query) {
  const pairs = query.filter(([, value]) => value != null)
    .map(([name, value]) => `${name}=${encodeURIComponent(text(value))}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** @param {string} linkId */
const linkPath = (linkId) => `/sdk/server/links/${checkedId('linkId', linkId)}`;

/** @param {string} scope */
const webhookPath = (scope) => `/sdk/server/webhooks/${checkedId('scope', scope)}`;

/** @param {string} why */
function unreadable(why) {
  const detail = `the answer is unreadable: ${why}`;
  return new PaymentLinkError(`200 UNEXPECTED_ANSWER: ${detail}`, { code: 'UNEXPECTED_ANSWER', status: 200, detail });
}

/** @param {string} address */
function parsedUrl(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Checked here, since an error about a bad header would quote it. @param {string} name @param {unknown} value */
function token(name, value) {
  if (typeof value !== 'string' || !TOKEN.test(value)) {
    throw new TypeError(`${name}: visible ASCII without spaces or line ends, and not empty`);
  }
  return value;
}

/** @param {string} name @param {unknown} id */
function checkedId(name, id) {
  if (typeof id !== 'string' || !ID.test(id)) throw new TypeError(`${name}: letters, digits, _ and -`);
  return id;
}

/** @param {number} waitSeconds */
function checkedWait(waitSeconds) {
  if (!Number.isInteger(waitSeconds)) throw new TypeError('waitSeconds: whole seconds');
  return between('waitSeconds', waitSeconds, 0, MAX_WAIT_SECONDS);
}

/** @param {string} name @param {number} value @param {number} least @param {number} most */
function between(name, value, least, most) {
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw new RangeError(`${name}: ${least} to ${most}`);
  }
  return value;
}

/** @param {unknown} value */
function text(value) {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Writes JSON whose bytes do not depend on the order of the fields; a field that is null is not sent. */
function sortedJson(/** @type {unknown} */ value) {
  return JSON.stringify(value, (_, v) => {
    if (v === null || typeof v !== 'object' || Array.isArray(v)) return v;
    return Object.fromEntries(Object.entries(v).filter(([, field]) => field != null)
      .sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from './errors.js';
import { object } from './transport.js';

const MAX_SECRETS = 8;
const MAX_SIGNATURES = 16;
const NAMES = ['x-service-signature', 'x-service-signature-v2', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Tells a genuine webhook from any other request: nothing is parsed before a signature over exactly the received bytes
 * was verified. Create one and keep it.
 *
 * The headers of Standard Webhooks are bound to a time, and decide as soon as one of them is present. Otherwise
 * `x-service-signature` and `x-service-signature-v2` decide, which sign the body alone; `timedOnly` refuses those.
 */
export class WebhookVerifier {
  #secrets;
  #timedOnly;
  #toleranceSeconds;
  #clock;

  /**
   * @param {string | string[]} signingSecrets one, or several during a rotation
   * @param {{timedOnly?: boolean, toleranceSeconds?: number, clock?: () => number}} [options]
   */
  constructor(signingSecrets, { timedOnly = false, toleranceSeconds = 300, clock = () => Date.now() } = {}) {
    const all = Array.isArray(signingSecrets) ? signingSecrets : [signingSecrets];
    if (all.length < 1 || all.length > MAX_SECRETS) throw new TypeError(`signingSecrets: 1 to ${MAX_SECRETS}`);
    if (!(toleranceSeconds > 0)) throw new RangeError('toleranceSeconds: more than 0');
    this.#secrets = all.map(keys);
    this.#timedOnly = timedOnly;
    this.#toleranceSeconds = toleranceSeconds;
    this.#clock = clock;
  }

  /**
   * Verifies a delivery and returns its event.
   *
   * @param {Headers | Record<string, string | string[] | undefined>} headers as the server has them (`req.headers`)
   * @param {Uint8Array} body the raw bytes as they arrived
   */
  verify(headers, body) {
    if (!(body instanceof Uint8Array)) {
      throw new TypeError("body: the raw bytes (a Buffer), not text or parsed JSON; "
        + "in Express: express.raw({ type: 'application/json' })");
    }
    const [hex, prefixedHex, id, timestamp, signatures] = NAMES.map((name) => once(headers, name));
    if (this.#timedOnly || id !== null || timestamp !== null || signatures !== null) {
      this.#checkTimed(id, timestamp, signatures, body);
    } else {
      this.#checkBody(hex, prefixedHex, body);
    }
    const event = object(body);
    if (typeof event?.eventId !== 'string' || typeof event.type !== 'string') {
      throw new WebhookVerificationError('BODY', 'the body is genuine but not an event');
    }
    return event;
  }

  /**
   * @param {string | null} id
   * @param {string | null} timestamp
   * @param {string | null} signatures
   * @param {Uint8Array} body
   */
  #checkTimed(id, timestamp, signatures, body) {
    // No full stop in the id, because it separates the signed parts.
    matching(/^[!-\-/-~]{1,255}$/, 'webhook-id', id);
    matching(/^[0-9]{1,15}$/, 'webhook-timestamp', timestamp);
    const values = (signatures ?? '').split(' ');
    if (values.length > MAX_SIGNATURES) throw headersError('webhook-signature has too many values');
    const given = values.filter((value) => value.startsWith('v1,'));
    if (given.length === 0) throw headersError('webhook-signature has no value of version v1');
    const right = this.#secrets.filter(({ decoded }) => decoded !== null).map(({ decoded }) => {
      const mac = createHmac('sha256', /** @type {Buffer} */ (decoded)).update(`${id}.${timestamp}.`).update(body);
      return `v1,${mac.digest('base64')}`;
    });
    if (right.length === 0) {
      throw new WebhookVerificationError('SECRET', 'the signing secret is not whsec_ followed by base64');
    }
    if (!given.some((value) => isOneOf(right, value))) throw wrong('webhook-signature');
    // Last, so that "too old" implies that the delivery was genuine.
    const age = Math.floor(this.#clock() / 1000) - Number(timestamp);
    if (Math.abs(age) > this.#toleranceSeconds) {
      throw new WebhookVerificationError('TIMESTAMP',
        `webhook-timestamp is ${Math.abs(age)} s ${age > 0 ? 'old' : 'ahead of this clock'}`);
    }
  }

  /** @param {string | null} hex @param {string | null} prefixedHex @param {Uint8Array} body */
  #checkBody(hex, prefixedHex, body) {
    if (hex === null && prefixedHex === null) throw headersError('no signature header');
    const right = this.#secrets.map(({ text }) => createHmac('sha256', text).update(body).digest('hex'));
    if (hex !== null && !isOneOf(right, hex)) throw wrong('x-service-signature');
    if (prefixedHex !== null && !isOneOf(right.map((value) => `sha256=${value}`), prefixedHex)) {
      throw wrong('x-service-signature-v2');
    }
  }
}

/** A secret is two keys in one: its text, and the decoded base64 behind whsec_. @param {unknown} secret */
function keys(secret) {
  // A line feed left over from a file would be part of the key, and nothing would ever verify.
  if (typeof secret !== 'string' || !/^[!-~]+$/.test(secret)) {
    throw new TypeError('signingSecret: visible ASCII without spaces or line ends, and not empty');
  }
  if (secret.startsWith('sk_')) {
    throw new TypeError('signingSecret: a secret of a webhook (whsec_…); this is the secret of an API key');
  }
  const base64 = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/.exec(secret)?.[1];
  return { text: Buffer.from(secret), decoded: base64 ? Buffer.from(base64, 'base64') : null };
}

/**
 * Returns the header's one value. Of two values, another parser on the way might have used the other.
 *
 * @param {any} headers
 * @param {string} name
 * @returns {string | null}
 */
function once(headers, name) {
  const pairs = typeof headers?.entries === 'function' ? [...headers.entries()] : Object.entries(headers ?? {});
  const values = pairs.filter(([key, value]) => key.toLowerCase() === name && value !== undefined)
    .flatMap(([, value]) => value);
  // Node joins a repeated header with a comma and a space, which no genuine value contains.
  if (values.length > 1 || values[0]?.includes(', ')) throw headersError(`${name} was sent more than once`);
  return values[0] ?? null;
}

/** @param {RegExp} pattern @param {string} name @param {string | null} value */
function matching(pattern, name, value) {
  if (value === null || !pattern.test(value)) throw headersError(`${name} is ${value === null ? 'missing' : 'malformed'}`);
}

/** Compares in a time that does not depend on how much of `given` matches. */
function isOneOf(/** @type {string[]} */ signatures, /** @type {string} */ given) {
  const bytes = Buffer.from(given);
  return signatures.map((right) => Buffer.from(right))
    .some((right) => right.length === bytes.length && timingSafeEqual(right, bytes));
}

/** @param {string} message */
const headersError = (message) => new WebhookVerificationError('HEADERS', message);

/** @param {string} name */
const wrong = (name) => new WebhookVerificationError('SIGNATURE', `${name} is wrong; verify the raw bytes of the body as they arrived, with the secret of this webhook`);

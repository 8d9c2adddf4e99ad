/**
 * Follows a payment from a browser. The key that proves who is asking is made here, cannot be
 * exported, and is gone with the page; a token without it is worth nothing to anybody.
 */

const home = new URL(import.meta.url).origin;

const FIRST_DELAY = 2_000;
const LONGEST_DELAY = 15_000;
const LONGEST_DELAY_SUBMITTED = 5_000;
const FAILED_DELAY = 30_000;
const GROWTH = 1.3;
const RENEW_BEFORE = 60_000;
const LONGEST_ANSWER = 10_000;
/** How long an answer may wait for a change. Proxies give up after 30 seconds or more. */
const WAIT_SECONDS = 25;

/** An answer that is no success. `code` is the one of the problem, `status` that of HTTP. */
export class PaylinkError extends Error {
  constructor(status, problem, retryAfter) {
    super(problem.detail || `status ${status}`);
    this.name = 'PaylinkError';
    this.status = status;
    this.code = problem.code || 'UNKNOWN';
    this.retryAfter = retryAfter;
  }
}

/**
 * Redeems a single-use code. `renew`, when given, is asked for a fresh code before the session
 * ends; without it the session ends when it ends.
 */
export async function session(code, { renew } = {}) {
  const asker = await Asker.create();
  return new Session(asker, await asker.redeem(code), renew);
}

/**
 * Opens the hosted page in a window of its own, or in this one where windows are blocked. Answers
 * a promise that is kept when that window is closed.
 */
export function openCheckout(paymentUrl) {
  const url = new URL(paymentUrl, location.href);
  if (!/^https?:$/.test(url.protocol)) {
    throw new TypeError('not a payment URL');
  }
  const page = open(url, 'paylink', 'popup,width=480,height=860');
  if (!page) {
    location.assign(url);
    return new Promise(() => {});
  }
  return new Promise((closed) => {
    const look = setInterval(() => {
      if (page.closed) {
        clearInterval(look);
        closed();
      }
    }, 500);
  });
}

/** Sends requests that carry a proof of the key (RFC 9449). */
class Asker {
  #keys;
  #jwk;
  #clockAhead = 0;

  static async create() {
    if (!globalThis.crypto?.subtle) {
      throw new Error('sessions need https');
    }
    const asker = new Asker();
    asker.#keys = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', asker.#keys.publicKey);
    asker.#jwk = { kty, crv, x, y };
    return asker;
  }

  async redeem(code) {
    const answer = await this.#ask('POST', '/sdk/session', { body: JSON.stringify({ code }) });
    return { ...answer, until: Date.now() + answer.expiresIn * 1000 };
  }

  /** The status now; or, if it was heard before, once it is another than at that time, or after a while. */
  status(grant, since, signal) {
    const query = since ? `?waitSeconds=${WAIT_SECONDS}&since=${since}` : '';
    return this.#ask('GET', `/sdk/status/${encodeURIComponent(grant.paymentId)}`,
      { token: grant.sessionToken, query, signal });
  }

  async #ask(method, path, options, again = true) {
    const { token, body, query = '', signal } = options;
    const end = AbortSignal.timeout(LONGEST_ANSWER + (query ? WAIT_SECONDS * 1000 : 0));
    const headers = { DPoP: await this.#proof(method, home + path, token) };
    if (token) {
      headers.Authorization = `DPoP ${token}`;
    }
    if (body) {
      headers['Content-Type'] = 'application/json';
    }
    const response = await fetch(home + path + query, {
      method, headers, body,
      cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
      // Older browsers cannot join signals: they end the wait by the clock alone.
      signal: signal && AbortSignal.any ? AbortSignal.any([end, signal]) : end,
    });
    this.#readClock(response);
    const answer = await response.json().catch(() => ({}));
    if (response.ok) {
      return answer;
    }
    // A proof is dated. When this device's clock is wrong, the answer has just told by how much.
    if (again && answer.code === 'INVALID_DPOP_PROOF') {
      return this.#ask(method, path, options, false);
    }
    throw new PaylinkError(
      response.status, answer, Number(response.headers.get('Retry-After')) || 0);
  }

  #readClock(response) {
    const there = Date.parse(response.headers.get('Date') ?? '');
    const ahead = Date.now() - there;
    this.#clockAhead = Math.abs(ahead) > 5_000 ? ahead : 0;
  }

  async #proof(method, url, token) {
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: this.#jwk };
    const claims = {
      jti: crypto.randomUUID(),
      htm: method,
      htu: url,
      iat: Math.floor((Date.now() - this.#clockAhead) / 1000),
    };
    if (token) {
      claims.ath = base64url(await crypto.subtle.digest('SHA-256', utf8(token)));
    }
    const signed = `${base64url(utf8(JSON.stringify(header)))}.${base64url(utf8(JSON.stringify(claims)))}`;
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' }, this.#keys.privateKey, utf8(signed));
    return `${signed}.${base64url(signature)}`;
  }
}

/** Knows the payment's status, and tells whoever listens when it changes. */
class Session {
  #asker;
  #grant;
  #renew;
  #listeners = new Map();
  #timer;
  #delay = FIRST_DELAY;
  #last;
  #asking = false;
  #waiting;
  #notBefore = 0;
  #lost = false;
  #ended = false;
  #watch = () => {
    clearTimeout(this.#timer);
    if (document.visibilityState !== 'visible') {
      this.#waiting?.abort(); // a browser has few connections to one host
    }
    this.#plan(0);
  };

  constructor(asker, grant, renew) {
    this.#asker = asker;
    this.#grant = grant;
    this.#renew = renew;
    document.addEventListener('visibilitychange', this.#watch);
  }

  get paymentId() {
    return this.#grant.paymentId;
  }

  /** The status now. */
  status() {
    return this.#status();
  }

  /**
   * Calls `fn` with the payment at once, whenever it has changed, and when it is heard of again
   * after `onError` was called with what went wrong. Returns a function that ends it.
   */
  onStatus(fn, onError = () => {}) {
    const key = {};
    this.#listeners.set(key, { fn, onError });
    if (this.#last) {
      fn(this.#last);
    }
    this.#plan(0);
    return () => this.#listeners.delete(key);
  }

  /** Asks again soon: something is expected to happen. */
  hurry() {
    this.#delay = FIRST_DELAY;
    this.#plan(0);
  }

  /** Asks no more. */
  close() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#waiting?.abort();
    document.removeEventListener('visibilitychange', this.#watch);
  }

  #plan(delay) {
    clearTimeout(this.#timer);
    if (this.#ended || this.#asking || !this.#listeners.size || document.visibilityState !== 'visible') {
      return;
    }
    const wait = Math.max(delay * (0.9 + Math.random() / 5), this.#notBefore - Date.now(), 0);
    this.#timer = setTimeout(() => this.#poll(), wait);
  }

  async #poll() {
    this.#asking = true;
    const { signal } = this.#waiting = new AbortController();
    const start = Date.now();
    // The first at once, a later one of an open payment when it has changed.
    const since = !this.#lost && this.#last?.status !== 'failed' && this.#last?.updatedAt;
    let atOnce;
    try {
      atOnce = this.#heard(await this.#status(since, signal));
    } catch (error) {
      if (!signal.aborted) {
        this.#failed(error);
      }
    } finally {
      this.#asking = false;
    }
    // An answer that did not wait, although nothing has changed, is not asked for again at once.
    atOnce ||= !this.#lost && Date.now() - start > LONGEST_ANSWER;
    this.#plan(this.#last?.status === 'failed' ? FAILED_DELAY : atOnce ? 0 : this.#delay);
  }

  /** Returns whether it is another than the one before. */
  #heard(payment) {
    const before = this.#last;
    this.#last = payment;
    const changed = !before || before.status !== payment.status || before.updatedAt !== payment.updatedAt;
    this.#delay = changed
      ? FIRST_DELAY
      : Math.min(this.#delay * GROWTH, payment.status === 'submitted' ? LONGEST_DELAY_SUBMITTED : LONGEST_DELAY);
    if (changed || this.#lost) {
      this.#lost = false;
      for (const { fn } of this.#listeners.values()) {
        fn(payment);
      }
    }
    // A failed payment may still be confirmed late; a success is for good.
    if (payment.status === 'success') {
      this.close();
    }
    return changed;
  }

  #failed(error) {
    this.#lost = true;
    this.#delay = Math.min(this.#delay * GROWTH, LONGEST_DELAY);
    if (error.retryAfter) {
      this.#notBefore = Date.now() + error.retryAfter * 1000;
    }
    for (const { onError } of this.#listeners.values()) {
      onError(error);
    }
    if (error.status === 404 || (error.status === 401 && !this.#renew)) {
      this.close();
    } else if (error.code === 'INVALID_SESSION') {
      this.#grant.until = 0;
    }
  }

  async #status(since, signal) {
    if (this.#renew && Date.now() > this.#grant.until - RENEW_BEFORE) {
      this.#grant = await this.#asker.redeem(await this.#renew());
    }
    return this.#asker.status(this.#grant, since, signal);
  }
}

function utf8(text) {
  return new TextEncoder().encode(text);
}

function base64url(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

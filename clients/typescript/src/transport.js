import { PaymentLinkError } from './errors.js';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const FIRST_BACKOFF_SECONDS = 0.2;
/** Too many requests, and the three statuses of a service that is briefly unavailable. */
const PASSING = new Set([429, 502, 503, 504]);

/** @param {number} seconds */
const sleep = (seconds) => new Promise((resume) => setTimeout(resume, seconds * 1000));

/**
 * Sends a request until the service gives its own answer: a bounded number of times, with bounded waits. Each try
 * is signed anew, so a wait cannot make the timestamp too old. For requests that may be repeated only.
 */
export class Transport {
  #timeoutSeconds;
  #maxTries;
  #maxWaitSeconds;

  /** @param {{requestTimeoutSeconds: number, maxTries: number, maxWaitSeconds: number}} options */
  constructor(options) {
    this.#timeoutSeconds = options.requestTimeoutSeconds;
    this.#maxTries = options.maxTries;
    this.#maxWaitSeconds = options.maxWaitSeconds;
  }

  /**
   * Returns the first successful answer. `heldSeconds` is how long the service is asked to hold it back.
   *
   * @param {string} call names the request in errors
   * @param {() => {url: URL, init: RequestInit}} signed
   * @param {number} heldSeconds
   * @param {boolean} [once] for a request that must not be repeated
   */
  async send(call, signed, heldSeconds, once = false) {
    const maxTries = once ? 1 : this.#maxTries;
    for (let tries = 1; ; tries++) {
      const backoff = this.#backoff(tries);
      let wait = backoff;
      try {
        const answer = await sendOnce(signed(), this.#timeoutSeconds + heldSeconds);
        if (answer.status >= 200 && answer.status < 300) return answer;
        const refused = refusal(answer, tries);
        wait = Math.max(backoff, refused.retryAfterSeconds ?? 0);
        if (!PASSING.has(refused.status) || tries >= maxTries) throw refused;
        if ((refused.retryAfterSeconds ?? 0) > this.#maxWaitSeconds) throw refused;
      } catch (failure) {
        if (failure instanceof PaymentLinkError) throw failure;
        if (tries >= maxTries) throw noAnswer(call, tries, failure);
      }
      await sleep(wait);
    }
  }

  /** Doubles with each try; the random half keeps clients from retrying in step. @param {number} tries */
  #backoff(tries) {
    const most = Math.min(FIRST_BACKOFF_SECONDS * 2 ** (tries - 1), this.#maxWaitSeconds);
    return most * (0.5 + Math.random() / 2);
  }
}

/** @param {{url: URL, init: RequestInit}} request @param {number} timeoutSeconds */
async function sendOnce({ url, init }, timeoutSeconds) {
  // Covers the body too. A redirect is an answer like any other: it is not followed, so no other host gets the secret.
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000)),
  });
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is over ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
}

/** @typedef {{status: number, headers: Headers, body: Buffer}} Answer */

/** Returns the JSON object of a success. @param {Answer} answer */
export function parsed(answer) {
  const value = object(answer.body);
  if (value === null) throw unexpected(answer, 'the answer is not a JSON object');
  return value;
}

/**
 * Turns any answer that is no success into an error. A body that is not the service's own is not quoted, since a
 * proxy may echo the request's headers in it.
 *
 * @param {Answer} answer
 * @param {number} tries
 */
function refusal(answer, tries) {
  const type = answer.headers.get('content-type') ?? '';
  if (!type.toLowerCase().startsWith('application/problem+json')) {
    return unexpected(answer, 'the answer is not from the service; check the base address');
  }
  const problem = object(answer.body);
  if (problem === null || typeof problem.code !== 'string') {
    return unexpected(answer, 'the problem document is unreadable');
  }
  const detail = typeof problem.detail === 'string' ? problem.detail : 'no detail given';
  const requestId = typeof problem.requestId === 'string' ? problem.requestId : answer.headers.get('x-request-id');
  /** @type {any[]} */
  const faults = Array.isArray(problem.errors) ? problem.errors : [];
  const errors = faults.map((e) => ({ field: String(e?.field ?? ''), message: String(e?.message ?? '') }));
  const parts = [`${answer.status} ${problem.code}: ${detail}`, ...errors.map((e) => `${e.field}: ${e.message}`)];
  if (requestId) parts.push(`request ${requestId}`);
  return new PaymentLinkError(parts.join('; '), {
    code: problem.code,
    status: answer.status,
    detail,
    requestId,
    retryAfterSeconds: retryAfter(answer),
    paymentId: typeof problem.paymentId === 'string' ? problem.paymentId : null,
    errors,
    tries,
  });
}

/** @param {Answer} answer @param {string} detail */
function unexpected(answer, detail) {
  return new PaymentLinkError(`${answer.status} UNEXPECTED_ANSWER: ${detail}`, {
    code: 'UNEXPECTED_ANSWER',
    status: answer.status,
    detail,
    requestId: answer.headers.get('x-request-id'),
    retryAfterSeconds: retryAfter(answer),
  });
}

/** @param {string} call @param {number} tries @param {unknown} cause */
function noAnswer(call, tries, cause) {
  const why = reason(cause);
  const detail = `${call}: no answer after ${tries} ${tries === 1 ? 'try' : 'tries'} (${why})`;
  return new PaymentLinkError(detail, { code: 'NO_ANSWER', detail, tries, cause });
}

/** Names what failed: a code such as ECONNREFUSED, or the error's own words. @param {unknown} failure */
function reason(failure) {
  const { name, message, cause } = /** @type {any} */ (failure ?? {});
  if (name === 'TimeoutError') return 'timed out';
  return cause?.code ?? cause?.message ?? message ?? String(failure);
}

/** Reads whole seconds, as the service sends them; a date counts as absent. @param {Answer} answer */
function retryAfter(answer) {
  const value = answer.headers.get('retry-after') ?? '';
  return /^[0-9]{1,9}$/.test(value) ? Number(value) : null;
}

/** @param {Uint8Array} bytes @returns {any} the object in these bytes, or null */
export function object(bytes) {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

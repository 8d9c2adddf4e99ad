import { createHash, createHmac } from 'node:crypto';

/**
 * Returns the string to sign in version 2: `target` is the path with its query exactly as on the request line,
 * `idempotencyKey` is empty if the request has none.
 *
 * @param {string} method
 * @param {string} target
 * @param {string} timestamp
 * @param {Uint8Array} body
 * @param {string} idempotencyKey
 */
export function canonical(method, target, timestamp, body, idempotencyKey) {
  const hash = createHash('sha256').update(body).digest('hex');
  return `${method}\n${target}\n${timestamp}\n${hash}\n${idempotencyKey}`;
}

/**
 * Returns the value of `X-Signature`.
 *
 * @param {string} secretKey
 * @param {string} canonicalString
 */
export function signature(secretKey, canonicalString) {
  return createHmac('sha256', secretKey).update(canonicalString, 'utf8').digest('hex');
}

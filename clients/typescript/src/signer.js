import { createHash, createHmac } from 'node:crypto';

/**
 * Returns the string to sign: `target` is the path with its query exactly as on the request line, `idempotencyKey` the
 * value of `X-Idempotency-Key`, undefined if the request does not have that header.
 *
 * @param {string} method
 * @param {string} target
 * @param {string} timestamp
 * @param {Uint8Array} body
 * @param {string} [idempotencyKey]
 */
export function canonical(method, target, timestamp, body, idempotencyKey) {
  const hash = createHash('sha256').update(body).digest('hex');
  const lines = [method, target, timestamp, hash];
  if (idempotencyKey !== undefined) lines.push(idempotencyKey);
  return lines.join('\n');
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

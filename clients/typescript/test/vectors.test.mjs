// Holds signer and verifier to the published vectors: npm test
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { WebhookVerificationError, WebhookVerifier, canonical, signature } from '../src/index.js';

const vectors = JSON.parse(readFileSync(new URL('../../../api/vectors.json', import.meta.url), 'utf8'));

test('every published request has the published signature', () => {
  assert.ok(vectors.requests.length >= 15);
  for (const v of vectors.requests) {
    const text = canonical(v.method, v.target, v.timestamp, Buffer.from(v.bodyUtf8), v.idempotencyKey);
    assert.equal(text, v.canonical, v.name);
    assert.equal(signature(v.secretKey, text), v.signature, v.name);
  }
});

test('every published webhook is genuine either way', () => {
  assert.ok(vectors.webhooks.length >= 10);
  for (const v of vectors.webhooks) {
    const verifier = new WebhookVerifier(v.signingSecret, { clock: () => Number(v.timestamp) * 1000 });
    const body = Buffer.from(v.bodyUtf8);
    const timed = {
      'webhook-id': v.eventId, 'webhook-timestamp': v.timestamp, 'webhook-signature': v['webhook-signature'],
    };
    assert.equal(verifier.verify(timed, body).eventId, v.eventId, v.name);
    for (const name of ['x-service-signature', 'x-service-signature-v2']) {
      assert.equal(verifier.verify({ [name]: v[name] }, body).eventId, v.eventId, v.name);
    }
  }
});

test('every published delivery gets the published verdict', () => {
  assert.ok(vectors.deliveries.length >= 30);
  for (const v of vectors.deliveries) {
    const verifier = new WebhookVerifier(v.signingSecrets, { clock: () => Number(v.now) * 1000 });
    let verdict = 'genuine';
    try {
      verifier.verify(v.headers, Buffer.from(v.bodyUtf8));
    } catch (e) {
      assert.ok(e instanceof WebhookVerificationError, v.name);
      verdict = e.failed;
    }
    assert.equal(verdict, v.verdict, v.name);
  }
});

// Makes one call for each line of JSON on stdin and writes what came of it, for the contract test of all clients:
// {"call":"get","args":["pay_…"],"baseUrl":"…","options":{}} -> {"value":…} or {"error":{…}}
// Address and key come from PAYLINK_URL, PAYLINK_API_KEY and PAYLINK_SECRET_KEY.
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { PaymentLinkClient, WebhookVerifier } from '../src/index.js';

const { PAYLINK_URL, PAYLINK_API_KEY, PAYLINK_SECRET_KEY } = process.env;

async function answer({ call, args = [], baseUrl = PAYLINK_URL, options = {}, secretKey = PAYLINK_SECRET_KEY }) {
  if (call === 'verify') {
    const [secrets, headers, bodyBase64, now] = args;
    const verifier = new WebhookVerifier(secrets, { ...options, clock: () => now * 1000 });
    return verifier.verify(headers, Buffer.from(bodyBase64, 'base64'));
  }
  const client = new PaymentLinkClient(baseUrl, PAYLINK_API_KEY, secretKey, options);
  if (call === 'show') return inspect(client, { depth: 9, showHidden: true }) + String(client) + JSON.stringify(client);
  if (call !== 'events') {
    const value = await client[call](...args);
    return value instanceof Uint8Array ? Buffer.from(value.subarray(0, 5)).toString() : value;
  }
  const events = [];
  for await (const event of client.events(...args)) events.push(event);
  return events;
}

for await (const line of createInterface({ input: process.stdin })) {
  let result;
  try {
    result = { value: await answer(JSON.parse(line)) };
  } catch (e) {
    const { code, status, requestId, retryAfterSeconds, errors, tries, failed } = e;
    result = {
      error: {
        type: e.constructor.name, message: e.message, code, status, requestId, retryAfterSeconds, errors, tries, failed,
        shown: inspect(e, { depth: 9 }),
      },
    };
  }
  console.log(JSON.stringify(result));
}

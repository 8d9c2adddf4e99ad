// ./paylink demo: points the webhook of a sandbox at the shop beside this file, and starts it.
//
//   node examples/shop/demo.mjs DATA/sandbox.json
import { readFileSync } from 'node:fs';

const { baseUrl, apiKey, secretKey, login } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const port = process.env.SHOP_PORT ?? '3000';

async function call(method, path, body, cookie) {
  const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) };
  const response = await fetch(baseUrl + path, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.detail}`);
  return { answer, cookie: response.headers.get('set-cookie')?.split(';')[0] };
}

const { cookie } = await call('POST', '/merchant/login', login);
const webhook = '/merchant/webhooks/invoice_settlement';
const set = await call('PUT', webhook, { webhookUrl: `http://127.0.0.1:${port}/webhook` }, cookie);
// The secret is shown once; where the webhook was there before, it is made anew.
const signingSecret = set.answer.signingSecret
  ?? (await call('POST', `${webhook}/rotate-secret`, undefined, cookie)).answer.signingSecret;

Object.assign(process.env, {
  PAYLINK_URL: baseUrl, PAYLINK_API_KEY: apiKey, PAYLINK_SECRET_KEY: secretKey,
  PAYLINK_WEBHOOK_SECRET: signingSecret, SHOP_PORT: port,
});
console.log(`dashboard: ${baseUrl}/dashboard (sign in as ${login.email}, ${login.password})`);
await import('./shop.mjs');

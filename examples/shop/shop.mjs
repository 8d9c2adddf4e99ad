// A shop in one file, to copy: one product, a checkout, a webhook that ships, a feed that heals what was missed.
//
//   PAYLINK_URL=… PAYLINK_API_KEY=… PAYLINK_SECRET_KEY=… PAYLINK_WEBHOOK_SECRET=… node examples/shop/shop.mjs
//
// Three rules keep orders right:
//   1. An event is a hint. The service is asked for the payment, and its invoice decides: `paid` as long as any payment
//      of the order has arrived. So duplicates, a wrong order of events and a second payment do no harm.
//   2. Shipping is written down before it is done, and only once. A payment that is taken back and given again
//      does not ship again.
//   3. No outcome is final. A failed payment can still be paid, so nothing is thrown away.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { PaymentLinkClient, PaymentLinkError, WebhookVerificationError, WebhookVerifier }
  from '../../clients/typescript/src/index.js';

const PRODUCT = { name: 'Enamel mug', price: '18.00', currency: 'USD' };
const MAX_BODY_BYTES = 256 * 1024;

const env = process.env;
const port = Number(env.SHOP_PORT ?? 3000);
const file = env.SHOP_FILE ?? 'shop.json';
const feedSeconds = Number(env.SHOP_FEED_SECONDS ?? 60);
for (const name of ['PAYLINK_URL', 'PAYLINK_API_KEY', 'PAYLINK_SECRET_KEY', 'PAYLINK_WEBHOOK_SECRET']) {
  if (!env[name]) {
    console.error(`${name} is not set; ./paylink demo sets all of them for a sandbox`);
    process.exit(2);
  }
}
const client = new PaymentLinkClient(env.PAYLINK_URL, env.PAYLINK_API_KEY, env.PAYLINK_SECRET_KEY);
const verifier = new WebhookVerifier(env.PAYLINK_WEBHOOK_SECRET.split(','));

// ---- What the shop knows: a file that is replaced as a whole. Use a database with transactions instead.

/** @type {{cursor: string | null, orders: Record<string, any>}} */
const store = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { cursor: null, orders: {} };

function save() {
  const fd = openSync(`${file}.new`, 'w', 0o600);
  writeSync(fd, JSON.stringify(store, null, 1));
  fsyncSync(fd);
  closeSync(fd);
  renameSync(`${file}.new`, file);
}

// ---- Orders

function newOrder() {
  const id = randomBytes(16).toString('hex'); // nobody guesses another customer's order
  store.orders[id] = { id, ...PRODUCT, payments: [], paid: false, shippedAt: null, shipments: 0, canceled: false, note: null };
  save(); // before the payment is made: after a crash the same key finds it again
  return store.orders[id];
}

/** Returns where to pay this order; a payment that failed is followed by another one for the same invoice. */
async function pay(order) {
  const last = order.payments.at(-1);
  if (last) {
    const { invoiceStatus, status } = await client.get(last.paymentId);
    if (invoiceStatus === 'paid') return `/orders/${order.id}`; // in another tab, or late
    if (status !== 'failed') return last.paymentUrl;
  }
  const address = `${env.SHOP_URL ?? `http://127.0.0.1:${server.address().port}`}/orders/${order.id}`;
  const terms = last
    ? { invoiceId: last.invoiceId }
    : { amount: order.price, currency: order.currency, description: order.name };
  const payment = await client.create(
    { ...terms, reference: order.id, successUrl: address, cancelUrl: address },
    `${order.id}-${order.payments.length + 1}`, // one key for each try: a lost answer does not make a second payment
  );
  order.canceled = false;
  remember(order, payment);
  save();
  return payment.paymentUrl;
}

function remember(order, { paymentId, invoiceId, paymentUrl }) {
  if (order.payments.some((known) => known.paymentId === paymentId)) return;
  order.payments.push({ paymentId, invoiceId, paymentUrl });
}

function find(id) {
  return typeof id === 'string' && Object.hasOwn(store.orders, id) ? store.orders[id] : null;
}

/** Cancels an order unless it was paid meanwhile, for example in another tab. */
async function cancel(order) {
  for (const { paymentId } of order.payments) {
    try {
      await client.cancel(paymentId);
    } catch (e) {
      if (e.code !== 'PAYMENT_NOT_OPEN') throw e;
    }
  }
  order.canceled = true; // no more than a wish: `paid` wins, also later
  save();
  if (order.payments.length > 0) await settle(order.payments[0].paymentId);
}

// One at a time, so that an older answer can never be applied after a newer one.
let queue = Promise.resolve();

/** Brings the order of this payment up to date with the service. */
function settle(paymentId) {
  const done = queue.then(async () => {
    const payment = await client.get(paymentId);
    const order = find(payment.reference);
    if (!order) return; // a payment of another system
    remember(order, payment);
    order.paid = payment.invoiceStatus === 'paid';
    order.note = order.paid ? null : payment.failureReason;
    if (order.paid && !order.shippedAt) {
      order.shippedAt = new Date().toISOString();
      order.shipments += 1;
      save(); // first written, then done: twice is worse than late
      console.log(`ship ${order.id}`);
    } else {
      save();
      if (!order.paid && order.shippedAt) console.log(`recall ${order.id}: the payment was taken back`);
    }
  });
  queue = done.catch(() => {});
  return done;
}

/** Reads all events that the shop has not seen, whether their webhook arrived or not. */
async function heal() {
  for (;;) {
    const page = await client.poll(store.cursor);
    for (const paymentId of new Set(page.data.map((event) => event.paymentId))) await settle(paymentId);
    if (page.data.length === 0) return;
    store.cursor = page.nextCursor;
    save(); // after the work: a crash before this line repeats it, which does no harm
  }
}

// ---- The webhook

async function webhook(request, response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else if (size > 4 * MAX_BODY_BYTES) break; // until then it is read, or the 413 could be lost with the connection
  }
  if (size > MAX_BODY_BYTES) return void response.writeHead(413, { Connection: 'close' }).end();
  try {
    const event = verifier.verify(request.headers, Buffer.concat(chunks)); // the raw bytes, before anything parses them
    if (event.paymentId) await settle(event.paymentId); // whatever its type: the service is asked
    response.writeHead(204).end();
  } catch (e) {
    if (e.code === 'PAYMENT_NOT_FOUND') return void response.writeHead(204).end(); // not ours: nothing to do
    if (!(e instanceof WebhookVerificationError) && !(e instanceof PaymentLinkError)) throw e;
    console.log(`webhook: ${e.message}`);
    // 503: the event is sent again, and the feed has it in any case.
    response.writeHead(e instanceof WebhookVerificationError ? 400 : 503).end();
  }
}

// ---- Pages

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1b1a; --soft: #5c5853; --paper: #fbfaf8; --card: #fff; --line: #ddd8d0; --go: #175e4c; --on-go: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1eee9; --soft: #b3ada4; --paper: #171614; --card: #211f1d; --line: #3a3733; --go: #7fd6b9; --on-go: #10251e } }
* { box-sizing: border-box }
body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem }
article { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0 0 1rem }
.soft { color: var(--soft); font-size: .9rem }
form { display: inline-block; margin: 0 .5rem .5rem 0 }
button { font: inherit; padding: .65rem 1.4rem; border-radius: 10px; border: 1px solid var(--go); background: var(--go); color: var(--on-go); cursor: pointer }
button.quiet { background: transparent; color: var(--ink); border-color: var(--line) }
a { color: inherit }`;
// Looks again every two seconds, and loads the page anew once it has another title.
const FOLLOW = `setInterval(async () => {
  try {
    const text = await (await fetch(location.pathname)).text();
    if (!text.includes('<title>' + document.title + '<')) location.reload();
  } catch {}
}, 2000);`;
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const CSP = `default-src 'none'; form-action 'self' ${new URL(env.PAYLINK_URL).origin}; frame-ancestors 'none'; `
  + `style-src ${hash(STYLE)}; script-src ${hash(FOLLOW)}; connect-src 'self'; img-src data:`;

const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const button = (path, label, kind = '') =>
  `<form method="post" action="${path}"><button class="${kind}">${label}</button></form>`;

function send(response, status, title, content, follow = false) {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CSP, 'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff',
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${STYLE}</style>
<main><article><h1>${title}</h1>${content}</article></main>
${follow ? `<script>${FOLLOW}</script>` : ''}</html>`);
}

function front(response) {
  send(response, 200, PRODUCT.name, `<p>${PRODUCT.price} ${PRODUCT.currency}</p>
<p class="soft">Holds a quarter of a litre. Survives being dropped.</p>${button('/checkout', 'Buy')}`);
}

function statusOf(order) {
  if (order.shippedAt) return order.paid ? 'shipped' : 'taken back';
  if (order.canceled) return 'canceled';
  return order.note ? 'failed' : 'open';
}

/** The order as a page; as JSON for programs, such as `paylink certify`. */
function show(request, response, order) {
  const status = statusOf(order);
  if (request.headers.accept === 'application/json') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    return void response.end(JSON.stringify({ id: order.id, status, shipments: order.shipments }));
  }
  const facts = `<p class="soft">${escape(order.name)}, ${order.price} ${order.currency}<br>Order ${order.id}</p>`;
  const again = button(`/orders/${order.id}/pay`, 'Pay');
  const back = '<p><a href="/">Back to the shop</a></p>';
  if (status === 'shipped') {
    send(response, 200, 'Your order is on its way', `${facts}${back}`);
  } else if (status === 'taken back') {
    send(response, 200, 'Your payment was taken back', `<p>Please pay again.</p>${facts}${again}`, true);
  } else if (status === 'canceled') {
    send(response, 200, 'Your order is canceled', `<p>Money that still arrives is not lost.</p>${facts}${again}${back}`);
  } else if (status === 'failed') {
    send(response, 200, 'The payment failed', `<p>Reason: ${escape(order.note)}</p>${facts}${again}${back}`);
  } else {
    const stop = button(`/orders/${order.id}/cancel`, 'Cancel order', 'quiet');
    send(response, 200, 'Waiting for your payment', `<p>This page follows by itself.</p>${facts}${again}${stop}`, true);
  }
}

async function handle(request, response) {
  const { pathname } = new URL(request.url, 'http://shop');
  const [, folder, id, action] = pathname.split('/');
  const order = folder === 'orders' ? find(id) : null;
  const call = `${request.method} ${order ? `order ${action ?? ''}` : pathname}`.trim();
  const see = (address) => response.writeHead(303, { Location: address, 'Referrer-Policy': 'no-referrer' }).end();
  switch (call) {
    case 'GET /': return front(response);
    case 'POST /webhook': return webhook(request, response);
    case 'POST /checkout': return see(await pay(newOrder()));
    case 'GET order': return show(request, response, order);
    case 'POST order pay': return see(await pay(order));
    case 'POST order cancel': return await cancel(order), see(`/orders/${id}`);
    default: return send(response, 404, 'Not found', '<p><a href="/">Back to the shop</a></p>');
  }
}

const server = createServer((request, response) => {
  handle(request, response).catch((e) => {
    console.log(`${request.method} ${request.url}: ${e.message}`);
    if (response.headersSent) return response.end();
    send(response, 503, 'Please try again', '<p>The payment service is out of reach. Nothing was charged.</p><p><a href="/">Back to the shop</a></p>');
  });
});
server.listen(port, '127.0.0.1', () => {
  console.log(`shop: http://127.0.0.1:${server.address().port}/`);
  const round = () => heal().catch((e) => console.log(`feed: ${e.message}`)).finally(() => setTimeout(round, feedSeconds * 1000));
  round();
});
